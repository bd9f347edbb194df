package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.serve.security.Access;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs jobs by their schedules, until it is told to end. */
@Command(
        name = "serve",
        description = {
            "Run jobs when their schedules say, until Ctrl-C or SIGTERM.",
            "Several processes can serve the same jobs: each slot runs once, and another takes over where one dies."
        },
        footer = {
            "",
            "Examples: mongohaul serve --jobs=jobs",
            "          mongohaul serve --address=0.0.0.0 --host=nights.example.com --users-file=/etc/mongohaul/users"
        })
public final class ServeCommand implements Callable<Integer> {

    private static final String USERS_FILE = "MONGOHAUL_USERS_FILE";

    @Option(
            names = "--address",
            defaultValue = "127.0.0.1",
            description = "Address to listen at (default: ${DEFAULT-VALUE}, this machine alone).")
    private String address;

    @Option(
            names = "--port",
            defaultValue = "8080",
            description = "Port to listen at; 0 picks a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description =
                    "Name that browsers reach it by, where that is neither localhost nor its address. Repeatable.")
    private List<String> hosts = List.of();

    @Option(
            names = "--users-file",
            paramLabel = "FILE",
            description = "File of those who may log in, which every other address than this machine's own takes; wins"
                    + " over MONGOHAUL_USERS_FILE. 'mongohaul password' makes its lines.")
    private @Nullable Path usersFile;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Serving serving = new Serving(
                address,
                port,
                jobs.files(),
                access(),
                users(),
                spec.commandLine().getErr());
        return UntilSignal.during(ended -> {
            serving.until(ended, mongo.uriFile().orElse(null));
            return ExitCode.COMPLETED.value();
        });
    }

    private Access access() {
        if (address.isBlank()) {
            throw new UsageException("--address= names none; 0.0.0.0 is every address of this machine");
        }
        return Access.of(address, hosts, users());
    }

    private Optional<Path> users() {
        return Optional.ofNullable(usersFile)
                .or(() -> Optional.ofNullable(System.getenv(USERS_FILE)).map(Path::of));
    }
}
