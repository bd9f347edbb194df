package dev.mongohaul.schedule;

import dev.mongohaul.job.file.DatedFiles;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Schedule;
import dev.mongohaul.job.file.Schedule.Missed;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

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
                        job.write().operation().types().equals(EnumSet.of(Operation.Type.INSERT))));
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

    /**
     * The times of a schedule, where clocks are put forward and back, too.
     *
     * <p>{@link CronExpression} leaves a time out that a change of clocks skips, and has one twice that comes twice: a night would
     * be lost in spring, and doubled in autumn. Here, as in Vixie's cron, a schedule of certain hours is one of local times: what
     * is skipped comes as much later as the clocks are put forward, and what comes twice counts the first time. A schedule of
     * every hour (its third field begins with {@code *}) goes on at its pace through both hours of the same name.
     *
     * @param cron of six fields
     * @param zone of its hours
     */
    public record SlotTimes(CronExpression cron, ZoneId zone) {

        private static final int HOURS = 2;

        /** The first time after another; empty where there is none. */
        public Optional<Instant> after(Instant instant) {
            return Optional.ofNullable(isOfEveryHour() ? nextAtPace(instant) : nextLocal(instant));
        }

        private boolean isOfEveryHour() {
            return cron.toString().split("\\s+", -1)[HOURS].startsWith("*");
        }

        /** Of local times in the skipped hour, two can be the same instant. */
        private @Nullable Instant nextLocal(Instant instant) {
            ZoneOffsetTransition last = zone.getRules().previousTransition(instant.plusNanos(1));
            LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
            if (last != null
                    && last.isGap()
                    && local.isBefore(last.getDateTimeAfter().plus(last.getDuration()))) {
                // What was skipped comes now: it stands before this hour on no clock.
                local = local.minus(last.getDuration());
            }
            for (LocalDateTime next = cron.next(local); next != null; next = cron.next(next)) {
                Instant time = ZonedDateTime.ofLocal(next, zone, null).toInstant();
                if (time.isAfter(instant)) {
                    return time;
                }
            }
            return null;
        }

        /** Up to the next change of clocks the offset stays as it is; from there on it is another. */
        private @Nullable Instant nextAtPace(Instant instant) {
            ZoneOffset offset = zone.getRules().getOffset(instant);
            LocalDateTime next = cron.next(LocalDateTime.ofInstant(instant, offset));
            ZoneOffsetTransition change = zone.getRules().nextTransition(instant);
            if (next == null) {
                return null;
            }
            if (change == null || next.toInstant(offset).isBefore(change.getInstant())) {
                return next.toInstant(offset);
            }
            LocalDateTime first = change.getDateTimeAfter();
            LocalDateTime same = cron.next(first.minusNanos(1));
            return first.equals(same) ? change.getInstant() : nextAtPace(change.getInstant());
        }
    }
}
