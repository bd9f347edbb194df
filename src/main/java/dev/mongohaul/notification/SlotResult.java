package dev.mongohaul.notification;

import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.Run;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Result of a slot, with its run and the usual duration of the job.
 *
 * @param run null if the slot had none, or if it was pruned
 * @param seconds duration of all runs of the import
 * @param medianSeconds duration of earlier imports of the job; null if this one is not completed, or if they are too few
 */
record SlotResult(
        SlotRecord record,
        @Nullable Run run,
        double seconds,
        @Nullable Double medianSeconds) {

    /** Event that is reported to the webhook. */
    enum Event {
        /** The run failed, or the slot could not be run. */
        FAILED,
        /** More records were rejected than the job or its notify setting allows. */
        REJECTS,
        /** The run was asked to stop. */
        STOPPED,
        /** No process served at the time of the slot. */
        MISSED,
        /** An earlier slot of the job was not over. */
        OVERLAPPED,
        /** The import took much longer than usual for the job. */
        SLOWER;

        /** Returns the published name. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Limits up to which a completed import causes no event.
     *
     * @param rejects of one import
     * @param slower multiple of the usual duration; null for no limit
     */
    record Tolerance(RejectLimit rejects, @Nullable BigDecimal slower) {

        boolean allows(double seconds, double usual) {
            return slower == null || seconds <= slower.doubleValue() * usual;
        }
    }

    String job() {
        return record.slot().job();
    }

    /** Returns the time of the slot. */
    Instant slot() {
        return record.slot().time();
    }

    /** Returns the published name of the slot's state. */
    String state() {
        return record.state().name().toLowerCase(Locale.ROOT);
    }

    /** Returns why the slot was not run, or why its run failed; null if there is no reason. */
    @Nullable
    String reason() {
        if (record.reason() != null || run == null) {
            return record.reason();
        }
        return run.reason().isEmpty() ? null : run.reason();
    }

    @Nullable
    RunReport report() {
        return run == null ? null : RunReport.of(run);
    }

    /** Returns the counts of the run; zeros if there was none. */
    Counts total() {
        RunReport report = report();
        return report == null ? Counts.NONE : report.total();
    }

    /** Returns what to notify of; usually nothing. */
    List<Event> events(Tolerance tolerance) {
        return switch (record.state()) {
            case MISSED -> List.of(Event.MISSED);
            case OVERLAPPED -> List.of(Event.OVERLAPPED);
            case REFUSED -> List.of(Event.FAILED);
            case RAN -> run == null ? List.of() : events(run, tolerance);
            default -> List.of();
        };
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
        Counts total = total();
        if (ending == ImportEnding.REJECT_LIMIT_EXCEEDED
                || tolerance.rejects().exceededBy(total.rejected(), total.read(), true)) {
            events.add(Event.REJECTS);
        }
        if (medianSeconds != null && !tolerance.allows(seconds, medianSeconds)) {
            events.add(Event.SLOWER);
        }
        return events;
    }

    /** Returns the events as one sentence on one line. */
    String text(List<Event> events) {
        return SlotResultText.of(this, events);
    }
}
