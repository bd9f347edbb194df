package dev.mongohaul.report.render;

import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.RunReport.PhaseSeconds;
import dev.mongohaul.report.RunReport.RunDetails;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.render.ReportView.Fact;
import dev.mongohaul.report.render.ReportView.Grid;
import dev.mongohaul.report.render.ReportView.Section;
import dev.mongohaul.repository.Counts;
import java.util.ArrayList;
import java.util.List;

/** Layouts of runs. */
public final class RunView {

    private RunView() {}

    /** Cells that were dropped or padded have columns only if there are any. */
    private static Grid.Columns<RunReport> columns(List<RunReport> runs) {
        Grid.Columns<RunReport> columns = new Grid.Columns<RunReport>()
                .number("run", RunReport::run)
                .number("import", RunReport::importNumber)
                .word("job", RunReport::job)
                .outcome("status", Grid.Kind.WORD, RunReport::status)
                .word("started", run -> Words.time(run.started()))
                .figure("seconds", run -> Words.seconds(run.seconds()))
                .number("read", run -> run.counts().read())
                .number("written", run -> run.counts().written())
                .number("there", run -> run.counts().alreadyThere())
                .number("rejected", run -> run.counts().rejected());
        if (runs.stream().anyMatch(run -> !run.counts().cells().equals(Counts.Cells.NONE))) {
            columns = columns.number(
                            "cells dropped", run -> run.counts().cells().dropped())
                    .number("padded", run -> run.counts().cells().padded());
        }
        return columns.number("records/s", RunReport::recordsPerSecond);
    }

    /** Lays out one row per run. */
    public static ReportView recent(List<RunReport> runs) {
        return new ReportView("Recent runs", List.of(section("", runs)));
    }

    static Section section(String title, List<RunReport> runs) {
        return runs.isEmpty()
                ? Section.ofNote(title, "No run yet. Start one with 'mongohaul import JOB'.")
                : Section.of(title, columns(runs).of(runs));
    }

    /** Lays out one run in detail, with one row per run of its import. */
    public static ReportView of(RunDetails details) {
        RunReport run = details.run();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", facts(run)));
        sections.add(runs(run.importNumber(), details.runs()));
        sections.addAll(ContentSections.of(details.conditions(), details.contents()));
        return new ReportView(Words.format("Run %d of %s", run.run(), run.job()), sections);
    }

    private static List<Fact> facts(RunReport run) {
        return new Fact.Collected()
                .and("run", Words.format("%d (import %d of %s)", run.run(), run.importNumber(), run.job()))
                .and("status", run.status())
                .and("reason", run.reason())
                .and("files", ContentSections.files(run.files()))
                .and("target", run.target() == null ? null : run.operation() + " into " + run.target())
                .and("started", Words.time(run.started()))
                .and("ended", Words.time(run.ended()))
                .and("this run", Words.counts(run.counts()))
                .and("whole import", Words.counts(run.total()))
                .and("time", spent(run.times()))
                .list();
    }

    /** Failed runs have their reasons. */
    static Section runs(long importNumber, List<RunReport> runs) {
        boolean failed = runs.stream().anyMatch(run -> run.reason() != null);
        Grid.Columns<RunReport> columns = columns(runs);
        return Section.of(
                "Runs of import " + importNumber,
                (failed ? columns.text("reason", RunReport::reason) : columns).of(runs));
    }

    static String spent(PhaseSeconds times) {
        return Words.format(
                "reading %,.1f s, mapping %,.1f s, writing %,.1f s, waiting %,.1f s, in all partitions together",
                times.reading(), times.mapping(), times.writing(), times.waiting());
    }
}
