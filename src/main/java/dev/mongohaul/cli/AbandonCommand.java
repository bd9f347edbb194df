package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.run.RunCommand;
import dev.mongohaul.cli.session.Session;
import picocli.CommandLine.Command;

@Command(
        name = "abandon",
        description = {
            "Give up an unfinished import. Its documents stay.",
            "The import cannot be restarted afterwards. The next import of the same files starts from the beginning."
        },
        exitCodeList = {
            "0:completed",
            "1:failed",
            "2:wrong command, or the import is already finished or abandoned",
            "13:another process runs this import"
        },
        footer = {"  mongohaul abandon 42", "  mongohaul abandon 42 && mongohaul import orders"})
final class AbandonCommand extends RunCommand {

    @Override
    public Integer call() {
        try (Session session = mongo.open(spec)) {
            out().println(session.control().abandon(id, invocation().workingDirectory()));
        }
        return ExitCode.COMPLETED.value();
    }
}
