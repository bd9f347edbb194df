package dev.mongohaul.retention;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.retention.Pruner.Pruned;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Removal of old imports and slots by the retention of their jobs. Thread-safe. */
public final class Housekeeping {

    /** Shortest age of a removed import: younger ones may have pending notifications. */
    public static final Duration SHORTEST = JobFile.SHORTEST_RETENTION;

    private final JobFiles files;
    private final Pruner pruner;
    private final ImportProperties limits;
    private final ServerTime time;

    public Housekeeping(JobFiles files, Pruner pruner, ImportProperties limits, ServerTime time) {
        this.files = files;
        this.pruner = pruner;
        this.limits = limits;
        this.time = time;
    }

    /**
     * Prunes each job by its retention. A job whose file has none, or cannot be read, is left as it is.
     *
     * @return what was removed of each job that has a retention
     */
    public List<Pruned> run() {
        List<Pruned> pruned = new ArrayList<>();
        files().values().forEach(file -> {
            if (file.retention() != null) {
                pruned.add(prune(file.name(), file, file.retention(), false));
            }
        });
        return pruned;
    }

    /**
     * Returns the retention of each job that has a file or stored data; empty if its file has none, or none can be
     * read.
     */
    public Map<String, Optional<Duration>> retentions() {
        Map<String, Optional<Duration>> retentions = new TreeMap<>();
        pruner.jobs().forEach(job -> retentions.put(job, Optional.empty()));
        files.list()
                .forEach(listed -> retentions.put(listed.name(), listed.job().map(JobFile::retention)));
        return retentions;
    }

    /**
     * Removes the data of one job that is older than the given age.
     *
     * @param age at least {@link #SHORTEST}
     * @param dryRun whether to count the data only
     */
    public Pruned prune(String job, Duration age, boolean dryRun) {
        return prune(job, files().get(job), age, dryRun);
    }

    private Pruned prune(String job, @Nullable JobFile file, Duration age, boolean dryRun) {
        if (age.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(age + " is too short");
        }
        return pruner.prune(job, time.instant().minus(age), file == null ? null : exports(file), dryRun);
    }

    /** Returns the folder of exported files; null if imports may not write there, so that nothing is removed either. */
    private @Nullable Path exports(JobFile file) {
        try {
            limits.requireOutput(file.rejects().directory());
            return file.rejects().directory();
        } catch (InputException e) {
            return null;
        }
    }

    /** Returns the job files that can be read, by job name. */
    private Map<String, JobFile> files() {
        return files.list().stream()
                .flatMap(listed -> listed.job().stream())
                .collect(Collectors.toMap(JobFile::name, Function.identity()));
    }

    /** Clock of the JobRepository's server: a machine whose clock is years ahead would remove everything. */
    public record ServerTime(MongoDatabase database, RetryBudget retryPolicy) implements InstantSource {

        private static final Document HELLO = new Document("hello", 1);

        @Override
        public Instant instant() {
            return retryPolicy
                    .call("return its time", () -> database.runCommand(HELLO))
                    .getDate("localTime")
                    .toInstant();
        }
    }
}
