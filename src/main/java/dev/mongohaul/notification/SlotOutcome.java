package dev.mongohaul.notification;

import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What became of a slot, with its run, and with what is usual for the job.
 *
 * @param run null where there was none, or is none any more
 * @param seconds that all tries of its import took
 * @param medianSeconds that earlier imports of the job took; null where it is not completed, or they are too few
 */
public record SlotOutcome(
        SlotRecord record,
        @Nullable Run run,
        double seconds,
        @Nullable Double medianSeconds) {

    public String job() {
        return record.slot().job();
    }

    /** The slot's time. */
    public Instant slot() {
        return record.slot().time();
    }

    /** What became of it, in a word. */
    public String state() {
        return record.state().name().toLowerCase(Locale.ROOT);
    }

    /** Why it was not run, or how its run failed; null where there is nothing to say. */
    public @Nullable String reason() {
        if (record.reason() != null || run == null) {
            return record.reason();
        }
        return run.reason().isEmpty() ? null : run.reason();
    }

    /** The figures of its run. */
    public @Nullable RunReport report() {
        return run == null ? null : RunReport.of(run);
    }

    /** What somebody is to be told of it; nothing, most often. */
    public List<Event> events(Tolerance tolerance) {
        return switch (record.state()) {
            case MISSED -> List.of(Event.MISSED);
            case OVERLAPPED -> List.of(Event.OVERLAPPED);
            case REFUSED -> List.of(Event.FAILED);
            case RAN -> run == null ? List.of() : events(run, tolerance);
            default -> List.of();
        };
    }

    /** The same in one sentence, for people. */
    public String text(List<Event> events) {
        return OutcomeText.of(this, events);
    }

    private List<Event> events(Run ran, Tolerance tolerance) {
        List<Event> events = new ArrayList<>();
        ImportEnding ending = ran.ending();
        if (ending == ImportEnding.FAILED) {
            events.add(Event.FAILED);
        }
        if (ending == ImportEnding.STOPPED) {
            events.add(Event.STOPPED);
        }
        RunReport report = RunReport.of(ran);
        if (ending == ImportEnding.REJECT_LIMIT_EXCEEDED
                || tolerance
                        .rejects()
                        .exceededBy(report.total().rejected(), report.total().read(), true)) {
            events.add(Event.REJECTS);
        }
        if (medianSeconds != null && !tolerance.allows(seconds, medianSeconds)) {
            events.add(Event.SLOWER);
        }
        return events;
    }
}
