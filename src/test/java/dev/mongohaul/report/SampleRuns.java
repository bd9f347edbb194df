package dev.mongohaul.report;

import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Instant;
import java.util.List;

/** Figures of runs. */
public final class SampleRuns {

    public static final RunReport DONE = new RunReport(
            1042,
            7,
            "products",
            RunStatus.COMPLETED_WITH_REJECTS,
            null,
            "shop.products",
            "replace",
            List.of("/in/a.csv", "/in/b.csv"),
            Instant.parse("2026-11-20T02:30:00Z"),
            Instant.parse("2026-11-20T02:30:12.345Z"),
            new RunSummary(
                    12.345,
                    1_234_567,
                    new Counts(3_000_000, 2_999_990, 5, 4, 1),
                    new Counts(2_000_000, 1_999_990, 5, 4, 1),
                    null,
                    null,
                    new PhaseSeconds(1.5, 2.25, 8, 0.5, 0),
                    List.of()));

    public static final RunReport EARLY = new RunReport(
            3,
            2,
            "orders",
            RunStatus.FAILED,
            "The input is gone",
            null,
            null,
            List.of(),
            Instant.parse("2026-11-20T02:30:00Z"),
            null,
            new RunSummary(0, 0, Counts.NONE, Counts.NONE, null, null, new PhaseSeconds(0, 0, 0, 0, 0), List.of()));

    private SampleRuns() {}
}
