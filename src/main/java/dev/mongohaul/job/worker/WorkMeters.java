package dev.mongohaul.job.worker;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Metrics of the partitions that this process shares with others. Thread-safe. */
final class WorkMeters {

    private final MeterRegistry registry;
    private final AtomicInteger brokerUp = new AtomicInteger(1);

    WorkMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("mongohaul.broker.up", brokerUp::get)
                .description("1 if the broker accepted the last invitation, else 0")
                .register(registry);
    }

    /** Measures the threads of a worker. */
    void threads(int count, IntSupplier busy) {
        threads("busy", busy::getAsInt);
        threads("idle", () -> count - busy.getAsInt());
    }

    private void threads(String state, Supplier<Number> count) {
        Gauge.builder("mongohaul.worker.threads", count)
                .description("Threads of this worker")
                .tag("state", state)
                .register(registry);
    }

    /** Counts a partition that a thread of this process has taken from its owner. */
    void takenOver(String cause) {
        counter("mongohaul.takeovers", "Partitions that this process took over from their owners", "cause", cause)
                .increment();
    }

    /**
     * Counts the end of the work on an invitation.
     *
     * @param time that the work took
     */
    void ended(WorkEnding ending, Duration time) {
        counter(
                        "mongohaul.worker.partitions",
                        "Invitations by the outcome of the work on them",
                        "outcome",
                        ending.name().toLowerCase(Locale.ROOT))
                .increment();
        if (ending != WorkEnding.PASSED) {
            Timer.builder("mongohaul.partition")
                    .description("Time of the work of one owner on a partition")
                    .register(registry)
                    .record(time);
        }
    }

    /** Counts a message that was removed from the queue, because it is not an invitation. */
    void dropped() {
        Counter.builder("mongohaul.worker.messages.dropped")
                .description("Messages that were no invitations")
                .register(registry)
                .increment();
    }

    /** Counts an invitation that the broker has accepted. */
    void invited(boolean again) {
        counter("mongohaul.invitations", "Invitations that this process sent", "kind", again ? "again" : "first")
                .increment();
        brokerUp.set(1);
    }

    void brokerAway() {
        brokerUp.set(0);
    }

    private Counter counter(String name, String description, String tag, String value) {
        return Counter.builder(name).description(description).tag(tag, value).register(registry);
    }
}
