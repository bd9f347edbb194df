package dev.mongohaul.mongo.embedded;

/**
 * How the launch of a {@code mongod} ended.
 *
 * @param outcome what became of it
 * @param said what mongod said last, errors before all else; empty when it runs
 */
public record Launch(Outcome outcome, String said) {

    /** What can become of a launch. */
    public enum Outcome {
        /** The server listens. */
        RUNNING,
        /** Another program has the port. */
        PORT_TAKEN,
        /** Another server has the data, or one that was killed is not wholly gone yet. */
        DATA_IN_USE,
        /** The data were written by a version that this one cannot follow. */
        INCOMPATIBLE_DATA,
        /** Neither listening nor ended in time; it may be recovering and is left alone. */
        STILL_STARTING,
        /** Ended with an error. */
        FAILED
    }
}
