package dev.mongohaul.cli.command;

import dev.mongohaul.job.launch.ImportRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives a run's command once more, for the very files that it read. */
@Command(
        name = "restart",
        description = "Continue the import of a run that failed or was stopped.",
        footer = {"", "Example: mongohaul restart 42 rejects.limit=100"})
public final class RestartCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "The run's number, as 'mongohaul report' lists it.")
    private long id;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "A setting of the job file, in place of what the run's command said.")
    private List<String> parameters = List.of();

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        return mongo.runner(spec).run(asked()).value();
    }

    private ImportRequest asked() {
        try (Session session = mongo.open(spec)) {
            return session.control().restart(folder.files(), id, parameters);
        }
    }
}
