package dev.mongohaul.notification;

import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.PendingNotifications.PendingNotification;
import java.time.Duration;
import java.time.Instant;

/** What became of a slot that this process is to tell of, for a while. */
public record Untold(PendingNotification slot, SlotOutcome outcome) {

    /** How often it was tried to tell, this time included. */
    public int attempts() {
        return slot.attempts();
    }

    /** How often it was refused for good before. */
    public int refusals() {
        return slot.refusals();
    }

    /** Whether it will be news still after this time. */
    public boolean isNewsAfter(Duration delay) {
        Instant settled = slot.record().completedAt();
        return settled != null && slot.claimedAt().plus(delay).isBefore(settled.plus(PendingNotifications.NEWS));
    }
}
