package dev.mongohaul.cli.session;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the file with MongoDB's connection string. */
public final class UriFileOption {

    public static final String NAME = "--mongodb-uri-file";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = "File that holds MongoDB's connection string; wins over MONGODB_URI.")
    private @Nullable Path file;

    /** Returns the file; null if none is named. */
    @Nullable
    public Path in(Invocation invocation) {
        return file == null ? null : invocation.resolve(file);
    }
}
