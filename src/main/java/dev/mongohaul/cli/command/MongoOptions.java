package dev.mongohaul.cli.command;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which MongoDB a command talks to. */
public final class MongoOptions {

    @Option(
            names = "--mongodb-uri-file",
            paramLabel = "FILE",
            description = "File that holds MongoDB's connection string; wins over MONGODB_URI.")
    private @Nullable Path uriFile;

    /** Connects; warnings go to standard error. */
    public Session open(CommandSpec spec) {
        return Session.open(uriFile, spec.commandLine().getErr());
    }

    /** The file that names the server, for a program that is started by this one; empty where none was given. */
    public Optional<Path> uriFile() {
        return Optional.ofNullable(uriFile).map(Path::toAbsolutePath);
    }

    ImportRunner runner(CommandSpec spec) {
        return new ImportRunner(
                uriFile, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
}
