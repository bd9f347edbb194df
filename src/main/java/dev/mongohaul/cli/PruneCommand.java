package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.report.Since;
import dev.mongohaul.retention.Housekeeping;
import dev.mongohaul.retention.Pruned;
import dev.mongohaul.retention.Pruner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Command that removes old imports, as {@code serve} does every hour. */
@Command(
        name = "prune",
        description = {
            "Remove old imports from the history. Documents stay.",
            "prune removes imports that are older than the retention of their job, with their runs, rejects and exported"
                    + " files. It keeps unfinished imports, and the last completed import of each job.",
            "The files of a removed import stay known for 400 days: a job that would add their records a second time refuses"
                    + " or skips them."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command or job; nothing was removed"},
        footer = {"  mongohaul prune --dry-run", "  mongohaul prune products --older-than=90d"})
final class PruneCommand extends ConsoleCommand {

    @Parameters(
            paramLabel = "JOB",
            arity = "0..*",
            description = "Names of jobs. Default: all jobs with a retention; with --older-than, all jobs.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            converter = Age.class,
            description = "Age from which imports are removed, such as 90d, instead of the retention. At least 1d.")
    private @Nullable Duration olderThan;

    @Option(names = "--dry-run", description = "Show what would be removed, and remove nothing.")
    private boolean dryRun;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    static final class Age implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            try {
                Duration age = Since.age(text);
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
                    session.bean(MongoConnections.class));
            Map<String, Duration> ages = ages(housekeeping.retentions());
            ages.forEach((job, age) -> print(housekeeping.prune(job, age, dryRun)));
            if (ages.isEmpty()) {
                out().println("No job has a retention. Use --older-than=90d to remove older imports of all jobs.");
            }
            dropLeftDatabases(housekeeping);
            long copies = housekeeping.removeCopies(dryRun);
            if (copies > 0) {
                out().printf(
                                Locale.ROOT,
                                "remote files: copies with %,d bytes %s%n",
                                copies,
                                dryRun ? "would be removed" : "removed");
            }
        }
        return ExitCode.COMPLETED.value();
    }

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

    private void dropLeftDatabases(Housekeeping housekeeping) {
        String done = dryRun ? "would be removed" : "removed";
        housekeeping.dropLeftDatabases(dryRun).forEach(name -> out().printf("compare: database %s %s%n", name, done));
    }
}
