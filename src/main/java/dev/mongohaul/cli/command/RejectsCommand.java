package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.StandardOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the rejected records of a run's import to standard output. */
@Command(
        name = "rejects",
        description = "Write the rejected records of a run's import, byte for byte, to standard output.",
        footer = {"", "Example: mongohaul rejects 42 > fix-me.csv"})
public final class RejectsCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "The run's number, as 'mongohaul report' lists it.")
    private long id;

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            description = "Where the inputs are in several charsets, that of the records to write.")
    private @Nullable String charset;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (Session session = mongo.open(spec)) {
            OutputStream out = new BufferedOutputStream(StandardOutput.OF_PROCESS);
            if (!session.control().writeRejects(id, charset, out)) {
                spec.commandLine().getErr().printf("Run %d has no rejects%n", id);
            }
            out.flush();
        }
        return ExitCode.COMPLETED.value();
    }
}
