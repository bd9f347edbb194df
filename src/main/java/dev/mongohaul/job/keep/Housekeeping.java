package dev.mongohaul.job.keep;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Forgets what jobs do not want to be remembered any longer. Thread-safe. */
public final class Housekeeping {

    /** What is younger is not forgotten, whoever asks: it may not be told yet. */
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
     * Forgets by the retention of each job. A job whose file has none, or cannot be read, is left as it is.
     *
     * @return what was forgotten of each job that has a retention
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
     * How long each job is remembered that has a file, or of which something is known; empty where no file says so, or
     * none can be read.
     */
    public Map<String, Optional<Duration>> retentions() {
        Map<String, Optional<Duration>> retentions = new TreeMap<>();
        pruner.jobs().forEach(job -> retentions.put(job, Optional.empty()));
        files.list()
                .forEach(listed -> retentions.put(listed.name(), listed.job().map(JobFile::retention)));
        return retentions;
    }

    /**
     * Forgets of one job what is older.
     *
     * @param age at least {@link #SHORTEST}
     * @param dryRun whether to count only what would be forgotten
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

    /** Where imports may not write, nothing is removed either. */
    private @Nullable Path exports(JobFile file) {
        try {
            limits.requireOutput(file.rejects().directory());
            return file.rejects().directory();
        } catch (InputException e) {
            return null;
        }
    }

    /** Those that can be read, by the names of the jobs. */
    private Map<String, JobFile> files() {
        return files.list().stream()
                .flatMap(listed -> listed.job().stream())
                .collect(Collectors.toMap(JobFile::name, Function.identity()));
    }
}
