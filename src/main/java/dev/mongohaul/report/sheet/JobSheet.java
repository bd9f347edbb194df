package dev.mongohaul.report.sheet;

import dev.mongohaul.report.Change;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.Medians;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.report.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Lays out jobs, and the history of one. */
public final class JobSheet {

    private static final Grid.Columns<JobReport> JOBS = new Grid.Columns<JobReport>()
            .word("job", JobReport::job)
            .number("imports", JobReport::importCount)
            .outcome("last", Grid.Kind.WORD, ofLast(ImportSheet::status))
            .word("started", ofLast(last -> Words.time(last.started())))
            .figure("seconds", ofLast(last -> Words.seconds(last.seconds())))
            .figure("rejected", ofLast(last -> Words.number(last.counts().rejected())))
            .figure("records/s", ofLast(last -> Words.number(last.recordsPerSecond())))
            .figure("usual seconds", ofUsual(usual -> Words.seconds(usual.seconds())))
            .figure("usual records/s", ofUsual(usual -> Words.rounded(usual.recordsPerSecond())))
            .outcome("last slot", Grid.Kind.TEXT, job -> job.slot() == null ? null : slot(job.slot()));

    private static final Grid.Columns<ImportSummary> IMPORTS = new Grid.Columns<ImportSummary>()
            .number("import", ImportSummary::importNumber)
            .outcome("status", Grid.Kind.WORD, ImportSheet::status)
            .word("started", past -> Words.time(past.started()))
            .number("tries", past -> past.runs().size())
            .number("read", past -> past.counts().read())
            .figure("±", change(Change::records))
            .number("rejected", past -> past.counts().rejected())
            .figure("±", change(Change::rejects))
            .figure("seconds", past -> Words.seconds(past.seconds()))
            .figure("±", change(Change::seconds))
            .number("records/s", ImportSummary::recordsPerSecond)
            .figure("±", change(Change::recordsPerSecond))
            .text("input", JobSheet::input);

    private static final Grid.Columns<SlotReport> SLOTS = new Grid.Columns<SlotReport>()
            .word("time", slot -> Words.time(slot.time()))
            .outcome("what became of it", Grid.Kind.WORD, JobSheet::state)
            .figure("run", slot -> slot.run() == null ? null : Words.number(slot.run()))
            .text("reason", SlotReport::reason);

    private JobSheet() {}

    /** A line a job. */
    public static Sheet all(List<JobReport> jobs) {
        return new Sheet("All jobs", List.of(section("", jobs)));
    }

    /** All jobs, then recent runs. */
    public static Sheet overview(List<JobReport> jobs, List<RunReport> runs) {
        return new Sheet("Imports", List.of(section("All jobs", jobs), RunSheet.section("Recent runs", runs)));
    }

    private static Section section(String title, List<JobReport> jobs) {
        return jobs.isEmpty()
                ? Section.ofNote(title, "No job has been run yet: 'mongohaul import JOB' does.")
                : Section.of(title, JOBS.of(jobs));
    }

    /** A job's imports, a line each. */
    public static Sheet of(JobHistory history) {
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
        return new Sheet("History of " + job.job(), sections);
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
