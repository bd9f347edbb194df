package dev.mongohaul.report.sheet;

import dev.mongohaul.report.Change;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.detail.ImportReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lays out one import over all its tries. */
public final class ImportSheet {

    private ImportSheet() {}

    /** Its figures, its tries, and what became of its records. */
    public static Sheet of(ImportReport report) {
        return sheet(report, ContentSections.of(report.conditions(), report.contents()));
    }

    /** The same, for a page that tells more of rejects. */
    public static Sheet besideRejects(ImportReport report) {
        return sheet(report, ContentSections.besideRejects(report.conditions(), report.contents()));
    }

    private static Sheet sheet(ImportReport report, List<Section> contents) {
        ImportSummary summary = report.summary();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", facts(report)));
        sections.add(RunSheet.tries(summary.importNumber(), report.tries()));
        sections.addAll(contents);
        return new Sheet(Words.format("Import %d of %s", summary.importNumber(), summary.job()), sections);
    }

    private static List<Fact> facts(ImportReport report) {
        ImportSummary summary = report.summary();
        return new Fact.Collected()
                .and("import", Words.format("%d of %s", summary.importNumber(), summary.job()))
                .and("status", status(summary))
                .and("files", ContentSections.files(report.files()))
                .and("target", summary.target() == null ? null : summary.operation() + " into " + summary.target())
                .and("started", Words.time(summary.started()))
                .and("ended", Words.time(summary.ended()))
                .and("records", Words.counts(summary.counts()))
                .and("seconds", Words.format("%,.1f, %,d records/s", summary.seconds(), summary.recordsPerSecond()))
                .and("change", change(summary.change()))
                .and("time", RunSheet.spent(report.times()))
                .list();
    }

    /** The state, where the last try's status does not tell. */
    static String status(ImportSummary summary) {
        return "abandoned".equals(summary.state()) ? summary.status() + ", given up" : summary.status();
    }

    private static @Nullable String change(@Nullable Change change) {
        if (change == null) {
            return null;
        }
        return Words.format(
                "seconds %s, records %s, rejects %s, records/s %s against the median of %d earlier imports",
                figure(change.seconds()),
                figure(change.records()),
                figure(change.rejects()),
                figure(change.recordsPerSecond()),
                change.imports());
    }

    private static String figure(Change.Figure figure) {
        return figure.percent() == null ? "(median 0)" : Words.percent(figure);
    }
}
