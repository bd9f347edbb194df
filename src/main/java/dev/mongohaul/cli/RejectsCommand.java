package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.run.RunCommand;
import dev.mongohaul.cli.session.Session;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "rejects",
        description = {
            "Write the rejected records of an import to standard output.",
            "The output is CSV with the header of the input. The records are the same bytes as in the input."
        },
        exitCodeList = {"0:completed, or there is no reject", "1:failed", "2:wrong command, charset or run"},
        footer = {
            "  mongohaul rejects 42 > corrected.csv",
            "  mongohaul rejects 42 --charset=ISO-8859-1 > corrected.csv"
        })
final class RejectsCommand extends RunCommand {

    @Option(
            names = "--charset",
            paramLabel = "NAME",
            description = "Write only records of inputs in this charset. Needed if the inputs have several charsets.")
    private @Nullable String charset;

    @Override
    public Integer call() throws IOException {
        try (Session session = mongo.open(spec)) {
            OutputStream out = new BufferedOutputStream(invocation().out());
            if (!session.control().writeRejects(id, charset, out)) {
                err().printf("Run %d has no rejects%n", id);
            }
            out.flush();
        }
        return ExitCode.COMPLETED.value();
    }
}
