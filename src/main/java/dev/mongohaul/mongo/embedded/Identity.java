package dev.mongohaul.mongo.embedded;

/** Process and version (for example {@code 6.0.5}) of a running server. */
record Identity(ServerProcess process, String version) {}
