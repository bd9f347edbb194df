package dev.mongohaul.faults.oracle;

/** An invariant that must hold after every run. */
public enum Invariant {
    /** Every record is a document or in the reject file. */
    NOTHING_LOST,
    /** No record is stored twice, or both stored and in the reject file. */
    NOTHING_DOUBLED,
    /** Documents have the values of the input, and rejects have its bytes. */
    NOTHING_ALTERED,
    /** Reports have the correct numbers of documents and rejects. */
    HONEST_COUNTS,
    /** Success is reported only if the first three hold. */
    HONEST_STATUS,
    /** The same command completes an interrupted import. */
    RESTARTABLE,
    /** No temporary files or leases remain. */
    NO_LEAK,
    /** Every process ends within its time limit. */
    BOUNDED,
    /** Imports survive short outages of a server. */
    RIDDEN_THROUGH
}
