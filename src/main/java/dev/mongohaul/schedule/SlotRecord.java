package dev.mongohaul.schedule;

import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.schedule.pause.FileWait;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slot as it is stored, or the import of a command in its shape.
 *
 * @param runId number of the run, if it was run; the most severe one of several
 * @param runIds numbers of all runs of a job that imports each file; empty for other jobs
 * @param reason why it was not run, as text
 * @param others number of slots before it with the same state and no record of their own
 * @param completedAt in the server's time; null while the slot is open
 * @param waits for its files; null if it does not wait for them
 * @param zone of its schedule, or UTC for a slot without one
 * @param refusedAt in the server's time, if it waited again after it was refused; null otherwise
 */
public record SlotRecord(
        Slot slot,
        SlotState state,
        @Nullable Long runId,
        List<Long> runIds,
        @Nullable String reason,
        int others,
        @Nullable Instant completedAt,
        @Nullable FileWait waits,
        ZoneId zone,
        @Nullable Instant refusedAt) {

    /** Word of a slot that has waited for more than half of its time. */
    public static final String LATE = "late";

    private static final ZoneId UTC = ZoneId.of("UTC");

    /** Slot without a schedule, which does not wait for files. */
    public SlotRecord(
            Slot slot,
            SlotState state,
            @Nullable Long runId,
            List<Long> runIds,
            @Nullable String reason,
            int others,
            @Nullable Instant completedAt) {
        this(slot, state, runId, runIds, reason, others, completedAt, null, UTC, null);
    }

    /** Returns the zone of a schedule that is stored as {@link ScheduledJob#text()}; UTC if it is none. */
    static ZoneId zone(String job, @Nullable String schedule) {
        return Optional.ofNullable(schedule)
                .flatMap(text -> ScheduledJob.of(job, text))
                .map(scheduled -> scheduled.schedule().zone())
                .orElse(UTC);
    }

    /** Returns the time of the slot as text in the zone of its schedule, which it names. */
    public String timeText() {
        return ScheduledJob.timeText(slot.time(), zone);
    }

    /** Returns the word of its state; while it waits for its files, {@code waiting}, or {@value #LATE} after half of the time. */
    public String word(Instant now) {
        return waits == null ? state.word() : isLate(now) ? LATE : SlotState.WAITING.word();
    }

    /** Returns whether it has waited for its files for more than half of its time. */
    public boolean isLate(Instant now) {
        return waits != null
                && now.isAfter(slot.time()
                        .plus(Duration.between(slot.time(), waits.until()).dividedBy(2)));
    }

    /** Returns the record of a command that imported, which is not stored. It may find no new file. */
    public static SlotRecord of(Slot began, StartResult result) {
        return SlotOutcome.of(result, EmptyInput.OK).of(began);
    }

    /** Returns the record of a command that did not import, which is not stored. */
    public static SlotRecord refused(Slot began, String reason) {
        return SlotOutcome.without(SlotState.REFUSED, reason).of(began);
    }
}
