package dev.mongohaul.report.figure;

import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.PastRun;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs of an import and the time that they took.
 *
 * @param runs their numbers
 * @param started start of the first run
 * @param ended end of the last run; null while it runs
 * @param seconds of the runs together, without the time between them
 * @param recordsPerSecond while records were read and written
 */
public record ImportTimes(
        List<Long> runs, Instant started, @Nullable Instant ended, double seconds, long recordsPerSecond) {

    public static ImportTimes of(PastImport past) {
        return new ImportTimes(
                past.runs().stream().map(PastRun::run).toList(),
                past.first().started(),
                past.last().ended(),
                Figures.seconds(past),
                Figures.recordsPerSecond(past));
    }

    /** Returns the number of the last run. */
    public long lastRun() {
        return runs.get(runs.size() - 1);
    }
}
