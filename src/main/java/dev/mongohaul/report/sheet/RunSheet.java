package dev.mongohaul.report.sheet;

import dev.mongohaul.report.PhaseSeconds;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.detail.RunDetails;
import dev.mongohaul.repository.Counts;
import java.util.ArrayList;
import java.util.List;

/** Lays out runs. */
public final class RunSheet {

    private RunSheet() {}

    /** With cells that were dropped or padded where there are any. */
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

    /** A line a run. */
    public static Sheet recent(List<RunReport> runs) {
        return new Sheet("Recent runs", List.of(section("", runs)));
    }

    static Section section(String title, List<RunReport> runs) {
        return runs.isEmpty()
                ? Section.ofNote(title, "No run yet: 'mongohaul import JOB' makes one.")
                : Section.of(title, columns(runs).of(runs));
    }

    /** One run in full, and a line for each try of its import. */
    public static Sheet of(RunDetails details) {
        RunReport run = details.run();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", facts(run)));
        sections.add(tries(run.importNumber(), details.tries()));
        sections.addAll(ContentSections.of(details.conditions(), details.contents()));
        return new Sheet(Words.format("Run %d of %s", run.run(), run.job()), sections);
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

    /** With the reasons of those that failed, if there are any. */
    static Section tries(long importNumber, List<RunReport> tries) {
        boolean failed = tries.stream().anyMatch(run -> run.reason() != null);
        Grid.Columns<RunReport> columns = columns(tries);
        return Section.of(
                "All tries of import " + importNumber,
                (failed ? columns.text("reason", RunReport::reason) : columns).of(tries));
    }

    static String spent(PhaseSeconds times) {
        return Words.format(
                "reading %,.1f s, mapping %,.1f s, writing %,.1f s, waiting %,.1f s, in all pieces together",
                times.reading(), times.mapping(), times.writing(), times.waiting());
    }
}
