package dev.mongohaul.notification;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.mongo.TransientServerException;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.PendingNotification;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.waiting.Backoff;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    /** Time that the receivers beside the webhook have together, so that all fit into the lease. */
    private static final Duration OTHERS = Duration.ofSeconds(15);

    /** More than one, because the receiver's address may not be set up yet. */
    private static final int MAX_REFUSALS = 3;

    private final PendingNotifications slots;
    private final Notifications notifications;
    private final JobFiles files;
    private final Receivers receivers;
    private final Backoff backoff;
    private boolean failing;

    Notifier(PendingNotifications slots, Runs runs, JobFiles files, Receivers receivers, Backoff backoff) {
        this.slots = slots;
        this.notifications = new Notifications(runs, slots::before);
        this.files = files;
        this.receivers = receivers;
        this.backoff = backoff;
    }

    /** Sends all pending notifications, up to the first that is not delivered. */
    void sendPending() {
        try {
            Optional<PendingNotification> next = slots.claim(LEASE);
            while (next.isPresent() && send(next.get())) {
                next = slots.claim(LEASE);
            }
            failing = false;
        } catch (InterruptedException e) {
            // The claim expires after a minute; another process can send the notification then.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Warns once per outage, not every second.
            LOG.atLevel(failing ? Level.DEBUG : slots.retries().level(e))
                    .log("Notifications could not be sent; retrying: {}", TransientServerException.problem(e));
            failing = true;
        }
    }

    /** Returns whether to continue with the next one. */
    private boolean send(PendingNotification pending) throws InterruptedException {
        Optional<Notification> due = notifications.of(
                pending.record(), settings(pending.record().slot().job()));
        if (due.isEmpty()) {
            slots.markNotified(pending, List.of(), null);
            return true;
        }
        Notification notification = due.get();
        if (!pending.postponed()) {
            for (Receivers.Other other : receivers.others()) {
                other.take(notification, OTHERS.dividedBy(receivers.others().size()));
            }
        }
        if (receivers.webhook().isEmpty()) {
            slots.markNotified(pending, notification.events(), null);
            return true;
        }
        WebhookSender sender = receivers.webhook().get();
        Delivery delivery = sender.send(notification);
        switch (delivery.outcome()) {
            case DELIVERED -> slots.markNotified(pending, notification.events(), null);
            case REFUSED -> retry(sender, pending, notification, delivery, pending.refusals() + 1 < MAX_REFUSALS);
            case LATER -> retry(sender, pending, notification, delivery, true);
        }
        return delivery.outcome() == DeliveryOutcome.DELIVERED;
    }

    private void retry(
            WebhookSender sender,
            PendingNotification pending,
            Notification notification,
            Delivery delivery,
            boolean allowed) {
        Duration delay = backoff.after(pending.attempts(), delivery.pause());
        boolean retry = allowed && pending.isRecentAfter(delay);
        LOG.warn(
                "{} {}: \"{}\" {}",
                sender.receiver(),
                delivery.answer(),
                notification.text(),
                retry ? "is sent again in " + delay.toSeconds() + " s" : "is not sent again");
        if (retry) {
            slots.postpone(pending, delay, delivery.outcome() == DeliveryOutcome.REFUSED);
        } else {
            slots.markNotified(pending, notification.events(), delivery.answer());
        }
    }

    /** Returns the current setting of the job file, or the default if the file cannot be read. */
    private Notify settings(String job) {
        try {
            return files.find(job, List.of()).notices();
        } catch (JobFileException | InvalidPathException e) {
            LOG.debug("The default notify settings apply to {}", job, e);
            return JobFileReader.usualNotices();
        }
    }
}
