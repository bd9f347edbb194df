package dev.mongohaul.mongo.embedded;

enum LaunchOutcome {
    RUNNING,
    PORT_TAKEN,
    /** Another server uses the data, or a killed one has not ended yet. */
    DATA_IN_USE,
    /** This version cannot read the data of another version. */
    INCOMPATIBLE_DATA,
    /** The server neither listens nor has ended in time; it may be recovering and keeps running. */
    STILL_STARTING,
    FAILED
}
