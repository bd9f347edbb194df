package dev.mongohaul.waiting;

/** Sleeps for a time. */
@FunctionalInterface
public interface Sleeper {
    void sleep(long nanos) throws InterruptedException;
}
