package dev.mongohaul.report.render;

import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.ImportConditions;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.PartitionReport;
import dev.mongohaul.report.ReportContents;
import dev.mongohaul.report.RunDetails;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.report.Timeline;
import dev.mongohaul.report.figure.Change;
import dev.mongohaul.report.figure.ChangedFigure;
import dev.mongohaul.report.figure.ImportOutcome;
import dev.mongohaul.report.figure.ImportedInput;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.Decision;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.TargetServer;
import dev.mongohaul.schedule.pause.Pause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** Layouts of the reports of runs, imports and jobs. */
public final class ReportLayout {

    private static final int MOST_PARTITIONS = 100;
    private static final int MOST_FILES = 20;
    private static final int MOST_RUNS = 20;
    private static final int MOST_DECISIONS = 100;

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER, YAMLWriteFeature.SPLIT_LINES)
            .enable(YAMLWriteFeature.MINIMIZE_QUOTES, YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private static GridColumns<JobReport> jobColumns(List<JobReport> jobs) {
        GridColumns<JobReport> columns = new GridColumns<JobReport>()
                .word("job", JobReport::job)
                .number("imports", JobReport::importCount)
                .outcome(
                        "last",
                        ColumnKind.WORD,
                        cell(JobReport::last, last -> last.outcome().text()))
                .word(
                        "started",
                        cell(JobReport::last, last -> Words.time(last.times().started())))
                .figure(
                        "seconds",
                        cell(JobReport::last, last -> Words.seconds(last.times().seconds())))
                .figure(
                        "rejected",
                        cell(JobReport::last, last -> Words.number(last.counts().rejected())))
                .figure(
                        "records/s",
                        cell(JobReport::last, last -> Words.number(last.times().recordsPerSecond())))
                .figure("usual seconds", cell(JobReport::usual, usual -> Words.seconds(usual.seconds())))
                .figure("usual records/s", cell(JobReport::usual, usual -> Words.rounded(usual.recordsPerSecond())))
                .outcome("last slot", ColumnKind.TEXT, cell(JobReport::slot, ReportLayout::slot));
        return jobs.stream().allMatch(job -> job.paused() == null)
                ? columns
                : columns.word("schedule", cell(JobReport::paused, ReportLayout::paused));
    }

    /** Writes since when, and by whom, a schedule is paused. */
    public static String paused(Pause pause) {
        return "paused since " + Words.time(pause.from()) + (pause.by() == null ? "" : " by " + pause.by());
    }

    private static final GridColumns<SlotReport> SLOTS = new GridColumns<SlotReport>()
            .word("time", slot -> Words.time(slot.time()))
            .outcome("outcome", ColumnKind.WORD, ReportLayout::outcome)
            .figure("run", ReportLayout::runs)
            .text("reason", SlotReport::cause);

    private static final GridColumns<Timeline.Entry> TIMELINE = new GridColumns<Timeline.Entry>()
            .word("time", entry -> Words.time(entry.time()))
            .word("job", Timeline.Entry::job)
            .outcome("status", ColumnKind.WORD, Timeline.Entry::status)
            .figure("import", cell(Timeline.Entry::run, run -> Words.number(run.importNumber())))
            .figure(
                    "run",
                    entry -> entry.run() == null
                            ? runs(Objects.requireNonNull(entry.slot()))
                            : Words.number(entry.run().run()))
            .figure(
                    "read",
                    cell(
                            Timeline.Entry::run,
                            run -> Words.number(run.summary().runCounts().read())))
            .figure(
                    "written",
                    cell(
                            Timeline.Entry::run,
                            run -> Words.number(run.summary().runCounts().written())))
            .figure(
                    "rejected",
                    cell(
                            Timeline.Entry::run,
                            run -> Words.number(run.summary().runCounts().rejected())))
            .figure(
                    "seconds",
                    cell(Timeline.Entry::run, run -> Words.seconds(run.summary().seconds())))
            .text("reason", Timeline.Entry::reason);

    private static final GridColumns<Timeline.Entry> WITHOUT_RUN = new GridColumns<Timeline.Entry>()
            .word("time", entry -> Words.time(entry.time()))
            .word("job", Timeline.Entry::job)
            .outcome("outcome", ColumnKind.WORD, Timeline.Entry::status)
            .text("reason", Timeline.Entry::reason);

    private static final GridColumns<PartitionReport> PARTITIONS = partitions();

    private static final GridColumns<PartitionReport> SHARED_PARTITIONS =
            partitions().text("worker", partition -> Objects.requireNonNullElse(partition.worker(), ""));

    private static GridColumns<PartitionReport> partitions() {
        return new GridColumns<PartitionReport>()
                .text("file", partition -> files(partition.files()))
                .number("from byte", PartitionReport::from)
                .number("to", PartitionReport::to)
                .number("done to", PartitionReport::doneTo)
                .word("state", PartitionReport::state)
                .number("read", partition -> partition.counts().read())
                .number("written", partition -> partition.counts().written())
                .number("rejected", partition -> partition.counts().rejected())
                .figure("seconds", cell(PartitionReport::seconds, Words::seconds))
                .figure("records/s", cell(PartitionReport::recordsPerSecond, Words::number));
    }

    private static final GridColumns<RejectLine> REJECTS = new GridColumns<RejectLine>()
            .figure("records", cell(RejectLine::group, group -> Words.number(group.count())))
            .word("column", cell(RejectLine::group, RejectGroup::column))
            .text("reason", cell(RejectLine::group, ReportLayout::reason))
            .text("for example", cell(RejectLine::sample, ReportLayout::example));

    private static final GridColumns<Decision> DECISIONS = new GridColumns<Decision>()
            .word("setting", Decision::setting)
            .text("value", Decision::value)
            .text(
                    "why",
                    decision -> decision.sentence() == null
                            ? decision.why()
                            : Stream.concat(
                                            Stream.of(decision.sentence()),
                                            decision.evidence().stream()
                                                    .filter(fact ->
                                                            !decision.sentence().contains(fact)))
                                    .collect(Collectors.joining("; "))
                                    .replaceFirst("\\.; ", ". "));

    /** Row of a reason with its first example, or of a further example. */
    private record RejectLine(
            @Nullable RejectGroup group, @Nullable RejectSample sample) {}

    private ReportLayout() {}

    /** Returns the text of a part of a row; null if the row has no such part. */
    private static <T, U> Function<T, @Nullable String> cell(
            Function<T, @Nullable U> part, Function<U, @Nullable String> text) {
        return row -> {
            U found = part.apply(row);
            return found == null ? null : text.apply(found);
        };
    }

    /** Lays out all jobs, one row each. */
    public static ReportView jobs(List<JobReport> jobs) {
        return new ReportView("All jobs", sections("", jobs));
    }

    /** Lays out all jobs, recent runs, and slots that did not run. */
    public static ReportView overview(List<JobReport> jobs, List<RunReport> runs, List<Timeline.Entry> slots) {
        return new ReportView(
                "Imports",
                Stream.of(sections("All jobs", jobs), List.of(recentRuns("Recent runs", runs)), withoutRun(slots))
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<Section> withoutRun(List<Timeline.Entry> slots) {
        return slots.isEmpty()
                ? List.of()
                : List.of(Section.of("Slots without a run, the newest first", WITHOUT_RUN.of(slots)));
    }

    private static List<Section> sections(String title, List<JobReport> all) {
        List<JobReport> jobs = all.stream().filter(job -> !job.ofFiles()).toList();
        List<JobReport> ofFiles = all.stream().filter(JobReport::ofFiles).toList();
        List<JobReport> waiting = jobs.stream().filter(ReportLayout::waits).toList();
        List<JobReport> others = jobs.stream().filter(job -> !waits(job)).toList();
        List<Section> sections = new ArrayList<>();
        if (!waiting.isEmpty()) {
            sections.add(
                    Section.of("Waiting for their files", jobColumns(waiting).of(waiting)));
        }
        if (!others.isEmpty()) {
            sections.add(Section.of(
                    waiting.isEmpty() ? title : "All other jobs",
                    jobColumns(others).of(others)));
        } else if (all.isEmpty()) {
            sections.add(Section.ofNote(title, "No job has been run yet. Run one with 'mongohaul import JOB'."));
        }
        if (!ofFiles.isEmpty()) {
            sections.add(Section.of(
                    "Imports of files, without a job file", jobColumns(ofFiles).of(ofFiles)));
        }
        return sections;
    }

    private static boolean waits(JobReport job) {
        return job.slot() != null && job.slot().waits() != null;
    }

    /** Lays out a job with one row per import and slot. */
    public static ReportView of(JobHistory history) {
        JobReport job = history.job();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of(
                "",
                new CollectedFacts()
                        .and("job", job.job())
                        .and("imports", Words.number(job.importCount()))
                        .and("usual", job.usual() == null ? null : usual(job.usual()))
                        .and("last slot", job.slot() == null ? null : slot(job.slot()))
                        .and("schedule", job.paused() == null ? null : paused(job.paused()))
                        .list()));
        if (!history.imports().isEmpty()) {
            sections.add(Section.of(
                            "Imports, the newest first",
                            importColumns(history.imports()).of(history.imports()),
                            "± is against the median of the completed imports before, where there are three or more.")
                    .with(curves(history.imports())));
        }
        if (!history.slots().isEmpty()) {
            sections.add(Section.of("Slots of its schedule, the newest first", SLOTS.of(history.slots())));
        }
        if (!history.fileImports().isEmpty()) {
            sections.add(Section.of(
                    "Imports of files of this name, without a job file, the newest first",
                    importColumns(history.fileImports()).of(history.fileImports())));
        }
        return new ReportView("History of " + job.job(), sections);
    }

    private static List<Curve> curves(List<ImportSummary> newestFirst) {
        List<ImportSummary> ended = new ArrayList<>(newestFirst.stream()
                .filter(past -> past.times().ended() != null && past.undone() == null)
                .toList());
        Collections.reverse(ended);
        return ended.isEmpty()
                ? List.of()
                : List.of(
                        curve("Records", ended, past -> past.counts().read()),
                        curve("Rejects", ended, past -> past.counts().rejected()),
                        curve("Seconds", ended, past -> past.times().seconds()),
                        curve("Records per second", ended, past ->
                                (double) past.times().recordsPerSecond()));
    }

    private static Curve curve(String title, List<ImportSummary> ended, ToDoubleFunction<ImportSummary> figure) {
        return new Curve(
                title,
                ended.stream()
                        .map(past -> new CurvePoint(
                                past.times().started(), figure.applyAsDouble(past), !"completed".equals(past.state())))
                        .toList());
    }

    private static String usual(Medians usual) {
        return Words.format(
                "%,.1f s, %,.0f records, %,.0f rejects, %,.0f records/s: medians of %d completed imports",
                usual.seconds(), usual.records(), usual.rejects(), usual.recordsPerSecond(), usual.imports());
    }

    private static String slot(SlotReport slot) {
        String text = slot.outcome() + " " + Words.time(slot.time());
        String cause = slot.cause();
        return cause == null ? text : text + ": " + cause;
    }

    /** Lists the runs of a slot; null if it has none. */
    private static @Nullable String runs(SlotReport slot) {
        if (slot.runs().isEmpty()) {
            return slot.run() == null ? null : Words.number(slot.run());
        }
        return runs(slot.runs());
    }

    /** Lists runs, separated by blanks; pages link each of them. */
    private static String runs(List<Long> numbers) {
        int more = numbers.size() - MOST_RUNS;
        return numbers.stream().limit(MOST_RUNS).map(Words::number).collect(Collectors.joining(" "))
                + (more <= 0 ? "" : Words.format(" +%,d", more));
    }

    private static String outcome(SlotReport slot) {
        return slot.others() == 0
                ? slot.outcome()
                : slot.outcome() + Words.format(", and %,d before it", slot.others());
    }

    private static String input(ImportSummary past) {
        ImportedInput input = past.input();
        String file = input.file() == null ? "" : input.file();
        return input.fileCount() < 2 ? file : file + Words.format(" and %,d more", input.fileCount() - 1);
    }

    /** Lays out the figures, runs, partitions and rejects of an import. */
    public static ReportView of(ImportReport report) {
        return view(report, true);
    }

    /** Lays out the same without rejects, for a page that lists them itself. */
    public static ReportView withoutRejects(ImportReport report) {
        return view(report, false);
    }

    private static ReportView view(ImportReport report, boolean rejects) {
        ImportSummary summary = report.summary();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", facts(report)));
        sections.add(runs(summary.importNumber(), report.runs()));
        addContents(sections, report.conditions(), report.contents(), rejects);
        return new ReportView(Words.format("Import %d of %s", summary.importNumber(), summary.job()), sections);
    }

    private static String counted(Counts counts, @Nullable UndoCounts undone) {
        return undone == null ? Words.counts(counts) : Words.counts(undone);
    }

    private static List<Fact> facts(ImportReport report) {
        ImportSummary summary = report.summary();
        return new CollectedFacts()
                .and("import", Words.format("%d of %s", summary.importNumber(), summary.job()))
                .and("status", summary.outcome().text())
                .and("files", files(report.files()))
                .and("afterwards", fates(report.files(), report.knownFiles()))
                .and(
                        "target",
                        summary.input().target() == null
                                ? null
                                : summary.input().operation() + " into "
                                        + summary.input().target())
                .and("documents in", report.contents().staging())
                .and("started", Words.time(summary.times().started()))
                .and("ended", Words.time(summary.times().ended()))
                .and("records", counted(summary.counts(), summary.undone()))
                .and("not in input", Words.deletions(report.contents().deletions()))
                .and(report.contents().results())
                .and(
                        "duration",
                        Words.format(
                                "%,.1f s, %,d records/s",
                                summary.times().seconds(), summary.times().recordsPerSecond()))
                .and("against usual", summary.change() == null ? null : change(summary.change()))
                .and("drift", drift(report.runs().get(report.runs().size() - 1)))
                .and("time spent", spent(report.times()))
                .list();
    }

    private static String change(Change change) {
        return Words.format(
                "seconds %s, records %s, rejects %s, records/s %s against the median of %d earlier imports",
                figure(change.seconds()),
                figure(change.records()),
                figure(change.rejects()),
                figure(change.recordsPerSecond()),
                change.imports());
    }

    private static String figure(ChangedFigure figure) {
        return figure.percent() == null ? "(median 0)" : Words.percent(figure);
    }

    /** Lays out recent runs, one row each. */
    public static ReportView recent(List<RunReport> runs, List<Timeline.Entry> slots) {
        return withSlots("Recent runs", recentRuns("", runs), slots);
    }

    /** Lays out runs that were asked for, one row each, and slots that did not run. */
    public static ReportView found(List<RunReport> runs, List<Timeline.Entry> slots) {
        Section found = runs.isEmpty()
                ? Section.ofNote("", "No run is like this.")
                : Section.of("", runColumns(runs).of(runs));
        return withSlots("Runs", found, slots);
    }

    private static ReportView withSlots(String title, Section runs, List<Timeline.Entry> slots) {
        return new ReportView(
                title,
                Stream.concat(Stream.of(runs), withoutRun(slots).stream()).toList());
    }

    /** Lays out runs, and slots that did not run, one row each. */
    public static ReportView of(Timeline timeline) {
        return new ReportView(
                "Runs",
                List.of(
                        timeline.entries().isEmpty()
                                ? Section.ofNote("", "No run or slot is like this.")
                                : Section.of("", TIMELINE.of(timeline.entries()))));
    }

    private static Section recentRuns(String title, List<RunReport> runs) {
        return runs.isEmpty()
                ? Section.ofNote(title, "No run yet. Start one with 'mongohaul import JOB'.")
                : Section.of(title, runColumns(runs).of(runs));
    }

    /** The operation has a column only if there is an undo. */
    private static GridColumns<ImportSummary> importColumns(List<ImportSummary> imports) {
        GridColumns<ImportSummary> columns =
                new GridColumns<ImportSummary>().number("import", ImportSummary::importNumber);
        if (imports.stream().anyMatch(past -> past.undone() != null)) {
            columns.word(
                    "operation", past -> Objects.requireNonNullElse(past.input().operation(), ""));
        }
        return columns.outcome("status", ColumnKind.WORD, past -> past.outcome().text())
                .word("started", past -> Words.time(past.times().started()))
                .figure("run", past -> runs(past.times().runs()))
                .number("read", past -> past.counts().read())
                .figure("±", cell(ImportSummary::change, change -> Words.percent(change.records())))
                .number("rejected", past -> past.counts().rejected())
                .figure("±", cell(ImportSummary::change, change -> Words.percent(change.rejects())))
                .figure("seconds", past -> Words.seconds(past.times().seconds()))
                .figure("±", cell(ImportSummary::change, change -> Words.percent(change.seconds())))
                .number("records/s", past -> past.times().recordsPerSecond())
                .figure("±", cell(ImportSummary::change, change -> Words.percent(change.recordsPerSecond())))
                .text("input", ReportLayout::input);
    }

    /** Undos, and cells that were dropped or padded, have columns only if there are any. */
    private static GridColumns<RunReport> runColumns(List<RunReport> runs) {
        GridColumns<RunReport> columns = new GridColumns<RunReport>()
                .number("run", RunReport::run)
                .number("import", RunReport::importNumber)
                .word("job", RunReport::job);
        if (runs.stream().map(RunReport::operation).anyMatch(ImportIdentity.UNDO::equals)) {
            columns.word("operation", run -> Objects.requireNonNullElse(run.operation(), ""));
        }
        columns.outcome("status", ColumnKind.WORD, run -> run.status().word())
                .word("started", run -> Words.time(run.started()))
                .figure("seconds", run -> Words.seconds(run.summary().seconds()))
                .number("read", run -> run.summary().runCounts().read())
                .number("written", run -> run.summary().runCounts().written());
        if (runs.stream().anyMatch(run -> run.summary().runCounts().unchanged() > 0)) {
            columns.number("unchanged", run -> run.summary().runCounts().unchanged());
        }
        columns.number("already there", run -> run.summary().runCounts().alreadyThere())
                .number("rejected", run -> run.summary().runCounts().rejected());
        if (runs.stream().anyMatch(run -> run.summary().runCounts().filtered() > 0)) {
            columns.number("filtered", run -> run.summary().runCounts().filtered());
        }
        if (runs.stream().anyMatch(run -> run.summary().runUndone() != null)) {
            columns.figure("taken back", cell(ReportLayout::undone, undone -> Words.number(undone.takenBack())))
                    .figure("spared", cell(ReportLayout::undone, undone -> Words.number(undone.spared())));
        }
        if (runs.stream().anyMatch(run -> !run.summary().runCounts().cells().equals(CellCounts.NONE))) {
            columns.number(
                            "cells dropped",
                            run -> run.summary().runCounts().cells().dropped())
                    .number("padded", run -> run.summary().runCounts().cells().padded());
        }
        return columns.number("records/s", run -> run.summary().recordsPerSecond());
    }

    private static @Nullable UndoCounts undone(RunReport run) {
        return run.summary().runUndone();
    }

    /** Lays out one run in detail, with one row per run of its import. */
    public static ReportView of(RunDetails details) {
        RunReport run = details.run();
        List<Section> sections = new ArrayList<>();
        sections.add(Section.of("", facts(run, details)));
        sections.add(runs(run.importNumber(), details.runs()));
        addContents(sections, details.conditions(), details.contents(), true);
        return new ReportView(Words.format("Run %d of %s", run.run(), run.job()), sections);
    }

    private static List<Fact> facts(RunReport run, RunDetails details) {
        RunSummary summary = run.summary();
        ReportContents contents = details.contents();
        return new CollectedFacts()
                .and("run", Words.format("%d (import %d of %s)", run.run(), run.importNumber(), run.job()))
                .and("status", new ImportOutcome(run.status(), details.state(), contents.results()).text())
                .and("reason", run.reason())
                .and("files", files(run.files()))
                .and("afterwards", fates(run.files(), details.knownFiles()))
                .and("target", run.target() == null ? null : run.operation() + " into " + run.target())
                .and("documents in", contents.staging())
                .and("started", Words.time(run.started()))
                .and("ended", Words.time(run.ended()))
                .and("records", counted(summary.counts(), summary.undone()))
                .and(
                        "in this run",
                        summary.runCounts().equals(summary.counts())
                                        && Objects.equals(summary.runUndone(), summary.undone())
                                ? null
                                : counted(summary.runCounts(), summary.runUndone()))
                .and("not in input", Words.deletions(contents.deletions()))
                .and(contents.results())
                .and("drift", drift(run))
                .and("time spent", spent(run.summary().times()))
                .list();
    }

    private static String drift(RunReport run) {
        return run.summary().drift().stream().map(Deviation::text).collect(Collectors.joining("; "));
    }

    /** Lays out the runs of an import; failed ones have their reasons. */
    private static Section runs(long importNumber, List<RunReport> runs) {
        GridColumns<RunReport> columns = runColumns(runs);
        if (runs.stream().anyMatch(run -> run.reason() != null)) {
            columns.text("reason", RunReport::reason);
        }
        return Section.of("Runs of import " + importNumber, columns.of(runs));
    }

    private static String spent(PhaseSeconds times) {
        return Words.format(
                        "reading %,.1f s, mapping %,.1f s, writing %,.1f s, waiting %,.1f s, in all partitions together",
                        times.reading(), times.mapping(), times.writing(), times.waiting())
                + Words.overload(times.overloaded()).map(text -> "; " + text).orElse("");
    }

    private static void addContents(
            List<Section> sections, ImportConditions conditions, ReportContents contents, boolean rejects) {
        if (rejects && contents.rejects().total() > 0) {
            sections.add(rejects(contents.rejects()));
        }
        if (!contents.partitions().isEmpty()) {
            sections.add(partitions(contents.partitions()));
        }
        if (!contents.decisions().isEmpty()) {
            sections.add(Section.of(
                    "Decided without a job file",
                    DECISIONS.of(
                            contents.decisions().stream().limit(MOST_DECISIONS).toList())));
        }
        sections.add(settings(conditions, contents));
    }

    private static Section rejects(RejectReasons rejects) {
        List<RejectLine> lines = new ArrayList<>();
        for (RejectGroup group : rejects.groups()) {
            List<RejectSample> samples = group.samples();
            lines.add(new RejectLine(group, samples.isEmpty() ? null : samples.get(0)));
            samples.stream().skip(1).forEach(sample -> lines.add(new RejectLine(null, sample)));
        }
        String title = Words.format("Rejects by reason, %,d in all", rejects.total());
        return rejects.ungrouped() == 0
                ? Section.of(title, REJECTS.of(lines))
                : Section.of(
                        title,
                        REJECTS.of(lines),
                        Words.format("%,d more, for reasons that are not listed.", rejects.ungrouped()));
    }

    private static String reason(RejectGroup group) {
        return group.code() == null ? group.reason() : group.reason() + " (error " + group.code() + ")";
    }

    private static String example(RejectSample sample) {
        String place = sample.file() + ":" + sample.line();
        return sample.value() == null ? place : place + "  \"" + sample.value() + '"';
    }

    private static Section partitions(List<PartitionReport> partitions) {
        boolean shared = partitions.stream().anyMatch(partition -> partition.worker() != null);
        Grid grid = (shared ? SHARED_PARTITIONS : PARTITIONS)
                .of(partitions.stream().limit(MOST_PARTITIONS).toList());
        int more = partitions.size() - MOST_PARTITIONS;
        return more <= 0
                ? Section.of("Partitions", grid)
                : Section.of(
                        "Partitions", grid, Words.format("%,d more partitions: --format=json has them all.", more));
    }

    private static Section settings(ImportConditions conditions, ReportContents contents) {
        JsonNode settings = conditions.settings();
        List<Fact> facts = new CollectedFacts()
                .and("job file", contents.jobFile())
                .and("parameters", String.join(" ", contents.parameters()))
                .and("write", settings == null ? null : flat(settings.path("write")))
                .and("partition", settings == null ? null : flat(settings.path("partition")))
                .and("server", conditions.server() == null ? null : server(conditions.server()))
                .list();
        String text = settings == null ? "" : YAML.writeValueAsString(settings);
        return new Section("Settings", facts, List.of(), null, List.of(), text);
    }

    /** Writes the settings that are not empty on one line. */
    private static String flat(JsonNode settings) {
        return settings.properties().stream()
                .filter(setting -> isSet(setting.getValue()))
                .map(setting -> setting.getKey() + " " + text(setting.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static boolean isSet(JsonNode value) {
        return value.isValueNode() ? !value.isNull() : !value.isEmpty();
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asString() : value.toString();
    }

    private static String server(TargetServer server) {
        return "MongoDB %s, %s at %s".formatted(server.version(), server.kind(), String.join(",", server.hosts()));
    }

    /** Lists where the files of an import went, each with its path unless it is the only one; null if all stay. */
    private static @Nullable String fates(List<String> files, List<FileReport> known) {
        List<String> fates = known.stream()
                .filter(file -> file.fate(path -> path) != null)
                .map(file -> (files.equals(List.of(file.path())) ? "" : file.path() + ": ") + file.fate(path -> path))
                .toList();
        return fates.isEmpty() ? null : listed(fates, "; ");
    }

    /** Lists the first of many files. */
    private static String files(List<String> files) {
        return listed(files, ", ");
    }

    private static String listed(List<String> files, String separator) {
        String listed = files.stream().limit(MOST_FILES).collect(Collectors.joining(separator));
        return files.size() <= MOST_FILES ? listed : listed + Words.format(" and %,d more", files.size() - MOST_FILES);
    }
}
