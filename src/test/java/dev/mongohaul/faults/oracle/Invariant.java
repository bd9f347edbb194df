package dev.mongohaul.faults.oracle;

/** Invariant that holds after every run. */
public enum Invariant {
    /** Every record is a document or in the reject file. */
    NOTHING_LOST,
    /** None is there twice, and none in both places. */
    NOTHING_DOUBLED,
    /** Documents have the values, and rejects the bytes, of the input. */
    NOTHING_ALTERED,
    /** Reports state how many of each there are. */
    HONEST_COUNTS,
    /** Success is reported only if the first three hold. */
    HONEST_STATUS,
    /** The same command brings it to its end. */
    RESTARTABLE,
    /** Nothing is left behind: files, leases. */
    NO_LEAK,
    /** Every process ends within its time. */
    BOUNDED,
    /** Short outages of a server are waited out. */
    RIDDEN_THROUGH
}
