package dev.mongohaul.notification;

import dev.mongohaul.job.setting.Notify;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.waiting.Backoff;
import dev.mongohaul.waiting.Pauses;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of the notification about the import of a command, before the command ends. Nothing that fails here changes the
 * import, and a receiver that is away costs a few seconds: the notification is then undelivered, which the log says.
 */
public final class CommandNotifier {

    /** Longest time of all attempts. */
    private static final Duration LIMIT = Duration.ofSeconds(4);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Not static, because a command without a receiver must not load the log. */
    private final Logger log = LoggerFactory.getLogger(CommandNotifier.class);

    private final Receivers receivers;

    private CommandNotifier(Receivers receivers) {
        this.receivers = receivers;
    }

    /**
     * Returns the notifier of the environment; empty if it names no receiver.
     *
     * @throws InvalidWebhookException if the receiver is invalid
     */
    public static Optional<CommandNotifier> of(Map<String, String> environment) {
        return Receivers.areIn(environment) ? Receivers.of(environment).map(CommandNotifier::new) : Optional.empty();
    }

    /**
     * Begins to notify about an import that ended, if it has an event.
     *
     * @param record whose slot has the time at which the command began
     * @param runs null if no server was reached; not used any more when this returns
     * @return completed, without a failure, when no more is attempted
     */
    public CompletableFuture<Void> send(SlotRecord record, Notify settings, @Nullable Runs runs) {
        try {
            return new Notifications(runs, began -> Optional.empty())
                    .of(record, settings)
                    .map(this::deliver)
                    .orElseGet(() -> CompletableFuture.completedFuture(null));
        } catch (RuntimeException e) {
            log.warn("{}: no notification could be sent: {}", record.slot().job(), e.getMessage());
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Delivers it to all receivers at the same time. */
    private CompletableFuture<Void> deliver(Notification notification) {
        return CompletableFuture.allOf(Stream.concat(
                        receivers.others().stream().map(other -> attempt(() -> other.take(notification, LIMIT))),
                        receivers.webhook().stream().map(webhook -> attempt(() -> deliver(webhook, notification))))
                .toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> attempt(Attempt attempt) {
        return CompletableFuture.runAsync(() -> {
            try {
                attempt.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                log.warn("A notification could not be sent: {}", e.getMessage());
            }
        });
    }

    @FunctionalInterface
    private interface Attempt {

        void run() throws InterruptedException;
    }

    private void deliver(WebhookSender webhook, Notification notification) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        Delivery delivery = webhook.send(notification, LIMIT);
        Pauses pauses = new Pauses(Duration.ofNanos(end - System.nanoTime()).minus(PAUSE), Backoff.of(PAUSE));
        while (delivery.outcome() == DeliveryOutcome.LATER && pauses.pause()) {
            delivery = webhook.send(notification, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
        if (delivery.outcome() != DeliveryOutcome.DELIVERED) {
            log.warn("{} {}: \"{}\" was not delivered", webhook.receiver(), delivery.answer(), notification.text());
        }
    }
}
