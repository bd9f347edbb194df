package dev.mongohaul.schedule;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A clock that stands still until it is set. Thread-safe. */
public final class SettableClock extends Clock {

    private final Map<Thread, Integer> reads = new ConcurrentHashMap<>();
    private volatile Instant now;

    public SettableClock(Instant now) {
        this.now = now;
    }

    public void set(Instant instant) {
        now = instant;
    }

    /** Returns how often a thread has read the time. */
    public int reads(Thread reader) {
        return reads.getOrDefault(reader, 0);
    }

    @Override
    public Instant instant() {
        reads.merge(Thread.currentThread(), 1, Integer::sum);
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("slots are in zones of their own");
    }
}
