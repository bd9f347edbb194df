package dev.mongohaul.cli;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.RunCommand;
import dev.mongohaul.cli.session.ImportNotices;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.ResultOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.repository.plan.ImportState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "restart",
        description = "Continue the import of a run that failed or was stopped.",
        exitCodeList = {
            "0:completed, or nothing to do",
            "1:failed; the same command continues the import",
            "2:wrong command, run, setting or input; nothing was written",
            "10:completed with rejects",
            "11:stopped; the same command continues the import",
            "12:a limit of the job was exceeded, which the message names; the same command with another limit continues",
            "13:another process runs this import",
            "14:imported, but the verification found differences, or it cannot be known whether there are any"
        },
        footer = {"  mongohaul restart 42", "  mongohaul restart 42 rejects.limit=5%%"})
final class RestartCommand extends RunCommand {

    @Parameters(index = "1..*", paramLabel = "NAME=VALUE", description = "Setting that replaces one of the run.")
    private List<String> parameters = List.of();

    @Option(
            names = "--allow-loss",
            paramLabel = "N",
            description =
                    "Let a swap or snapshot remove up to N documents that its input lacks (write.max-loss). They are counted again.")
    private @Nullable Long allowedLoss;

    @Mixin
    private JobFolder folder;

    @Mixin
    private ResultOptions results;

    @Override
    public Integer call() {
        if (allowedLoss != null) {
            parameters = Stream.concat(parameters.stream(), Stream.of("write.max-loss=" + requireCount(allowedLoss)))
                    .toList();
        }
        Optional<ImportRequest> asked = asked();
        return (asked.isPresent()
                        ? ImportNotices.during(
                                invocation(),
                                asked.get().file().name(),
                                notices -> mongo.runner(spec, results).run(asked.get(), notices))
                        : new ImportRunner(mongo.server(spec), results).undo(id, false, folder))
                .value();
    }

    private static long requireCount(long number) {
        if (number < 0) {
            throw new UsageException("--allow-loss=" + number + " is not a number of documents, 0 or more");
        }
        return number;
    }

    /** Returns the request of the import; empty if it is an undo. */
    private Optional<ImportRequest> asked() {
        try (Session session = mongo.open(spec)) {
            RunControl control = session.control();
            if (allowedLoss != null && control.planOf(id).state() == ImportState.COMPLETED) {
                throw new UsageException(
                        "The import of run %d is completed: --allow-loss has no effect. Import the corrected input"
                                .formatted(id));
            }
            return control.isUndo(id, parameters)
                    ? Optional.empty()
                    : Optional.of(control.restart(folder.files(), id, parameters));
        }
    }
}
