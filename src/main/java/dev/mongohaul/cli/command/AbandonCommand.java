package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives up an import that did not finish. */
@Command(
        name = "abandon",
        description = "Give up the unfinished import of a run. What it wrote stays; it is not continued any more.",
        footer = {"", "Example: mongohaul abandon 42"})
public final class AbandonCommand implements Callable<Integer> {

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
        try (Session session = mongo.open(spec)) {
            spec.commandLine().getOut().println(session.control().abandon(id));
        }
        return ExitCode.COMPLETED.value();
    }
}
