package dev.mongohaul.report.overview;

import dev.mongohaul.report.History;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.PastPlan;
import dev.mongohaul.repository.run.PastRun;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.schedule.pause.Pause;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All jobs at a glance. The number of queries grows only with the jobs whose last slot is not over or did not run.
 * Requests at the same time share the answers, since the nights are read from many runs. Thread-safe.
 */
public final class Overview {

    /** Days that a job shows. */
    public static final int NIGHTS = 30;

    /** Runs that the nights are from; earlier ones are not shown. */
    private static final int MOST_RUNS = 20_000;

    private static final String KILLED =
            "The process of the import was killed, or lost MongoDB. A restart continues from the last checkpoint.";

    private static final Set<SlotState> OVER = EnumSet.of(SlotState.RAN, SlotState.NOTHING);
    private static final Set<SlotState> SKIPPED = EnumSet.of(SlotState.MISSED, SlotState.OVERLAPPED);
    private static final Set<SlotState> OPEN = EnumSet.of(SlotState.WAITING, SlotState.CLAIMED);
    private static final JobNow NEW =
            new JobNow(new Verdict(JobState.NEW, null, null, null), null, null, null, null, List.of());

    private final Reports reports;
    private final ZoneId zone;
    private final SharedQuery<Map<String, JobNow>> known = new SharedQuery<>();

    /** @param zone of the nights */
    public Overview(Reports reports, ZoneId zone) {
        this.reports = reports;
        this.zone = zone;
    }

    /**
     * Returns jobs by name: those that had an import or a slot, or are paused, and others. Imports of files that had no job
     * file are left out.
     *
     * @param others names of jobs that may have had none
     */
    public Map<String, JobNow> jobs(Instant at, Collection<String> others) {
        Map<String, JobNow> jobs = new TreeMap<>(known.answer(() -> known(at)));
        others.forEach(name -> jobs.putIfAbsent(name, NEW));
        return jobs;
    }

    private Map<String, JobNow> known(Instant at) {
        Runs runs = reports.runs();
        Slots slots = reports.slots();
        LocalDate today = LocalDate.ofInstant(at, zone);
        Instant first = today.minusDays(NIGHTS - 1L).atStartOfDay(zone).toInstant();
        Map<String, List<PastImport>> outcomes =
                runs.outcomes(first, MOST_RUNS).stream().collect(Collectors.groupingBy(PastImport::job));
        Map<String, List<SlotRecord>> troubled = slots.troubled(first, MOST_RUNS).stream()
                .collect(Collectors.groupingBy(slot -> slot.slot().job()));
        Map<String, ImportSummary> last = new History(runs).last(false);
        Map<String, SlotRecord> lastSlots = slots.last();
        Map<String, SlotRecord> awaiting = slots.awaitingFiles();
        Map<String, Pause> paused = slots.pauses().present();
        Map<String, PastRun> worst = new HashMap<>();
        runs.unfinished().forEach((name, imports) -> worst(imports).ifPresent(run -> worst.put(name, run)));
        List<Long> bad = outcomes.values().stream()
                .map(newestFirst -> newestFirst.get(0).last())
                .filter(run -> after(run).needsAttention())
                .map(PastRun::run)
                .toList();
        Map<Long, String> reasons =
                runs.reasons(Stream.concat(worst.values().stream().map(PastRun::run), bad.stream())
                        .toList());
        Map<String, SlotRecord> several = slots.lastOfSeveral(first);
        Map<Long, PastPlan> plans = runs.plansOf(
                Stream.concat(several.values().stream().flatMap(slot -> slot.runIds().stream()), bad.stream())
                        .toList());
        Set<String> names = new TreeSet<>(last.keySet());
        names.addAll(lastSlots.keySet());
        names.addAll(paused.keySet());
        Map<String, JobNow> jobs = new HashMap<>();
        for (String name : names) {
            List<PastImport> past = outcomes.getOrDefault(name, List.of());
            SlotRecord lastSlot = lastSlots.get(name);
            boolean open = lastSlot != null && OPEN.contains(lastSlot.state());
            List<SlotRecord> ofJob = troubled.getOrDefault(name, List.of());
            Instant over = ofJob.isEmpty() || lastSlot == null || OVER.contains(lastSlot.state())
                    ? Instant.MAX
                    : slots.lastOver(name).orElse(Instant.MIN);
            List<SlotRecord> sinceOver = ofJob.stream()
                    .filter(slot -> slot.slot().time().isAfter(over))
                    .toList();
            SlotRecord opened = open ? awaiting.getOrDefault(name, lastSlot) : awaiting.get(name);
            List<Night> nights = nights(past, ofJob, last.get(name), today);
            ImportSummary newest = last.get(name);
            Map<Long, Optional<PastPlan>> ofSlot = ofSlot(several.get(name), newest, plans);
            JobNow now =
                    now(newest, total(ofSlot), past, plans, reasons, sinceOver, opened, paused.get(name), nights, at);
            jobs.put(name, withUnfinished(withAlarm(now, newest, ofSlot), worst.get(name), reasons));
        }
        return jobs;
    }

    /** Returns the last import of each name of files that were imported without a job file, the newest first. */
    public List<ImportSummary> ofFiles() {
        return new History(reports.runs())
                .last(true).values().stream()
                        .sorted(Comparator.comparing(ImportSummary::importNumber)
                                .reversed())
                        .toList();
    }

    /**
     * @param total sum of the slot that the last import is of; null if that is not one with several imports
     * @param past runs that ended, the newest first
     * @param plans of the imports of runs that have not completed, by the numbers of the runs
     * @param reasons of runs that have failed
     * @param troubled slots since the last one that ran, the newest first
     * @param opened slot that waits or runs; null if there is none
     */
    private static JobNow now(
            @Nullable ImportSummary last,
            @Nullable SlotTotal total,
            List<PastImport> past,
            Map<Long, PastPlan> plans,
            Map<Long, String> reasons,
            List<SlotRecord> troubled,
            @Nullable SlotRecord opened,
            @Nullable Pause paused,
            List<Night> nights,
            Instant now) {
        PastRun run = past.isEmpty() ? null : past.get(0).last();
        List<SlotRecord> troubles = troubled.stream()
                .filter(slot -> run == null
                        || slot.slot().time().isAfter(run.started())
                        || slot.runIds().contains(run.run()))
                .toList();
        SlotReport open = opened == null ? null : SlotReport.of(opened, null, now);
        Optional<SlotRecord> refused = troubles.stream()
                .filter(slot -> outcome(slot) == JobState.REFUSED)
                .findFirst();
        boolean killed = last != null && isKilled(last);
        JobState afterRun = killed || run == null ? ofLast(last) : after(run, plans.get(run.run()));
        Verdict verdict = killed || run == null
                ? new Verdict(afterRun, started(last), afterRun == JobState.KILLED ? KILLED : null, lastRun(last))
                : new Verdict(
                        afterRun, run.started(), afterRun.needsAttention() ? reasons.get(run.run()) : null, run.run());
        JobNow byRun = new JobNow(verdict, last, total, open, paused, nights);
        if (refused.isPresent()) {
            return byRun.as(verdict(refused.get()));
        }
        if (afterRun.needsAttention()) {
            return byRun;
        }
        if (!troubles.isEmpty()) {
            return byRun.as(verdict(troubles.get(0)));
        }
        if (byRun.isRunning() || (open != null && open.isRunning())) {
            return byRun.isRunning()
                    ? byRun.as(new Verdict(JobState.RUNNING, started(last), null, lastRun(last)))
                    : byRun.as(new Verdict(JobState.RUNNING, open == null ? null : open.time(), null, null));
        }
        if (opened != null) {
            JobState waits = opened.isLate(now) ? JobState.LATE : JobState.WAITING;
            return byRun.as(new Verdict(waits, opened.slot().time(), null, null));
        }
        return paused == null ? byRun : byRun.as(new Verdict(JobState.PAUSED, paused.from(), null, verdict.run()));
    }

    /** Returns the runs of a slot with several imports and their plans, if the last import is one of them; else none. */
    private static Map<Long, Optional<PastPlan>> ofSlot(
            @Nullable SlotRecord slot, @Nullable ImportSummary last, Map<Long, PastPlan> plans) {
        Map<Long, Optional<PastPlan>> ofSlot = new LinkedHashMap<>();
        if (slot != null && last != null && slot.runIds().contains(last.times().lastRun())) {
            slot.runIds().forEach(run -> ofSlot.put(run, Optional.ofNullable(plans.get(run))));
        }
        return ofSlot;
    }

    private static @Nullable SlotTotal total(Map<Long, Optional<PastPlan>> ofSlot) {
        Counts sum = ofSlot.values().stream()
                .flatMap(Optional::stream)
                .map(PastPlan::counts)
                .reduce(Counts.NONE, Counts::plus);
        return ofSlot.isEmpty() ? null : new SlotTotal(ofSlot.size(), sum);
    }

    /**
     * Returns the job, with the state of a phase after the load of its last import, or of one in its last slot, if a person has
     * to look at that. The verdict has the run of that import.
     */
    private static JobNow withAlarm(JobNow job, @Nullable ImportSummary last, Map<Long, Optional<PastPlan>> ofSlot) {
        if (last == null || job.isRunning()) {
            return job;
        }
        Map<Long, List<PhaseResult>> results = new LinkedHashMap<>();
        results.put(last.times().lastRun(), last.outcome().results());
        ofSlot.forEach((run, plan) -> plan.ifPresent(known -> results.put(run, known.results())));
        return results.entrySet().stream()
                .flatMap(ofRun -> ofRun.getValue().stream()
                        .filter(PhaseResult::needsAttention)
                        .map(result -> new Verdict(JobState.of(result), started(last), result.text(), ofRun.getKey())))
                .filter(alarm -> alarm.state().compareTo(job.state()) <= 0)
                .findFirst()
                .map(job::as)
                .orElse(job);
    }

    /** Returns the last run of the most severe unfinished import, the newest of several; empty if none needs attention. */
    private static Optional<PastRun> worst(List<PastImport> imports) {
        return imports.stream()
                .map(PastImport::last)
                .filter(run -> run.status() != RunStatus.RUNNING && after(run).needsAttention())
                .min(Comparator.comparing(Overview::after));
    }

    /** Returns the job with the state of its most severe unfinished import, if that is worse, or hidden by a later slot. */
    private static JobNow withUnfinished(JobNow job, @Nullable PastRun worst, Map<Long, String> reasons) {
        return worst == null || (job.run() != null && after(worst).compareTo(job.state()) >= 0)
                ? job
                : job.as(new Verdict(
                        after(worst),
                        worst.started(),
                        worst.status() == RunStatus.KILLED ? KILLED : reasons.get(worst.run()),
                        worst.run()));
    }

    /** Returns whether the process of an import was killed, and no run has noticed it yet. */
    private static boolean isKilled(ImportSummary past) {
        return past.status() == RunStatus.KILLED;
    }

    private static JobState ofLast(@Nullable ImportSummary last) {
        if (last != null && last.outcome().isAbandoned()) {
            return JobState.ABANDONED;
        }
        return last == null || last.status() == RunStatus.RUNNING ? JobState.NEW : JobState.of(last.status());
    }

    private static @Nullable Instant started(@Nullable ImportSummary last) {
        return last == null ? null : last.times().started();
    }

    private static @Nullable Long lastRun(@Nullable ImportSummary last) {
        return last == null ? null : last.times().lastRun();
    }

    /** A slot that was refused because of some of its files has only the runs of the others. */
    private static Verdict verdict(SlotRecord troubled) {
        return new Verdict(outcome(troubled), troubled.slot().time(), troubled.reason(), null);
    }

    private static JobState after(PastRun run, @Nullable PastPlan plan) {
        return plan != null && plan.state() == ImportState.ABANDONED ? JobState.ABANDONED : after(run);
    }

    private static JobState after(PastRun run) {
        return JobState.of(run.status());
    }

    /** Returns the state after a slot that did not run; one that waits or runs again was refused before. */
    private static JobState outcome(SlotRecord troubled) {
        return SKIPPED.contains(troubled.state()) ? JobState.of(troubled.state()) : JobState.REFUSED;
    }

    /** Counts the last run of each import on a day; no day is shown of a job that had none. */
    private List<Night> nights(
            List<PastImport> newestFirst, List<SlotRecord> troubled, @Nullable ImportSummary last, LocalDate today) {
        if (last == null && newestFirst.isEmpty() && troubled.isEmpty()) {
            return List.of();
        }
        Map<LocalDate, List<JobState>> outcomes = new HashMap<>();
        if (last != null && isKilled(last)) {
            outcomes.put(LocalDate.ofInstant(last.times().started(), zone), new ArrayList<>(List.of(JobState.KILLED)));
        }
        Set<String> seen = new TreeSet<>();
        for (PastImport one : newestFirst) {
            LocalDate day = LocalDate.ofInstant(one.first().started(), zone);
            if (seen.add(one.number() + " " + day)) {
                outcomes.computeIfAbsent(day, any -> new ArrayList<>()).add(after(one.last()));
            }
        }
        for (SlotRecord slot : troubled) {
            outcomes.computeIfAbsent(LocalDate.ofInstant(slot.slot().time(), zone), any -> new ArrayList<>())
                    .add(outcome(slot));
        }
        return IntStream.rangeClosed(1 - NIGHTS, 0)
                .mapToObj(today::plusDays)
                .map(day -> new Night(
                        day,
                        Stream.concat(outcomes.getOrDefault(day, List.of()).stream(), Stream.of(JobState.NEW))
                                .min(Comparator.naturalOrder())
                                .orElseThrow()))
                .toList();
    }
}
