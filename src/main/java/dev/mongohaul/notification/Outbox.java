package dev.mongohaul.notification;

import dev.mongohaul.report.History;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.SlotHistory.SlotRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What became of slots and nobody was told of yet, each for one teller at a time. Thread-safe. */
public final class Outbox {

    private final PendingNotifications slots;
    private final Runs runs;
    private final History history;

    public Outbox(PendingNotifications slots, Runs runs) {
        this.slots = slots;
        this.runs = runs;
        this.history = new History(runs);
    }

    /**
     * Gives this process the next outcome to tell; empty where there is none.
     *
     * @param lease after which another process may have it
     */
    public Optional<Untold> next(Duration lease) {
        return slots.claim(lease).map(slot -> new Untold(slot, outcome(slot.record())));
    }

    /** Marks an outcome as told, or as one of which there is nothing to tell. */
    public void told(Untold told, List<Event> events) {
        slots.markNotified(told.slot(), words(events), null);
    }

    /** Marks an outcome as one that is told no more, though nobody got to know it. */
    public void giveUp(Untold given, List<Event> events, String why) {
        slots.markNotified(given.slot(), words(events), why);
    }

    /** Has it told later. */
    public void putOff(Untold later, Duration delay, boolean refused) {
        slots.postpone(later.slot(), delay, refused);
    }

    private SlotOutcome outcome(SlotRecord record) {
        Long runId = record.runId();
        Optional<Run> found = runId == null ? Optional.empty() : runs.find(runId);
        return found.map(run -> outcome(record, run)).orElseGet(() -> new SlotOutcome(record, null, 0, null));
    }

    private SlotOutcome outcome(SlotRecord record, Run run) {
        String job = record.slot().job();
        long number = run.jobInstanceId();
        OptionalDouble median = run.ending().continues() ? OptionalDouble.empty() : history.medianSeconds(job, number);
        return new SlotOutcome(
                record,
                run,
                history.find(job, number).map(ImportSummary::seconds).orElse(0.0),
                median.isPresent() ? median.getAsDouble() : null);
    }

    private static List<String> words(List<Event> events) {
        return events.stream().map(Event::word).toList();
    }
}
