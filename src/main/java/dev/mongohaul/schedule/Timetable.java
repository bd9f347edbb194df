package dev.mongohaul.schedule;

import com.mongodb.MongoInterruptedException;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.MissedTime;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.schedule.pause.Pause;
import dev.mongohaul.schedule.pause.Pauses;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Timetable of all jobs: it runs slots that are due, those that were missed, and those whose process died. Unhealthy if
 * it has not looked for them for a while.
 *
 * <p>Slots of a pause ({@link Pauses}) are neither run nor missed. Those of a job whose file cannot be read are refused, a
 * minute later, by the schedule that it had last; when the file is corrected, the last one runs.
 *
 * <p>One thread looks every second. If the clock is put back, nothing runs twice, since a slot is claimed once; if the
 * machine slept, missed slots are found.
 */
public final class Timetable implements AutoCloseable, HealthIndicator {

    /** A slot that is found later than this was missed. */
    static final Duration GRACE = Duration.ofMinutes(1);

    /** Most missed slots that run if each of them runs. */
    static final int MOST_RUN = 31;

    /** Time after which a job file that is gone does not come back: its folder may be away for a while. */
    static final Duration LONGEST_ABSENCE = Duration.ofDays(1);

    private static final String UNSCHEDULED = "the job has no schedule any more";

    private static final int CHECKS_PER_REFRESH = 5;

    /** Longer than a server outage, which has its own health indicator. */
    private static final Duration MAX_DELAY = Duration.ofMinutes(5);

    /** Time for the chunks in flight; what remains is resumed later. */
    private static final long SHUTDOWN_SECONDS = 28;

    private static final Logger LOG = LoggerFactory.getLogger(Timetable.class);

    private final JobFiles files;
    private final Slots slots;
    private final SlotRuns runs;
    private final ExecutorService threads;
    private final Clock clock;
    private final Map<String, Watched> watched = new HashMap<>();
    private final Map<String, String> broken = new ConcurrentHashMap<>();

    /** Jobs with slots that this process refused since their file could not be read. */
    private final Set<String> unread = new HashSet<>();

    /** Jobs without a schedule, whose files can be read or are gone, and since when. */
    private final Map<String, Instant> unscheduled = new HashMap<>();

    /** Those of them whose schedule has ended. */
    private final Set<String> ended = new HashSet<>();

    private boolean unreached;
    private int checks;
    private volatile Instant checkedAt;

    /** Schedule, and the time up to which its slots are handled. */
    private record Watched(ScheduledJob job, Instant upTo) {}

    /** @param threads on which slots run, as many at the same time as there are jobs; shut down with this timetable */
    Timetable(JobFiles files, Slots slots, SlotRuns runs, ExecutorService threads, Clock clock) {
        this.files = files;
        this.slots = slots;
        this.runs = runs;
        this.threads = threads;
        this.clock = clock;
        this.checkedAt = clock.instant();
    }

    /** Starts the slots that are due; a failure is retried by the next call. */
    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
    void check() {
        try {
            if (checks++ % CHECKS_PER_REFRESH == 0) {
                refresh();
            }
            look();
        } catch (MongoInterruptedException e) {
            LOG.debug("serve ends", e);
        } catch (RuntimeException e) {
            LOG.atLevel(slots.retries().level(e))
                    .log("The schedules could not be checked; retrying: {}", TransientServerException.problem(e));
        } finally {
            checkedAt = clock.instant();
        }
    }

    @Override
    public Health health() {
        boolean late = clock.instant().isAfter(checkedAt.plus(MAX_DELAY));
        return (late ? Health.down() : Health.up())
                .withDetail("lookedAt", checkedAt.toString())
                .build();
    }

    /** Asks all runs to stop before the first bean is closed, so that they stop in parallel. */
    @EventListener(ContextClosedEvent.class)
    void end() {
        runs.end();
    }

    /** Stops all runs after the chunk in flight, and waits for them. */
    @Override
    public void close() {
        runs.end();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn(
                        "An import did not stop in time; the next serving process continues it from its last checkpoint");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the job files again and looks for slots whose process died. Called every few seconds. */
    void refresh() {
        unread.addAll(broken.keySet());
        List<JobFile> readable = readable();
        Map<String, ScheduledJob> scheduled = new HashMap<>();
        scheduled(readable).forEach(job -> scheduled.put(job.name(), job));
        endUnscheduled(readable.stream().map(JobFile::name).collect(Collectors.toSet()), scheduled.keySet());
        watched.keySet().removeIf(name -> !scheduled.containsKey(name) && !broken.containsKey(name));
        Set<String> paused = slots.pauses().present().keySet();
        broken.keySet().forEach(name -> watched.computeIfAbsent(name, this::lastWatched));
        for (ScheduledJob job : scheduled.values()) {
            Watched before = watched.get(job.name());
            if ((before == null || unread.contains(job.name())) && job.missed() != MissedTime.SKIP) {
                slots.deferUnread(job.name(), job.runsAll() ? MOST_RUN : 1);
            }
            unread.remove(job.name());
            Instant upTo = before != null && before.job().text().equals(job.text())
                    ? before.upTo()
                    : slots.watch(job.name(), job.text(), clock.instant());
            watched.put(job.name(), new Watched(job, upTo));
            if (!paused.contains(job.name())) {
                runFree(job);
            }
        }
    }

    /**
     * Ends the schedules of jobs that have none any more, and misses their open slots: after a while, since a file that is being
     * written may lack its end.
     *
     * @param readable jobs whose files can be read
     */
    private void endUnscheduled(Set<String> readable, Set<String> scheduled) {
        Instant now = clock.instant();
        Set<String> names = new HashSet<>(readable);
        names.addAll(watched.keySet());
        names.addAll(unscheduled.keySet());
        names.removeAll(scheduled);
        names.removeAll(broken.keySet());
        unscheduled.keySet().retainAll(names);
        ended.retainAll(names);
        names.forEach(name -> unscheduled.putIfAbsent(name, now));
        names.removeIf(name -> now.isBefore(
                unscheduled.getOrDefault(name, now).plus(readable.contains(name) ? GRACE : LONGEST_ABSENCE)));
        List<String> without = names.stream()
                .filter(name -> readable.contains(name) && !ended.contains(name))
                .toList();
        if (!without.isEmpty()) {
            Set<String> stored = slots.jobs();
            without.stream().filter(stored::contains).forEach(name -> slots.endSchedule(name, now));
            ended.addAll(without);
        }
        if (names.isEmpty()) {
            return;
        }
        for (SlotRecord open : slots.free()) {
            Slot slot = open.slot();
            if (names.contains(slot.job()) && slot.time().isBefore(unscheduled.getOrDefault(slot.job(), now))) {
                slots.miss(slot, UNSCHEDULED);
                LOG.warn("{}: the slot of {} was missed: {}", slot.job(), open.timeText(), UNSCHEDULED);
            }
        }
    }

    /** Returns the schedule that a job had before its file could not be read; null if it had none. */
    private @Nullable Watched lastWatched(String job) {
        return slots.schedule(job)
                .flatMap(schedule -> ScheduledJob.of(job, schedule))
                .map(scheduled -> new Watched(scheduled, slots.lastTime(job).orElse(clock.instant())))
                .orElse(null);
    }

    private void runFree(ScheduledJob job) {
        List<Slot> free = slots.free(job.name());
        if (!free.isEmpty()) {
            threads.execute(() -> runs.runFree(job, free));
        }
    }

    /**
     * Runs the slots that became due since the last look. A slot is handled once it is stored; if that fails, it is due
     * again at the next look.
     *
     * @throws RuntimeException if MongoDB could not be reached
     */
    void look() {
        Instant now = clock.instant();
        try {
            watched.replaceAll((name, watching) -> look(watching, now));
            unreached = false;
        } catch (RuntimeException e) {
            unreached = true;
            throw e;
        }
    }

    private Watched look(Watched watching, Instant now) {
        ScheduledJob job = watching.job();
        String mistake = broken.get(job.name());
        // Until then, another process, which can read the file, may take the slot.
        List<Slot> due = job.slots(watching.upTo(), mistake == null ? now : now.minus(GRACE));
        if (due.isEmpty()) {
            return watching;
        }
        if (due.size() > 1) {
            // Other processes may have run them, while this one was asleep or could not reach MongoDB.
            Instant known = slots.lastTime(job.name()).orElse(watching.upTo());
            due = job.slots(known.isAfter(watching.upTo()) ? known : watching.upTo(), now);
        }
        List<Pause> pauses = slots.pauses().all(job.name());
        due = due.stream()
                .filter(slot -> pauses.stream().noneMatch(pause -> pause.covers(slot.time())))
                .toList();
        if (due.isEmpty()) {
            return new Watched(job, now);
        }
        if (pauses.stream().anyMatch(pause -> pause.until() == null)) {
            // Slots from before the pause, which no process served.
            return watching;
        }
        if (mistake == null && read(job.name()).isEmpty()) {
            // Its file was broken since it was read: its slots have a minute until they are refused.
            return watching;
        }
        if (mistake != null) {
            refuse(job, due, mistake);
        } else if (job.runsAll()) {
            takeAll(job, due);
        } else {
            takeLast(job, due, now);
        }
        return new Watched(job, due.get(due.size() - 1).time());
    }

    /** Refuses slots of a job whose file cannot be read. They wait again when it can. */
    private void refuse(ScheduledJob job, List<Slot> due, String mistake) {
        int older = job.runsAll() ? Math.max(0, due.size() - MOST_RUN) : due.size() - 1;
        miss(job, due.subList(0, older), "the job file could not be read");
        unread.add(job.name());
        for (Slot slot : due.subList(older, due.size())) {
            slots.refuseUnread(slot, job.text(), mistake);
            LOG.warn("{}: the slot of {} was refused: {}", job.name(), job.timeText(slot.time()), mistake);
        }
    }

    /** Returns the jobs with a schedule as their files are now, without those that cannot be read. */
    public List<ScheduledJob> scheduled() {
        return scheduled(readable());
    }

    private static List<ScheduledJob> scheduled(List<JobFile> readable) {
        return readable.stream().flatMap(file -> ScheduledJob.of(file).stream()).toList();
    }

    private List<JobFile> readable() {
        List<String> all = files.list().stream().map(ListedJobFile::name).toList();
        broken.keySet().retainAll(all);
        return all.stream().flatMap(job -> read(job).stream()).toList();
    }

    /** Reads a job file, and keeps in mind whether it is broken; empty if it is. */
    private Optional<JobFile> read(String job) {
        try {
            JobFile file = files.find(job, List.of());
            broken.remove(job);
            return Optional.of(file);
        } catch (JobFileException e) {
            warnOnce(job, String.valueOf(e.getMessage()).replace("\n", "; "));
            return Optional.empty();
        }
    }

    private void warnOnce(String job, String mistake) {
        if (!mistake.equals(broken.put(job, mistake))) {
            LOG.warn("{} is refused until its file can be read: {}", job, mistake);
        }
    }

    /** Runs at most the last of several slots: one run stands for all missed ones. */
    private void takeLast(ScheduledJob job, List<Slot> due, Instant now) {
        Slot last = due.get(due.size() - 1);
        boolean late = last.time().isBefore(now.minus(GRACE));
        boolean left = late && job.missed() == MissedTime.SKIP;
        miss(
                job,
                left ? due : due.subList(0, due.size() - 1),
                unserved(left ? "the job skips missed slots" : "the last slot runs for all"));
        if (!left) {
            runs.claim(job, last).ifPresent(claim -> threads.execute(() -> runs.run(job, claim)));
        }
    }

    /** Saves all slots before the first one runs, so that none is lost if this process dies. */
    private void takeAll(ScheduledJob job, List<Slot> due) {
        int older = Math.max(0, due.size() - MOST_RUN);
        miss(job, due.subList(0, older), unserved("the last %d run".formatted(MOST_RUN)));
        refusedBefore(job).forEach(slots::deferAgain);
        due.subList(older, due.size()).forEach(slot -> slots.defer(slot, job.text()));
        List<Slot> waiting = slots.waiting(job.name());
        for (Slot slot : waiting.subList(0, Math.max(0, waiting.size() - MOST_RUN))) {
            slots.miss(slot, "more than %d slots of the job waited".formatted(MOST_RUN));
        }
        runFree(job);
    }

    /**
     * Returns refused slots that can still run: older documents must not replace later ones, also of a slot that another process
     * runs, or ran when it died.
     */
    private List<Slot> refusedBefore(ScheduledJob job) {
        List<Slot> refused = new ArrayList<>();
        for (SlotRecord record : slots.recent(job.name(), MOST_RUN)) {
            boolean begun = record.state() == SlotState.RAN || record.state() == SlotState.CLAIMED;
            if (begun && !job.insertsOnly()) {
                break;
            }
            if (record.state() == SlotState.REFUSED) {
                refused.add(record.slot());
            }
        }
        return refused;
    }

    private String unserved(String rest) {
        return (unreached ? "MongoDB could not be reached; " : "no process served; ") + rest;
    }

    private void miss(ScheduledJob job, List<Slot> missed, String reason) {
        if (!missed.isEmpty()) {
            Slot last = missed.get(missed.size() - 1);
            slots.complete(last, job.text(), SlotState.MISSED, reason, missed.size() - 1);
            LOG.warn("{}: {}: {}", job.name(), missedText(missed.size(), job.timeText(last.time())), reason);
        }
    }

    private static String missedText(int count, String last) {
        return count == 1
                ? "the slot of " + last + " was missed"
                : String.format(Locale.ROOT, "%,d slots were missed, the last one of %s", count, last);
    }
}
