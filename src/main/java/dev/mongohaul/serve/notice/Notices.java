package dev.mongohaul.serve.notice;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.Notify;
import dev.mongohaul.report.outcome.Event;
import dev.mongohaul.report.outcome.Outbox;
import dev.mongohaul.report.outcome.Tolerance;
import dev.mongohaul.report.outcome.Untold;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Tells a webhook of slots, again and again until it has them or they are no news any more. Several processes do so at the
 * same time, and one tells of each slot. Not thread-safe.
 */
final class Notices {

    private static final Logger LOG = LoggerFactory.getLogger(Notices.class);

    /** Longer than one notice takes to be made and sent. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** An address that does not exist may be one that is being set up. */
    private static final int MOST_REFUSALS = 3;

    private final Outbox outbox;
    private final JobFiles files;
    private final WebhookSender sender;
    private final Backoff backoff;
    private final Duration lease;
    private boolean failing;

    Notices(Outbox outbox, JobFiles files, WebhookSender sender) {
        this(outbox, files, sender, Backoff.USUAL, LEASE);
    }

    Notices(Outbox outbox, JobFiles files, WebhookSender sender, Backoff backoff, Duration lease) {
        this.outbox = outbox;
        this.files = files;
        this.sender = sender;
        this.backoff = backoff;
        this.lease = lease;
    }

    /** Tells what there is to tell, up to the first notice that does not arrive; what fails is tried again. */
    void tellAll() {
        try {
            Optional<Untold> next = outbox.next(lease);
            while (next.isPresent() && tell(next.get())) {
                next = outbox.next(lease);
            }
            failing = false;
        } catch (InterruptedException e) {
            // The slot stays claimed for a minute, and is told by whoever looks then.
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Once for a server that is away, and not every second.
            LOG.atLevel(failing ? Level.DEBUG : Level.WARN)
                    .log("Notices could not be told; it is tried again: {}", e.getMessage());
            failing = true;
        }
    }

    /** Whether the next one may follow. */
    private boolean tell(Untold untold) throws InterruptedException {
        List<Event> events = untold.outcome().events(tolerance(untold.outcome().job()));
        if (events.isEmpty()) {
            outbox.told(untold, events);
            return true;
        }
        Notice notice = Notice.of(untold.outcome(), events, Instant.now());
        Delivery delivery = sender.send(notice.id(), notice.json());
        switch (delivery.outcome()) {
            case DELIVERED -> outbox.told(untold, events);
            case REFUSED -> again(untold, events, delivery, untold.refusals() + 1 < MOST_REFUSALS);
            case LATER -> again(untold, events, delivery, true);
        }
        return delivery.outcome() == Delivery.Outcome.DELIVERED;
    }

    private void again(Untold untold, List<Event> events, Delivery delivery, boolean worthIt) {
        Duration delay = backoff.after(untold.attempts(), delivery.pause());
        boolean again = worthIt && untold.isNewsAfter(delay);
        LOG.warn(
                "{} {}: \"{}\" {}",
                sender.receiver(),
                delivery.answer(),
                untold.outcome().text(events),
                again ? "is told again in " + delay.toSeconds() + " s" : "is not told any more");
        if (again) {
            outbox.putOff(untold, delay, delivery.outcome() == Delivery.Outcome.REFUSED);
        } else {
            outbox.giveUp(untold, events, delivery.answer());
        }
    }

    /** As the job's file says now; as usual, where it says nothing any more. */
    private Tolerance tolerance(String job) {
        Notify notify = Notify.USUAL;
        try {
            notify = files.find(job, List.of()).notices();
        } catch (JobFileException | InvalidPathException e) {
            LOG.debug("{} is told as jobs usually are", job, e);
        }
        return new Tolerance(notify.rejects().limit(), notify.slower().times());
    }
}
