package dev.mongohaul.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which MongoDB a command talks to. */
final class MongoOptions {

    @Option(
            names = "--mongodb-uri-file",
            paramLabel = "FILE",
            description = "File that holds MongoDB's connection string; wins over MONGODB_URI.")
    private @Nullable Path uriFile;

    Optional<Path> uriFile() {
        return Optional.ofNullable(uriFile);
    }
}
