package dev.mongohaul.schedule;

import dev.mongohaul.job.setting.DatedFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.MissedTime;
import dev.mongohaul.job.setting.Schedule;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * Job with a schedule.
 *
 * @param name of the job
 * @param missed policy for missed slots
 * @param insertsOnly whether its slots may run in any order, since none changes documents of another
 */
public record ScheduledJob(String name, Schedule schedule, MissedTime missed, boolean insertsOnly) {

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss VV", Locale.ROOT);

    /** Upper bound of slots returned. */
    private static final int MOST = 10_000;

    /** Returns the job with the schedule of its file; empty if it has none. */
    public static Optional<ScheduledJob> of(JobFile job) {
        return Optional.ofNullable(job.schedule())
                .map(schedule -> new ScheduledJob(
                        job.name(),
                        schedule,
                        missed(job, schedule),
                        !job.swaps() && job.write().operation().onlyAdds()));
    }

    /** Returns the job with a schedule that was stored as {@link #text()}; empty if that is none. */
    static Optional<ScheduledJob> of(String name, String text) {
        int zone = text.lastIndexOf(' ');
        try {
            Schedule schedule = new Schedule(
                    CronExpression.parse(text.substring(0, zone)), ZoneId.of(text.substring(zone + 1)), null, null);
            return Optional.of(new ScheduledJob(name, schedule, MissedTime.RUN_ONCE, false));
        } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static MissedTime missed(JobFile job, Schedule schedule) {
        if (schedule.missed() != null) {
            return schedule.missed();
        }
        return DatedFiles.areNamedBy(job) ? MissedTime.RUN_ALL : MissedTime.RUN_ONCE;
    }

    /** Returns whether each slot runs, in order: each has its own files, which no other slot reads. */
    public boolean runsAll() {
        return missed == MissedTime.RUN_ALL;
    }

    /**
     * Returns the slots after one time up to another, in their order, and of more than {@value #MOST} the last ones.
     */
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

    /** Returns the time of the next slot; empty if there is none. */
    public Optional<Instant> next(Instant now) {
        return times().after(now);
    }

    /** Returns the time of the next slot as text. */
    public String nextText(Instant now) {
        return next(now).map(this::timeText).orElse("no further time");
    }

    /** Returns the times of the next slots as one text, in the zone of the schedule, which it names. */
    public String nextTexts(Instant now, int most) {
        String times = Stream.iterate(next(now), Optional::isPresent, time -> time.flatMap(this::next))
                .limit(most)
                .map(time -> LOCAL.format(time.orElseThrow().atZone(schedule.zone())))
                .collect(Collectors.joining(", "));
        return times.isEmpty() ? "no further time" : times + " " + schedule.zone();
    }

    /** Returns a time as text in the zone of the schedule, which it names. */
    String timeText(Instant time) {
        return timeText(time, schedule.zone());
    }

    static String timeText(Instant time, ZoneId zone) {
        return time.atZone(zone).format(TIME);
    }

    /** Returns the schedule in words, such as "every day at 02:30 Europe/Berlin"; other patterns as they are written. */
    public String words() {
        return new ScheduleWords(schedule.cron().toString()).text() + " " + schedule.zone()
                + (schedule.maxWait() == null ? "" : ", waiting for late files up to " + duration(schedule.maxWait()));
    }

    private static String duration(Duration wait) {
        return wait.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    /** Returns the schedule as text, equal for schedules of the same times. */
    public String text() {
        return schedule.cron() + " " + schedule.zone();
    }

    private SlotTimes times() {
        return new SlotTimes(schedule.cron(), schedule.zone());
    }

    /**
     * Times of a schedule, with changes between winter and summer time.
     *
     * <p>{@link CronExpression} omits a time that a change of clocks skips, and returns one twice that occurs twice: a
     * night would be lost in spring, and doubled in autumn. Here, as in Vixie's cron, a schedule of certain hours has
     * local times. A skipped time is delayed by as much as the clocks are put forward, and a time that occurs twice
     * counts the first time. A schedule of every hour (its third field begins with {@code *}) keeps its interval
     * through both hours of the same name.
     *
     * @param cron of six fields
     * @param zone of its hours
     */
    public record SlotTimes(CronExpression cron, ZoneId zone) {

        private static final int HOURS = 2;

        /** Returns the first time after another; empty if there is none. */
        public Optional<Instant> after(Instant instant) {
            return Optional.ofNullable(isOfEveryHour() ? nextAtPace(instant) : nextLocal(instant));
        }

        private boolean isOfEveryHour() {
            return cron.toString().split("\\s+", -1)[HOURS].startsWith("*");
        }

        /** Skips duplicates: two local times in the skipped hour can be the same instant. */
        private @Nullable Instant nextLocal(Instant instant) {
            ZoneOffsetTransition last = zone.getRules().previousTransition(instant.plusNanos(1));
            LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
            if (last != null
                    && last.isGap()
                    && local.isBefore(last.getDateTimeAfter().plus(last.getDuration()))) {
                // The skipped time comes now, since no clock shows it before this hour.
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

        /** Returns the next change of clocks, up to which the offset stays the same. */
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
