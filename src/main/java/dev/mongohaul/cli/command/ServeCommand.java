package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.run.Serving;
import dev.mongohaul.cli.run.UntilSignal;
import java.util.concurrent.Callable;
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
        footer = {"", "Example: mongohaul serve --jobs=jobs"})
public final class ServeCommand implements Callable<Integer> {

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

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Serving serving =
                new Serving(address, port, jobs.files(), spec.commandLine().getErr());
        return UntilSignal.during(ended -> {
            serving.until(ended, mongo.uriFile().orElse(null));
            return ExitCode.COMPLETED.value();
        });
    }
}
