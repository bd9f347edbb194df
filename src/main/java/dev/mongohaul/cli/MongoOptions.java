package dev.mongohaul.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option for the server that a command connects to. */
final class MongoOptions {

    @Option(
            names = "--mongodb-uri-file",
            paramLabel = "FILE",
            description = "File that holds MongoDB's connection string; wins over MONGODB_URI.")
    private @Nullable Path uriFile;

    /** Connects; warnings go to standard error. */
    public Session open(CommandSpec spec) {
        Invocation invocation = Invocation.of(spec);
        return Session.open(uriFile(invocation), invocation);
    }

    /** Returns the file that names the server, for a process that this one starts; empty if it is not given. */
    public Optional<Path> uriFile() {
        return Optional.ofNullable(uriFile).map(Path::toAbsolutePath);
    }

    @Nullable
    Path uriFile(Invocation invocation) {
        return uriFile == null ? null : invocation.resolve(uriFile);
    }

    ImportRunner runner(CommandSpec spec) {
        Invocation invocation = Invocation.of(spec);
        return new ImportRunner(
                uriFile(invocation), invocation, spec.commandLine().getOut());
    }
}
