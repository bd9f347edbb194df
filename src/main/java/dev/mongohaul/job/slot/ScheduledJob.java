package dev.mongohaul.job.slot;

import dev.mongohaul.job.file.DatedFiles;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Schedule;
import dev.mongohaul.job.file.Schedule.Missed;
import dev.mongohaul.repository.slot.Slot;
import dev.mongohaul.writer.target.WriteOperation;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A job that runs by itself.
 *
 * @param name of the job
 * @param missed what becomes of slots that were missed
 * @param insertsOnly whether what it stores is the same in any order of its slots
 */
public record ScheduledJob(String name, Schedule schedule, Missed missed, boolean insertsOnly) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss VV", Locale.ROOT);

    /** Of more slots than this nobody wants to read one by one. */
    private static final int MOST = 10_000;

    /** A job with the schedule of its file; empty where it has none. */
    public static Optional<ScheduledJob> of(JobFile job) {
        return Optional.ofNullable(job.schedule())
                .map(schedule -> new ScheduledJob(
                        job.name(),
                        schedule,
                        missed(job, schedule),
                        job.write().operation().types().equals(EnumSet.of(WriteOperation.INSERT))));
    }

    private static Missed missed(JobFile job, Schedule schedule) {
        if (schedule.missed() != null) {
            return schedule.missed();
        }
        return DatedFiles.areNamedBy(job) ? Missed.RUN_ALL : Missed.RUN_ONCE;
    }

    /** Whether each slot runs, one after the other: each has files of its own, which no other slot reads. */
    public boolean runsAll() {
        return missed == Missed.RUN_ALL;
    }

    /** The slots after one time up to another, in their order; no more than {@value #MOST}, the last ones of those. */
    public List<Slot> slots(Instant after, Instant upTo) {
        Deque<Slot> slots = new ArrayDeque<>();
        Optional<Instant> next = times().after(after);
        while (next.isPresent() && !next.get().isAfter(upTo)) {
            slots.addLast(new Slot(name, next.get()));
            if (slots.size() > MOST) {
                slots.removeFirst();
            }
            next = times().after(next.get());
        }
        return List.copyOf(slots);
    }

    /** The first slot after a time; empty where the schedule has no more. */
    public Optional<Slot> next(Instant after) {
        return times().after(after).map(time -> new Slot(name, time));
    }

    /** The next slot, for people. */
    public String nextText(Instant now) {
        return next(now)
                .map(slot -> slot.time().atZone(schedule.zone()).format(TIME))
                .orElse("no time any more");
    }

    /** Equal for schedules of the same times. */
    public String text() {
        return schedule.cron() + " " + schedule.zone();
    }

    private SlotTimes times() {
        return new SlotTimes(schedule.cron(), schedule.zone());
    }
}
