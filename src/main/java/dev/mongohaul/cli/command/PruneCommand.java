package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.retention.Housekeeping;
import dev.mongohaul.retention.Housekeeping.ServerTime;
import dev.mongohaul.retention.LeftoverDatabases;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.retention.Pruner.Pruned;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Forgets old imports, as {@code serve} does every hour. */
@Command(
        name = "prune",
        description = {
            "Forget imports that ended long ago, with their runs, rejects, exported reject files and slots.",
            "How long ago is the job's retention, or --older-than. Documents that were loaded stay. Content whose import is"
                    + " forgotten is loaded again when it is given again. Never forgotten: unfinished imports, and the last"
                    + " completed one."
        },
        footer = {"", "Example: mongohaul prune products --older-than=90d --dry-run"})
public final class PruneCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "JOB",
            arity = "0..*",
            description = "The jobs; all that have a retention, or with --older-than all, where none is named.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            converter = Age.class,
            description = "How long ago, such as 90d, in place of the jobs' retention; at least 1d.")
    private @Nullable Duration olderThan;

    @Option(names = "--dry-run", description = "Print what would be removed, and remove nothing.")
    private boolean dryRun;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    /** Converter of an age, as in job files. */
    static final class Age implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            try {
                Duration age = DurationStyle.detectAndParse(text);
                if (age.compareTo(Housekeeping.SHORTEST) >= 0) {
                    return age;
                }
            } catch (IllegalArgumentException | ArithmeticException e) {
                // The message below says what is allowed.
            }
            throw new TypeConversionException("\"" + text + "\" is not an age of at least 1d, such as 90d");
        }
    }

    @Override
    public Integer call() {
        try (Session session = mongo.open(spec)) {
            Housekeeping housekeeping = new Housekeeping(
                    jobs.files(),
                    session.bean(Pruner.class),
                    session.bean(ImportProperties.class),
                    session.bean(ServerTime.class));
            Map<String, Duration> ages = ages(housekeeping.retentions());
            ages.forEach((job, age) -> print(housekeeping.prune(job, age, dryRun)));
            if (ages.isEmpty()) {
                out().println("No job has a retention: --older-than=90d forgets what is older of all jobs.");
            }
            dropLeftDatabases(session);
        }
        return ExitCode.COMPLETED.value();
    }

    /** Returns the age of the imports to forget by job. */
    private Map<String, Duration> ages(Map<String, Optional<Duration>> retentions) {
        Map<String, Duration> ages = new LinkedHashMap<>();
        for (String job : names.isEmpty() ? retentions.keySet() : names) {
            Optional<Duration> retention = retentions.get(job);
            if (retention == null) {
                throw new UsageException(
                        "There is no job \"%s\", and no import of one; 'mongohaul jobs' lists the jobs".formatted(job));
            }
            Optional<Duration> age = Optional.ofNullable(olderThan).or(() -> retention);
            if (age.isEmpty() && !names.isEmpty()) {
                throw new UsageException(
                        "%s has no retention: add one to its file, or say how old, such as --older-than=90d"
                                .formatted(job));
            }
            age.ifPresent(found -> ages.put(job, found));
        }
        return ages;
    }

    private void print(Pruned pruned) {
        if (pruned.isSomething()) {
            out().printf("%s: %s %s%n", pruned.job(), pruned.text(), dryRun ? "would be removed" : "removed");
        } else {
            out().printf("%s: nothing is that old%n", pruned.job());
        }
    }

    private void dropLeftDatabases(Session session) {
        LeftoverDatabases databases = LeftoverDatabases.on(session.bean(MongoConnections.class));
        List<String> left =
                databases.madeBefore(session.bean(ServerTime.class).instant().minus(LeftoverDatabases.LONGEST));
        if (!dryRun) {
            databases.drop(left);
        }
        left.forEach(name -> out().printf("compare: database %s %s%n", name, dryRun ? "would be removed" : "removed"));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
