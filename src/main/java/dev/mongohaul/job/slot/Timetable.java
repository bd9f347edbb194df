package dev.mongohaul.job.slot;

import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Schedule;
import dev.mongohaul.job.file.read.JobFileException;
import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.file.read.ListedJobFile;
import dev.mongohaul.repository.slot.Slot;
import dev.mongohaul.repository.slot.SlotState;
import dev.mongohaul.repository.slot.Slots;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the clock, and has slots run that are due; finds those that passed while nobody looked, and those whose process
 * died. Whoever calls {@link #look} does so every second or so, on one thread. A clock that was put back runs nothing twice,
 * since a slot is claimed once; one that slept finds what it missed.
 */
public final class Timetable {

    /** A slot that is found later was missed. */
    static final Duration GRACE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Timetable.class);

    private final JobFiles files;
    private final Slots slots;
    private final SlotRuns runs;
    private final Executor threads;
    private final Clock clock;
    private final Map<String, Watched> watched = new HashMap<>();
    private final Map<String, String> broken = new ConcurrentHashMap<>();

    /** A schedule, and up to when its slots are dealt with. */
    private record Watched(ScheduledJob job, Instant upTo) {}

    /** @param threads on which slots run, as many at the same time as there are jobs */
    public Timetable(JobFiles files, Slots slots, SlotRuns runs, Executor threads, Clock clock) {
        this.files = files;
        this.slots = slots;
        this.runs = runs;
        this.threads = threads;
        this.clock = clock;
    }

    /** Reads the job files again, and looks for slots whose process died: every few seconds are often enough. */
    public void refresh() {
        Map<String, ScheduledJob> scheduled = new HashMap<>();
        scheduled().forEach(job -> scheduled.put(job.name(), job));
        watched.keySet().retainAll(scheduled.keySet());
        for (ScheduledJob job : scheduled.values()) {
            Watched before = watched.get(job.name());
            Instant upTo = before != null && before.job().text().equals(job.text())
                    ? before.upTo()
                    : slots.watch(job.name(), job.text(), clock.instant());
            watched.put(job.name(), new Watched(job, upTo));
            List<Slot> orphans = slots.history().orphans(job.name());
            if (!orphans.isEmpty()) {
                threads.execute(() -> orphans.forEach(orphan -> runs.run(job, orphan)));
            }
        }
    }

    /** Has everything run that became due since the last look. */
    public void look() {
        Instant now = clock.instant();
        watched.replaceAll((name, schedule) -> {
            List<Slot> due = schedule.job().slots(schedule.upTo(), now);
            if (due.isEmpty()) {
                return schedule;
            }
            take(schedule.job(), due, now);
            return new Watched(schedule.job(), due.get(due.size() - 1).time());
        });
    }

    /** The jobs that run by themselves, each as its file says now; those that cannot be read are left out. */
    public List<ScheduledJob> scheduled() {
        List<ScheduledJob> scheduled = new ArrayList<>();
        for (ListedJobFile listed : files.list()) {
            try {
                JobFile file = files.find(listed.name(), List.of());
                broken.remove(listed.name());
                ScheduledJob.of(file).ifPresent(scheduled::add);
            } catch (JobFileException e) {
                tellOnce(listed.name(), String.valueOf(e.getMessage()));
            }
        }
        return scheduled;
    }

    private void tellOnce(String job, String mistake) {
        if (!mistake.equals(broken.put(job, mistake))) {
            LOG.warn("{} does not run by itself until its file can be read: {}", job, mistake.replace("\n", "; "));
        }
    }

    /** Of several, the last alone may be run: a job runs once for all that it missed. */
    private void take(ScheduledJob job, List<Slot> due, Instant now) {
        Slot last = due.get(due.size() - 1);
        boolean missed = last.time().isBefore(now.minus(GRACE));
        boolean left = missed && job.schedule().missed() == Schedule.Missed.SKIP;
        List<Slot> missing = left ? due : due.subList(0, due.size() - 1);
        if (!missing.isEmpty()) {
            slots.settle(
                    missing.get(missing.size() - 1),
                    job.text(),
                    SlotState.MISSED,
                    left
                            ? "nobody served, and the job leaves out what is missed"
                            : "nobody served; one run stands for all",
                    missing.size() - 1);
        }
        if (!left) {
            threads.execute(() -> runs.run(job, last));
        }
    }
}
