package dev.mongohaul.retention;

import com.mongodb.client.MongoClient;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.mongo.TransientServerException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/** Removal of old imports and slots by the retention of their jobs. Thread-safe. */
public record Housekeeping(JobFiles files, Pruner pruner, ImportProperties limits, MongoConnections connections) {

    /** Shortest age of a removed import: younger ones may have pending notifications. */
    public static final Duration SHORTEST = JobFile.SHORTEST_RETENTION;

    /** Age at which a temporary database is no longer needed; a case of a comparison takes minutes. */
    private static final Duration LONGEST_COMPARISON = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    /** Removes old data every hour. A failure is logged, and the next attempt follows an hour later. */
    @Scheduled(initialDelay = 1, fixedDelay = 60, timeUnit = TimeUnit.MINUTES)
    void removeOld() {
        try {
            run().stream()
                    .filter(Pruned::isSomething)
                    .forEach(pruned -> LOG.info("{}: {} removed", pruned.job(), pruned.text()));
            dropLeftDatabases(false);
            removeCopies(false);
        } catch (RuntimeException e) {
            LOG.atLevel(pruner.retries().level(e))
                    .log(
                            "Old imports could not be removed; the next attempt follows in an hour: {}",
                            TransientServerException.problem(e));
        }
    }

    /**
     * Prunes each job by its retention. A job whose file has none, or cannot be read, is left as it is.
     *
     * @return what was removed of each job that has a retention
     */
    public List<Pruned> run() {
        List<Pruned> pruned = new ArrayList<>();
        jobFiles().values().forEach(file -> {
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
        return prune(job, jobFiles().get(job), age, dryRun);
    }

    private Pruned prune(String job, @Nullable JobFile file, Duration age, boolean dryRun) {
        if (age.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(age + " is too short");
        }
        return pruner.prune(job, pruner.serverTime().minus(age), file == null ? null : exports(file), dryRun);
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

    /**
     * Removes local copies of remote files that were not used for a day: a killed process has left them.
     *
     * @param dryRun whether to count the bytes only
     * @return their bytes
     */
    public long removeCopies(boolean dryRun) {
        return InputSources.sweepCopies(limits.inputRules(), files.workingDirectory(), dryRun);
    }

    /** Returns the job files that can be read, by job name. */
    private Map<String, JobFile> jobFiles() {
        return files.list().stream()
                .flatMap(listed -> listed.job().stream())
                .collect(Collectors.toMap(JobFile::name, Function.identity()));
    }

    /** Returns the temporary databases that a killed comparison left on the server of the data, and drops them. */
    public List<String> dropLeftDatabases(boolean dryRun) {
        return dropDatabases(connections.data().client(), pruner.serverTime().minus(LONGEST_COMPARISON), dryRun);
    }

    /** Drops the temporary databases that were created before a time, as far as the user may see them. */
    static List<String> dropDatabases(MongoClient client, Instant before, boolean dryRun) {
        List<String> names = new ArrayList<>();
        client.listDatabases().nameOnly(true).authorizedDatabasesOnly(true).forEach(database -> {
            String name = database.getString("name");
            if (ThrowAwayDatabases.timeOf(name).filter(before::isAfter).isPresent()) {
                names.add(name);
            }
        });
        if (!dryRun) {
            names.forEach(name -> client.getDatabase(name).drop());
        }
        return names;
    }
}
