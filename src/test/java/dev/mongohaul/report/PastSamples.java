package dev.mongohaul.report;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.PastPlan;
import dev.mongohaul.repository.run.PastRun;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Imports of the past, made by hand. */
final class PastSamples {

    static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");

    private PastSamples() {}

    /** Returns an import of one run that spent all its time on records. */
    static PastImport completed(long number, int seconds, long records, long rejects) {
        return past(
                number, ImportState.COMPLETED, false, new Counts(records, records - rejects, 0, rejects, 0), seconds);
    }

    /** Returns a completed import of corrected rejects. */
    static PastImport ofRejects(long number, int seconds, long records) {
        return past(number, ImportState.COMPLETED, true, new Counts(records, records, 0, 0, 0), seconds);
    }

    static PastImport unfinished(long number, int seconds) {
        return past(number, ImportState.UNFINISHED, false, new Counts(7, 7, 0, 0, 0), seconds);
    }

    private static PastImport past(long number, ImportState state, boolean ofRejects, Counts counts, int seconds) {
        Duration duration = Duration.ofSeconds(seconds);
        RunStatus ending = state == ImportState.COMPLETED ? RunStatus.COMPLETED : RunStatus.FAILED;
        PastRun only = new PastRun(number, ending, NIGHT, NIGHT.plus(duration), duration, duration);
        PastPlan plan = new PastPlan(number, state, "shop.products", "insert", "/in/a.csv", 1, ofRejects, counts, null);
        return new PastImport(number, "products", List.of(only), plan);
    }
}
