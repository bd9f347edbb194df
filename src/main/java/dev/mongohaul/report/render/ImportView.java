package dev.mongohaul.report.render;

import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.ImportSummary.Change;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.render.ReportView.Fact;
import dev.mongohaul.report.render.ReportView.Section;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Layout of one import over all its runs. */
public final class ImportView {

    private ImportView() {}

    /** Lays out its figures, runs, partitions and rejects. */
    public static ReportView of(ImportReport report) {
        return sheet(report, ContentSections.of(report.conditions(), report.contents()));
    }

    /** Lays out the same without rejects, for a page that lists them itself. */
    public static ReportView withoutRejects(ImportReport report) {
        return sheet(report, ContentSections.withoutRejects(report.conditions(), report.contents()));
    }

    private static ReportView sheet(ImportReport report, List<Section> contents) {
        ImportSummary summary = report.summary();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", facts(report)));
        sections.add(RunView.runs(summary.importNumber(), report.runs()));
        sections.addAll(contents);
        return new ReportView(Words.format("Import %d of %s", summary.importNumber(), summary.job()), sections);
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
                .and("time", RunView.spent(report.times()))
                .list();
    }

    /** Returns the status of the last run, with the state of an abandoned import. */
    static String status(ImportSummary summary) {
        return "abandoned".equals(summary.state()) ? summary.status() + ", abandoned" : summary.status();
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
