package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Has a run end after its chunk in flight, whichever process it belongs to. */
@Command(
        name = "stop",
        description = "Stop a run after the chunk in flight, and wait for its end, up to a minute.",
        footer = {"", "Example: mongohaul stop 42"})
public final class StopCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "The run's number, as 'mongohaul report' lists it.")
    private long id;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ExitCode code;
        try (Session session = mongo.open(spec)) {
            code = new StopRequest(
                            session,
                            spec.commandLine().getOut(),
                            spec.commandLine().getErr())
                    .stop(id);
        }
        return code.value();
    }
}
