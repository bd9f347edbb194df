package dev.mongohaul.schedule;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

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
