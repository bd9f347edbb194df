package dev.mongohaul.report;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.PhaseTimes;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.schedule.pause.Pause;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports of runs, imports and jobs. Thread-safe. */
public record Reports(Runs runs, RejectStore rejects, Slots slots) {

    /** Longest list of what is known of the files of one import; {@code mongohaul files} has all of them. */
    private static final int MOST_KNOWN = 200;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final JsonMapper PRINTABLE = JsonMapper.builder(JsonFactory.builder()
                    .characterEscapes(new PrintableEscapes())
                    .build())
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private History history() {
        return new History(runs);
    }

    /** Returns the latest runs, the newest first. */
    public List<RunReport> recent(int limit) {
        return runs(RunFilter.ALL, Long.MAX_VALUE, limit);
    }

    /**
     * Returns runs of all jobs, the newest first.
     *
     * @param before upper bound of their numbers, exclusive: the number of the last run of the page before
     */
    public List<RunReport> runs(RunFilter wanted, long before, int limit) {
        return runs.find(wanted, before, limit, RunReport::inList);
    }

    /**
     * Returns slots that did not run although there was something to do, and those that wait, the newest first.
     *
     * @param wanted jobs
     * @param since earliest time; null if there is none
     */
    public List<Timeline.Entry> slotsWithoutRun(RunFilter wanted, @Nullable Instant since, int limit) {
        return Timeline.withoutRun(slots, wanted, since, limit);
    }

    /** Returns a page of the runs of all jobs, and of the slots that did not run. */
    public Timeline timeline(Timeline.Wanted wanted, Timeline.Page page) {
        return Timeline.of(this, wanted, page);
    }

    /**
     * Returns imports of a job, the newest first.
     *
     * @param before upper bound of their numbers, exclusive: the number of the last import of the page before
     */
    public List<ImportSummary> imports(String job, long before, int limit) {
        return history().of(job, false, before, limit);
    }

    /** Returns all jobs that have an import or a slot, and then the imports of files without a job file; each by name. */
    public List<JobReport> jobs() {
        Map<String, Pause> paused = slots.pauses().present();
        Map<String, ImportSummary> ofFiles = new TreeMap<>(history().last(true));
        Set<String> jobs = new TreeSet<>(history().last(false).keySet());
        jobs.addAll(slots.jobs());
        return Stream.concat(
                        jobs.stream().map(name -> job(name, paused.get(name))),
                        ofFiles.values().stream().map(this::ofFiles))
                .toList();
    }

    /** Returns the names of all jobs, and of the imports of files. */
    public List<String> jobNames() {
        Set<String> names = new TreeSet<>(runs.jobs());
        names.addAll(slots.jobs());
        return List.copyOf(names);
    }

    /** Returns a job with its imports; empty if it has neither an import nor a slot. */
    public Optional<JobHistory> job(String name, int limit) {
        if (!jobNames().contains(name)) {
            return Optional.empty();
        }
        RecentImports past = history().recent(name, limit);
        return Optional.of(new JobHistory(
                job(name, past, paused(name).orElse(null)),
                past.imports(),
                slots(name, limit, past.imports()),
                history().of(name, true, limit)));
    }

    /** Returns one job as in a list of jobs, also if it has no import yet. */
    public JobReport listed(String name) {
        return job(name, paused(name).orElse(null));
    }

    /** Returns since when, and by whom, the schedule of a job is paused; empty if it is not. */
    public Optional<Pause> paused(String job) {
        return slots.pauses().present(job);
    }

    private JobReport job(String name, @Nullable Pause paused) {
        return job(name, history().recent(name, 1), paused);
    }

    private JobReport job(String name, RecentImports past, @Nullable Pause paused) {
        return new JobReport(
                name,
                runs.importCount(name, false),
                past.imports().stream().findFirst().orElse(null),
                past.usual().orElse(null),
                slot(name, past.imports()),
                paused,
                false,
                null);
    }

    private JobReport ofFiles(ImportSummary last) {
        return new JobReport(
                last.job(),
                runs.importCount(last.job(), true),
                last,
                history().usual(last.job(), true, Long.MAX_VALUE).orElse(null),
                null,
                null,
                true,
                null);
    }

    /** Returns the slot that waits for its files, or else the last one; null if there is none. */
    private @Nullable SlotReport slot(String job, List<ImportSummary> past) {
        SlotRecord waits = slots.awaitingFiles().get(job);
        List<SlotReport> found = waits == null ? slots(job, 1, past) : reports(List.of(waits), past);
        return found.isEmpty() ? null : found.get(0);
    }

    private List<SlotReport> slots(String job, int limit, List<ImportSummary> past) {
        return reports(slots.recent(job, limit), past);
    }

    private List<SlotReport> reports(List<SlotRecord> records, List<ImportSummary> past) {
        Map<Long, RunStatus> statuses = new HashMap<>();
        past.forEach(summary -> summary.times().runs().forEach(run -> statuses.put(run, summary.status())));
        statuses.putAll(runs.lastStatuses(records.stream()
                .map(SlotRecord::runId)
                .filter(run -> run != null && !statuses.containsKey(run))
                .toList()));
        Instant now = Instant.now();
        return records.stream()
                .map(slot -> SlotReport.of(slot, slot.runId() == null ? null : statuses.get(slot.runId()), now))
                .toList();
    }

    /**
     * Returns the status of all jobs that have an import or a slot, by name, from three short queries per job.
     *
     * @param since earliest due time of the slots that are counted
     */
    public List<JobStanding> standings(Instant since) {
        return jobNames().stream()
                .map(job -> new JobStanding(job, runs.lastCompleted(job).orElse(null), slotCounts(job, since)))
                .toList();
    }

    private Map<String, Long> slotCounts(String job, Instant since) {
        Map<SlotState, Long> counts = slots.counts(job, since);
        counts.remove(SlotState.WATCHED);
        if (counts.isEmpty() && slots.recent(job, 1).isEmpty()) {
            return Map.of();
        }
        return Arrays.stream(SlotState.values())
                .filter(state -> state != SlotState.WATCHED)
                .collect(Collectors.toMap(SlotState::word, state -> counts.getOrDefault(state, 0L)));
    }

    /** Returns one run with all runs of its import. */
    public RunDetails run(Run run) {
        List<Run> all = runs.runsOf(run.importNumber());
        RunReport report = RunReport.of(run);
        ImportPlan plan = run.plan();
        return new RunDetails(
                report,
                plan == null ? null : Words.word(plan.state()),
                reports(all),
                ImportConditions.of(run),
                contents(run, all),
                files(report.job(), report.importNumber()));
    }

    /** Returns one import over all its runs; empty if there is none of this number. */
    public Optional<ImportReport> ofImport(long number) {
        // The summary first: what is read later is not older than the status that it says.
        return runs.jobOf(number)
                .flatMap(job -> history().find(job, number))
                .flatMap(summary -> report(summary, runs.runsOf(number)));
    }

    /** Returns the first rejected records of an import for each of the most frequent reasons. */
    public List<RejectText> rejects(ImportReport report) {
        RejectReasons found = report.contents().rejects();
        List<Reject> samples = rejects.at(report.summary().importNumber(), found.offsets(), RejectText.LONGEST_READ);
        return RejectText.of(found, samples, report.conditions().settings());
    }

    private Optional<ImportReport> report(ImportSummary summary, List<Run> all) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Run last = all.get(all.size() - 1);
        List<RunReport> reports = reports(all);
        PhaseTimes times = all.stream().map(Run::times).reduce(PhaseTimes.NONE, PhaseTimes::plus);
        return Optional.of(new ImportReport(
                summary,
                reports.get(reports.size() - 1).files(),
                PhaseSeconds.of(times),
                reports,
                ImportConditions.of(last),
                contents(last, all),
                files(summary.job(), summary.importNumber())));
    }

    /**
     * Returns what is known of the files of a job, the newest first.
     *
     * @param skip number of stored files that are left out
     * @param most number of stored files that are read
     */
    public List<FileReport> files(String job, int skip, int most) {
        return files(runs.files().ofJob(job, skip, most));
    }

    /** Returns of how many files of a job something is known. */
    public long fileCount(String job) {
        return runs.files().count(job);
    }

    private List<FileReport> files(String job, long importNumber) {
        return files(runs.files().ofImports(job, List.of(importNumber), MOST_KNOWN));
    }

    /** Returns reports of what is known of files. */
    public List<FileReport> files(List<KnownFile> known) {
        Map<Long, RunStatus> statuses = runs.statuses(known.stream()
                .filter(file -> file.state() == FileState.FAILED)
                .map(KnownFile::importNumber)
                .collect(Collectors.toSet()));
        return known.stream().map(file -> FileReport.of(file, statuses)).toList();
    }

    /** Writes reports as indented JSON: instants in ISO-8601, durations in seconds, null for unknown values. */
    public static String json(Object reports) {
        return JSON.writeValueAsString(reports);
    }

    /** Writes the {@link #json} to a stream, which stays open, with what {@link Printable} escapes. */
    public static void write(Object reports, OutputStream out) throws IOException {
        try {
            PRINTABLE.writeValue(out, reports);
        } catch (JacksonException e) {
            if (e.getCause() instanceof IOException gone) {
                // The client does not read any more, which is no failure of the report.
                throw gone;
            }
            throw e;
        }
        out.write('\n');
        out.flush();
    }

    private ReportContents contents(Run run, List<Run> all) {
        long last = all.get(all.size() - 1).id();
        return ReportContents.of(run.plan(), all, rejects.reasons(run.importNumber(), last));
    }

    /** Escapes of JSON, and those of {@link Printable}. */
    private static final class PrintableEscapes extends CharacterEscapes {

        private static final long serialVersionUID = 1L;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[0x7F] = ESCAPE_CUSTOM;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return Printable.isEscaped(character) ? new SerializedString(Printable.escape(character)) : null;
        }
    }

    private static List<RunReport> reports(List<Run> all) {
        return all.stream().map(RunReport::of).toList();
    }
}
