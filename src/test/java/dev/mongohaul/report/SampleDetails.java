package dev.mongohaul.report;

import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.report.figure.Change;
import dev.mongohaul.report.figure.ChangedFigure;
import dev.mongohaul.report.figure.ImportOutcome;
import dev.mongohaul.report.figure.ImportTimes;
import dev.mongohaul.report.figure.ImportedInput;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.Decision;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.TargetServer;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Details of sample runs. */
public final class SampleDetails {

    public static final ImportSummary SUMMARY = new ImportSummary(
            7,
            "products",
            new ImportOutcome(RunStatus.COMPLETED_WITH_REJECTS, "completed", List.of()),
            new ImportedInput("shop.products", "replace", "/in/a.csv", 2),
            new ImportTimes(List.of(1041L, 1042L), SampleRuns.DONE.started(), SampleRuns.DONE.ended(), 20.5, 1_000_000),
            SampleRuns.DONE.summary().counts(),
            null,
            new Change(
                    17,
                    new ChangedFigure(10, 105.0),
                    new ChangedFigure(3_000_000, 0.0),
                    new ChangedFigure(0, null),
                    new ChangedFigure(2_000_000, -50.0)));

    private SampleDetails() {}

    /** A run whose import has one finished and one unfinished partition. */
    public static RunDetails of(RunReport run) {
        return new RunDetails(run, "completed", List.of(run), conditions(), contents(), List.of());
    }

    /** An import of one run. */
    public static ImportReport anImport() {
        return new ImportReport(
                SUMMARY,
                List.of("/in/a.csv", "/in/b.csv"),
                new PhaseSeconds(3, 4.5, 16, 1, 90),
                List.of(SampleRuns.DONE),
                conditions(),
                contents(),
                List.of(new FileReport(
                        "/in/a.csv",
                        "shop.products",
                        5000,
                        SampleRuns.DONE.started(),
                        "completed",
                        null,
                        1041L,
                        SampleRuns.DONE.started(),
                        "/done/a.csv",
                        false)));
    }

    private static ImportConditions conditions() {
        return new ImportConditions(
                JsonMapper.shared()
                        .readTree(
                                "{\"write\": {\"writer\": \"direct\", \"match\": [], \"upsert\": null, \"chunk-size\":"
                                        + " 2000}, \"partition\": {\"grid-size\": 4}}"),
                new TargetServer("8.0.4", "replica-set", List.of("db1:27017", "db2:27017")));
    }

    private static ReportContents contents() {
        Counts first = new Counts(1000, 994, 1, 4, 1);
        return new ReportContents(
                "/jobs/products.yml",
                List.of("chunk-size=2000"),
                List.of(
                        new PartitionReport(
                                List.of("/in/a.csv"), 0, 5000, 5000, "finished", first, null, 2.5, 400L, null),
                        new PartitionReport(
                                List.of("/in/a.csv", "/in/b.csv"),
                                5000,
                                9000,
                                5000,
                                "open",
                                Counts.NONE,
                                null,
                                null,
                                null,
                                null)),
                new RejectReasons(
                        4,
                        List.of(new RejectGroup(
                                "is not an int32",
                                "stock",
                                null,
                                3,
                                List.of(
                                        new RejectSample("/in/a.csv", 7, "x", "\"x\" is not an int32"),
                                        new RejectSample("/in/a.csv", 9, "y", "\"y\" is not an int32")))),
                        1,
                        List.of(20L, 30L)),
                null,
                null,
                null,
                List.of(),
                null,
                List.of(new Decision(
                        "fields.zip",
                        "string",
                        "leading zeros",
                        "fields.zip is string: leading zeros.",
                        List.of("int32: all 2 cells"))));
    }
}
