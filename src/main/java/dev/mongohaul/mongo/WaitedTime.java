package dev.mongohaul.mongo;

/**
 * How long each thread has waited for servers in trouble, from the first failure of an operation to its last pause; like a
 * thread's processor time it only grows, so that a difference is what part of the work took.
 */
public final class WaitedTime {

    private static final ThreadLocal<long[]> NANOS = ThreadLocal.withInitial(() -> new long[1]);

    private WaitedTime() {}

    /** Since the thread began. */
    public static long nanosOfThisThread() {
        return NANOS.get()[0];
    }

    static void add(long nanos) {
        NANOS.get()[0] += nanos;
    }
}
