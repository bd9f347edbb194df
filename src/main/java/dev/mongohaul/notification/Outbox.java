package dev.mongohaul.notification;

import dev.mongohaul.notification.SlotResult.Event;
import dev.mongohaul.report.History;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.PendingNotifications.PendingNotification;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Results of slots whose notification is pending; one process at a time has each. Thread-safe. */
final class Outbox {

    private final PendingNotifications slots;
    private final Runs runs;
    private final History history;

    Outbox(PendingNotifications slots, Runs runs) {
        this.slots = slots;
        this.runs = runs;
        this.history = new History(runs);
    }

    /**
     * Claims the next pending result for this process; empty if there is none.
     *
     * @param lease after which another process may claim it
     */
    Optional<Pending> next(Duration lease) {
        return slots.claim(lease).map(slot -> new Pending(slot, result(slot.record())));
    }

    /** Marks a notification as delivered, or as not needed if there are no events. */
    void complete(Pending pending, List<Event> events) {
        slots.markNotified(pending.slot(), words(events), null);
    }

    /** Marks a notification as undeliverable. */
    void abandon(Pending pending, List<Event> events, String reason) {
        slots.markNotified(pending.slot(), words(events), reason);
    }

    /** Releases a notification, to be sent after the delay. */
    void postpone(Pending pending, Duration delay, boolean refused) {
        slots.postpone(pending.slot(), delay, refused);
    }

    private SlotResult result(SlotRecord record) {
        Long runId = record.runId();
        Optional<Run> found = runId == null ? Optional.empty() : runs.find(runId);
        return found.map(run -> result(record, run)).orElseGet(() -> new SlotResult(record, null, 0, null));
    }

    private SlotResult result(SlotRecord record, Run run) {
        String job = record.slot().job();
        long number = run.jobInstanceId();
        OptionalDouble median = run.ending().continues() ? OptionalDouble.empty() : history.medianSeconds(job, number);
        return new SlotResult(
                record,
                run,
                history.find(job, number).map(ImportSummary::seconds).orElse(0.0),
                median.isPresent() ? median.getAsDouble() : null);
    }

    private static List<String> words(List<Event> events) {
        return events.stream().map(Event::word).toList();
    }

    /** Pending notification that this process has claimed. */
    record Pending(PendingNotification slot, SlotResult result) {

        /** Number of attempts to send it, this one included. */
        int attempts() {
            return slot.attempts();
        }

        /** Number of earlier attempts that the receiver refused. */
        int refusals() {
            return slot.refusals();
        }

        /** Returns whether it may still be sent after the delay. */
        boolean isRecentAfter(Duration delay) {
            Instant settled = slot.record().completedAt();
            return settled != null && slot.claimedAt().plus(delay).isBefore(settled.plus(PendingNotifications.NEWS));
        }
    }
}
