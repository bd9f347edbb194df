package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.cli.run.Session;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportRequest;
import dev.mongohaul.repository.PlannedInput;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        ImportPlan plan = plan();
        ImportRequest first = plan.request();
        List<String> again = Stream.of(kept(first.parameters()).stream(), parameters.stream(), Stream.of(files(plan)))
                .flatMap(part -> part)
                .toList();
        JobFile file = folder.find(first.jobFile(), again);
        return mongo.runner(spec)
                .run(
                        file,
                        new ImportRequest(first.jobFile(), again),
                        plan.identity().again() > 0)
                .value();
    }

    private ImportPlan plan() {
        try (Session session = mongo.open(spec)) {
            ImportPlan plan = session.planOf(session.run(id));
            if (plan.inputs().stream().anyMatch(input -> input.path().equals("-"))) {
                throw new UsageException("Run %d read standard input, which cannot be read again".formatted(id));
            }
            return plan;
        }
    }

    /** Of the run's parameters, those that are not given anew. */
    private List<String> kept(List<String> earlier) {
        return earlier.stream()
                .filter(parameter -> !isFiles(parameter))
                .filter(parameter -> parameters.stream().noneMatch(given -> sameName(given, parameter)))
                .toList();
    }

    /** Its files by name: a pattern may match others by now. */
    private static String files(ImportPlan plan) {
        return plan.inputs().stream()
                .map(PlannedInput::path)
                .map(path -> "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(",", "source.files=[", "]"));
    }

    private static boolean isFiles(String parameter) {
        return sameName(parameter, "files=") || sameName(parameter, "source.files=");
    }

    private static boolean sameName(String parameter, String other) {
        return lastName(parameter).equals(lastName(other));
    }

    private static String lastName(String parameter) {
        String name = parameter.substring(0, Math.max(0, parameter.indexOf('=')));
        return name.startsWith("fields.") ? name : name.substring(name.lastIndexOf('.') + 1);
    }
}
