package dev.mongohaul.notification;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.Notify;
import dev.mongohaul.notification.Outbox.Pending;
import dev.mongohaul.notification.SlotResult.Event;
import dev.mongohaul.notification.SlotResult.Tolerance;
import dev.mongohaul.notification.WebhookSender.Delivery;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sender of pending notifications. Retries each until the receiver accepts it or it is too old. Several processes may
 * run a notifier at the same time; one of them sends each notification. Not thread-safe.
 */
final class Notifier {

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** Longer than it takes to create and send one notification. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** More than one, because the receiver's address may not be set up yet. */
    private static final int MAX_REFUSALS = 3;

    private final Outbox outbox;
    private final JobFiles files;
    private final WebhookSender sender;
    private final Backoff backoff;
    private final Duration lease;
    private boolean failing;

    Notifier(Outbox outbox, JobFiles files, WebhookSender sender) {
        this(outbox, files, sender, Backoff.USUAL, LEASE);
    }

    Notifier(Outbox outbox, JobFiles files, WebhookSender sender, Backoff backoff, Duration lease) {
        this.outbox = outbox;
        this.files = files;
        this.sender = sender;
        this.backoff = backoff;
        this.lease = lease;
    }

    /** Sends all pending notifications, up to the first that is not delivered. */
    void sendPending() {
        try {
            Optional<Pending> next = outbox.next(lease);
            while (next.isPresent() && send(next.get())) {
                next = outbox.next(lease);
            }
            failing = false;
        } catch (InterruptedException e) {
            // The claim expires after a minute; another process can send the notification then.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Warns once per outage, not every second.
            LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
                    .log("Notifications could not be sent; retrying: {}", e.getMessage());
            failing = true;
        }
    }

    /** Returns whether to continue with the next one. */
    private boolean send(Pending pending) throws InterruptedException {
        SlotResult result = pending.result();
        List<Event> events = result.events(tolerance(result.job()));
        if (events.isEmpty()) {
            outbox.complete(pending, events);
            return true;
        }
        Notification notification = Notification.of(result, events, Instant.now());
        Delivery delivery = sender.send(notification.id(), notification.json());
        switch (delivery.outcome()) {
            case DELIVERED -> outbox.complete(pending, events);
            case REFUSED -> retry(pending, events, delivery, pending.refusals() + 1 < MAX_REFUSALS);
            case LATER -> retry(pending, events, delivery, true);
        }
        return delivery.outcome() == Delivery.Outcome.DELIVERED;
    }

    private void retry(Pending pending, List<Event> events, Delivery delivery, boolean allowed) {
        Duration delay = backoff.after(pending.attempts(), delivery.pause());
        boolean retry = allowed && pending.isRecentAfter(delay);
        LOG.warn(
                "{} {}: \"{}\" {}",
                sender.receiver(),
                delivery.answer(),
                pending.result().text(events),
                retry ? "is sent again in " + delay.toSeconds() + " s" : "is not sent again");
        if (retry) {
            outbox.postpone(pending, delay, delivery.outcome() == Delivery.Outcome.REFUSED);
        } else {
            outbox.abandon(pending, events, delivery.answer());
        }
    }

    /** Returns the current setting of the job file, or the default if the file cannot be read. */
    private Tolerance tolerance(String job) {
        Notify notify = Notify.USUAL;
        try {
            notify = files.find(job, List.of()).notices();
        } catch (JobFileException | InvalidPathException e) {
            LOG.debug("The default notify settings apply to {}", job, e);
        }
        return new Tolerance(notify.rejects().limit(), notify.slower().times());
    }

    /**
     * Exponential delay between two attempts to send a notification.
     *
     * @param random spreads notifications of the same moment
     */
    record Backoff(Duration first, Duration longest, RandomGenerator random) {

        static final Backoff USUAL =
                new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(30), RandomGenerator.getDefault());

        private static final int MAX_DOUBLINGS = 20;
        private static final double MIN_FACTOR = 0.75;

        /**
         * Returns the delay, of which up to a quarter is random.
         *
         * @param attempts at least 1
         * @param requested delay that the receiver asks for; capped at the longest delay
         */
        Duration after(int attempts, Duration requested) {
            Duration doubled = shorter(first.multipliedBy(1L << Math.min(attempts - 1, MAX_DOUBLINGS)), longest);
            Duration spread = Duration.ofMillis(Math.round(doubled.toMillis() * random.nextDouble(MIN_FACTOR, 1)));
            Duration granted = shorter(requested, longest);
            return spread.compareTo(granted) < 0 ? granted : spread;
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }
    }
}
