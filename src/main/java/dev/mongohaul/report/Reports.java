package dev.mongohaul.report;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.StoredReasons;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Run.PhaseTimes;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import dev.mongohaul.schedule.Slots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes all reports, of what the repository and the rejects tell. Thread-safe. */
public final class Reports {

    private final Runs runs;
    private final History history;
    private final StoredReasons reasons;
    private final RejectStore rejects;
    private final Slots slots;

    public Reports(Runs runs, RejectStore rejects, Slots slots) {
        this.runs = runs;
        this.history = new History(runs);
        this.reasons = new StoredReasons(rejects);
        this.rejects = rejects;
        this.slots = slots;
    }

    /** The runs begun last, the newest first. */
    public List<RunReport> recent(int limit) {
        return runs.recent(limit).stream().map(RunReport::of).toList();
    }

    /** All jobs that were ever run, or had a slot, by name. */
    public List<JobReport> jobs() {
        return runs.imports().jobs().stream().map(this::job).toList();
    }

    /** Their names. */
    public List<String> jobNames() {
        return runs.imports().jobs();
    }

    /** A job with its imports; empty where it has neither an import nor a slot. */
    public Optional<JobHistory> job(String name, int limit) {
        if (!jobNames().contains(name)) {
            return Optional.empty();
        }
        List<ImportSummary> past = history.of(name, limit);
        return Optional.of(new JobHistory(job(name), past, slots(name, limit, past)));
    }

    /**
     * The last slot of a job; empty where it had none.
     *
     * @param past the job's last imports
     */
    public Optional<SlotReport> lastSlot(String job, List<ImportSummary> past) {
        return slots(job, 1, past).stream().findFirst();
    }

    /** The imports of many jobs, the newest first, by job, without their change. */
    public Map<String, List<ImportSummary>> imports(Collection<String> jobs, int limit) {
        return history.ofEach(jobs, limit);
    }

    private JobReport job(String name) {
        List<ImportSummary> past = history.of(name, 1);
        return new JobReport(
                name,
                runs.imports().count(name),
                past.stream().findFirst().orElse(null),
                history.usual(name, Long.MAX_VALUE).orElse(null),
                lastSlot(name, past).orElse(null));
    }

    private List<SlotReport> slots(String job, int limit, List<ImportSummary> past) {
        Map<Long, String> statuses = new HashMap<>();
        past.forEach(summary -> summary.runs().forEach(run -> statuses.put(run, summary.status())));
        List<SlotReport> reports = new ArrayList<>();
        for (SlotRecord slot : slots.history().recent(job, limit)) {
            Long run = slot.runId();
            String status = run == null ? null : statuses.computeIfAbsent(run, this::status);
            reports.add(SlotReport.of(slot, status));
        }
        return reports;
    }

    /** Of a run whose import is not among the last ones; null where it is forgotten. */
    private @Nullable String status(long run) {
        return runs.find(run).map(RunReport::of).map(RunReport::status).orElse(null);
    }

    /** One run, and what became of its import. */
    public RunDetails run(Run run) {
        List<Run> tries = runs.runsOf(run.jobInstanceId());
        return new RunDetails(RunReport.of(run), reports(tries), Conditions.of(run), contents(run, tries));
    }

    /** One import over all its tries; empty where there is none of this number. */
    public Optional<ImportReport> ofImport(long number) {
        List<Run> tries = runs.runsOf(number);
        if (tries.isEmpty()) {
            return Optional.empty();
        }
        Run last = tries.get(tries.size() - 1);
        String job = last.execution().getJobInstance().getJobName();
        return history.find(job, number).map(summary -> report(summary, last, tries));
    }

    /** The first records that an import gave up for each of the most frequent reasons. */
    public List<RejectText> rejects(ImportReport report) {
        RejectReasons found = report.contents().rejects();
        List<Reject> samples = rejects.at(report.summary().importNumber(), found.offsets(), RejectText.LONGEST_READ);
        return RejectText.of(found, samples);
    }

    private ImportReport report(ImportSummary summary, Run last, List<Run> tries) {
        ImportPlan plan = last.plan();
        PhaseTimes times = tries.stream().map(Run::times).reduce(PhaseTimes.NONE, PhaseTimes::plus);
        return new ImportReport(
                summary,
                plan == null
                        ? List.of()
                        : plan.inputs().stream().map(PlannedInput::path).toList(),
                PhaseSeconds.of(times),
                reports(tries),
                Conditions.of(last),
                contents(last, tries));
    }

    private Contents contents(Run run, List<Run> tries) {
        long last = tries.get(tries.size() - 1).id();
        return Contents.of(run.plan(), tries, reasons.of(run.jobInstanceId(), last));
    }

    private static List<RunReport> reports(List<Run> tries) {
        return tries.stream().map(RunReport::of).toList();
    }
}
