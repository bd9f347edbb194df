package dev.mongohaul.mongo.embedded;

/**
 * Result of the launch of a {@code mongod}.
 *
 * @param output the last lines of mongod's log, or only its errors if there are any; empty if it runs
 */
record Launch(LaunchOutcome outcome, String output) {}
