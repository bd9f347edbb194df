package dev.mongohaul.job.slot;

import dev.mongohaul.job.file.Schedule;
import dev.mongohaul.repository.slot.Slot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A job that runs by itself.
 *
 * @param name of the job
 */
public record ScheduledJob(String name, Schedule schedule) {

    /** Of more slots than this nobody wants to read one by one. */
    private static final int MOST = 10_000;

    /** The slots after one time up to another, in their order; no more than {@value #MOST}, the last ones of those. */
    public List<Slot> slots(Instant after, Instant upTo) {
        List<Slot> slots = new ArrayList<>();
        Optional<Instant> next = times().after(after);
        while (next.isPresent() && !next.get().isAfter(upTo) && slots.size() < MOST) {
            slots.add(new Slot(name, next.get()));
            next = times().after(next.get());
        }
        return slots;
    }

    /** The first slot after a time; empty where the schedule has no more. */
    public Optional<Slot> next(Instant after) {
        return times().after(after).map(time -> new Slot(name, time));
    }

    /** Equal for schedules of the same times. */
    public String text() {
        return schedule.cron() + " " + schedule.zone();
    }

    private SlotTimes times() {
        return new SlotTimes(schedule.cron(), schedule.zone());
    }
}
