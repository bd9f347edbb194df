package dev.mongohaul.report.render;

import dev.mongohaul.report.History.Medians;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.ImportSummary.Change;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.JobReport.JobHistory;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.report.Words;
import dev.mongohaul.report.render.LineChart.Curve;
import dev.mongohaul.report.render.ReportView.Fact;
import dev.mongohaul.report.render.ReportView.Grid;
import dev.mongohaul.report.render.ReportView.Section;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Layouts of jobs and of the history of one job. */
public final class JobView {

    private static final Grid.Columns<JobReport> JOBS = new Grid.Columns<JobReport>()
            .word("job", JobReport::job)
            .number("imports", JobReport::importCount)
            .outcome("last", Grid.Kind.WORD, ofLast(ImportView::status))
            .word("started", ofLast(last -> Words.time(last.started())))
            .figure("seconds", ofLast(last -> Words.seconds(last.seconds())))
            .figure("rejected", ofLast(last -> Words.number(last.counts().rejected())))
            .figure("records/s", ofLast(last -> Words.number(last.recordsPerSecond())))
            .figure("usual seconds", ofUsual(usual -> Words.seconds(usual.seconds())))
            .figure("usual records/s", ofUsual(usual -> Words.rounded(usual.recordsPerSecond())))
            .outcome("last slot", Grid.Kind.TEXT, job -> job.slot() == null ? null : slot(job.slot()));

    private static final Grid.Columns<ImportSummary> IMPORTS = new Grid.Columns<ImportSummary>()
            .number("import", ImportSummary::importNumber)
            .outcome("status", Grid.Kind.WORD, ImportView::status)
            .word("started", past -> Words.time(past.started()))
            .number("runs", past -> past.runs().size())
            .number("read", past -> past.counts().read())
            .figure("±", change(Change::records))
            .number("rejected", past -> past.counts().rejected())
            .figure("±", change(Change::rejects))
            .figure("seconds", past -> Words.seconds(past.seconds()))
            .figure("±", change(Change::seconds))
            .number("records/s", ImportSummary::recordsPerSecond)
            .figure("±", change(Change::recordsPerSecond))
            .text("input", JobView::input);

    private static final Grid.Columns<SlotReport> SLOTS = new Grid.Columns<SlotReport>()
            .word("time", slot -> Words.time(slot.time()))
            .outcome("outcome", Grid.Kind.WORD, JobView::state)
            .figure("run", slot -> slot.run() == null ? null : Words.number(slot.run()))
            .text("reason", SlotReport::reason);

    private JobView() {}

    /** Lays out one row per job. */
    public static ReportView all(List<JobReport> jobs) {
        return new ReportView("All jobs", List.of(section("", jobs)));
    }

    /** Lays out all jobs and recent runs. */
    public static ReportView overview(List<JobReport> jobs, List<RunReport> runs) {
        return new ReportView("Imports", List.of(section("All jobs", jobs), RunView.section("Recent runs", runs)));
    }

    private static Section section(String title, List<JobReport> jobs) {
        return jobs.isEmpty()
                ? Section.ofNote(title, "No job has been run yet. Run one with 'mongohaul import JOB'.")
                : Section.of(title, JOBS.of(jobs));
    }

    /** Lays out a job with one row per import. */
    public static ReportView of(JobHistory history) {
        JobReport job = history.job();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of(
                "",
                new Fact.Collected()
                        .and("job", job.job())
                        .and("imports", Words.format("%,d", job.importCount()))
                        .and("usual", job.usual() == null ? null : usual(job.usual()))
                        .and("last slot", job.slot() == null ? null : slot(job.slot()))
                        .list()));
        if (!history.imports().isEmpty()) {
            sections.add(Section.of(
                            "Imports, the newest first",
                            IMPORTS.of(history.imports()),
                            "± is against the median of the completed imports before, where there are three or more.")
                    .with(curves(history.imports())));
        }
        if (!history.slots().isEmpty()) {
            sections.add(Section.of("Slots of its schedule, the newest first", SLOTS.of(history.slots())));
        }
        return new ReportView("History of " + job.job(), sections);
    }

    private static List<Curve> curves(List<ImportSummary> newestFirst) {
        List<ImportSummary> completed = new ArrayList<>(newestFirst.stream()
                .filter(past -> "completed".equals(past.state()))
                .toList());
        Collections.reverse(completed);
        return completed.isEmpty()
                ? List.of()
                : List.of(
                        curve("Seconds", completed, ImportSummary::seconds),
                        curve("Records per second", completed, past -> (double) past.recordsPerSecond()));
    }

    private static Curve curve(String title, List<ImportSummary> completed, ToDoubleFunction<ImportSummary> figure) {
        return new Curve(
                title,
                completed.stream()
                        .map(past -> new Curve.Point(
                                past.started(),
                                figure.applyAsDouble(past),
                                past.counts().rejected() > 0))
                        .toList());
    }

    private static String usual(Medians usual) {
        return Words.format(
                "%,.1f s, %,.0f records, %,.0f rejects, %,.0f records/s: medians of %d completed imports",
                usual.seconds(), usual.records(), usual.rejects(), usual.recordsPerSecond(), usual.imports());
    }

    private static String slot(SlotReport slot) {
        String text = slot.outcome() + " " + Words.time(slot.time());
        return slot.reason() == null ? text : text + ": " + slot.reason();
    }

    private static String state(SlotReport slot) {
        return slot.others() == 0
                ? slot.outcome()
                : slot.outcome() + Words.format(", and %,d before it", slot.others());
    }

    private static String input(ImportSummary past) {
        String file = past.file() == null ? "" : past.file();
        return past.fileCount() < 2 ? file : file + Words.format(" and %,d more", past.fileCount() - 1);
    }

    private static Function<ImportSummary, @Nullable String> change(Function<Change, Change.Figure> figure) {
        return past -> past.change() == null ? null : Words.percent(figure.apply(past.change()));
    }

    private static Function<JobReport, @Nullable String> ofLast(Function<ImportSummary, @Nullable String> cell) {
        return job -> job.last() == null ? null : cell.apply(job.last());
    }

    private static Function<JobReport, @Nullable String> ofUsual(Function<Medians, @Nullable String> cell) {
        return job -> job.usual() == null ? null : cell.apply(job.usual());
    }
}
