package dev.mongohaul.mongo.embedded;

import java.nio.file.Path;

/**
 * What a running server says about itself.
 *
 * @param process the server's own process
 * @param version for example {@code 6.0.5}
 * @param data the directory it serves
 */
record ServerIdentity(ServerProcess process, String version, Path data) {}
