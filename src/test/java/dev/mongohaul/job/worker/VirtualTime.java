package dev.mongohaul.job.worker;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Time that passes from event to event. For one thread. */
final class VirtualTime implements InstantSource {

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private long nanos = TimeUnit.DAYS.toNanos(1);
    private long numbers;

    private record Event(long atNanos, long number, Runnable task) {}

    long nanoTime() {
        return nanos;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    void after(Duration delay, Runnable task) {
        events.add(new Event(nanos + delay.toNanos(), numbers++, task));
    }

    /** Executes the next event; returns whether there was one. */
    boolean step() {
        Event next = events.poll();
        if (next != null) {
            nanos = next.atNanos();
            next.task().run();
        }
        return next != null;
    }

    /** Process on a machine, which can be killed and frozen. The events of a frozen process happen when it wakes. */
    final class SimulatedProcess {

        private final List<Runnable> heldBack = new ArrayList<>();
        private boolean dead;
        private boolean frozen;

        void after(Duration delay, Runnable task) {
            VirtualTime.this.after(delay, () -> happen(task));
        }

        private void happen(Runnable task) {
            if (frozen) {
                heldBack.add(task);
            } else if (!dead) {
                task.run();
            }
        }

        void kill() {
            dead = true;
            heldBack.clear();
        }

        void freeze() {
            frozen = true;
        }

        void wake() {
            frozen = false;
            List<Runnable> now = List.copyOf(heldBack);
            heldBack.clear();
            now.forEach(this::happen);
        }

        boolean isDead() {
            return dead;
        }

        boolean isFrozen() {
            return frozen;
        }

        /** Returns a timer of this process, which can repeat tasks and nothing else. */
        ScheduledExecutorService timer() {
            return (ScheduledExecutorService) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {ScheduledExecutorService.class},
                    (self, method, arguments) -> {
                        if (!method.getName().equals("scheduleWithFixedDelay")) {
                            throw new UnsupportedOperationException(method.getName());
                        }
                        Duration period = Duration.of((Long) arguments[2], ((TimeUnit) arguments[3]).toChronoUnit());
                        return new Repeated((Runnable) arguments[0], period).future();
                    });
        }

        /** Task that is repeated until it is cancelled. */
        private final class Repeated {

            private final Runnable task;
            private final Duration period;
            private boolean cancelled;

            Repeated(Runnable task, Duration period) {
                this.task = task;
                this.period = period;
                after(period, this::run);
            }

            private void run() {
                if (!cancelled) {
                    task.run();
                    after(period, this::run);
                }
            }

            ScheduledFuture<?> future() {
                return (ScheduledFuture<?>) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {ScheduledFuture.class},
                        (self, method, arguments) -> {
                            cancelled |= method.getName().equals("cancel");
                            return cancelled;
                        });
            }
        }
    }
}
