package dev.mongohaul.repository.run;

import java.time.Duration;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Times of a partition's thread by phase, or the sums of several; stored in the context of the worker step.
 *
 * @param reading finding and parsing records
 * @param mapping making documents of them
 * @param writing sending documents, awaiting answers, and saving rejects, checkpoints and the state of the step
 * @param waiting for retries while the server is unavailable, which no other phase includes
 * @param overloaded elapsed time for which the server said that it is overloaded, of the whole run
 */
public record PhaseTimes(Duration reading, Duration mapping, Duration writing, Duration waiting, Duration overloaded) {

    public static final PhaseTimes NONE =
            new PhaseTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private static final String READING = "mongohaul.readNanos";
    private static final String MAPPING = "mongohaul.mapNanos";
    private static final String WRITING = "mongohaul.writeNanos";
    private static final String WAITING = "mongohaul.waitNanos";
    private static final String OVERLOADED = "mongohaul.overloadedNanos";

    /** Returns the times of a partition's thread. */
    public static PhaseTimes ofThread(Duration reading, Duration mapping, Duration writing, Duration waiting) {
        return new PhaseTimes(reading, mapping, writing, waiting, Duration.ZERO);
    }

    /** Returns the times in a context; zero for a step without partitions. */
    static PhaseTimes of(ExecutionContext context) {
        return new PhaseTimes(
                duration(context, READING),
                duration(context, MAPPING),
                duration(context, WRITING),
                duration(context, WAITING),
                duration(context, OVERLOADED));
    }

    private static Duration duration(ExecutionContext context, String key) {
        return Duration.ofNanos(context.getLong(key, 0));
    }

    /** Stores these times in place of earlier ones. */
    public void putInto(ExecutionContext context) {
        context.putLong(READING, reading.toNanos());
        context.putLong(MAPPING, mapping.toNanos());
        context.putLong(WRITING, writing.toNanos());
        context.putLong(WAITING, waiting.toNanos());
    }

    /** Stores for how long the server was overloaded during a run, in the context of its import step. */
    public static void putOverloaded(Duration overloaded, ExecutionContext context) {
        if (overloaded.isZero()) {
            context.remove(OVERLOADED);
        } else {
            context.putLong(OVERLOADED, overloaded.toNanos());
        }
    }

    public PhaseTimes plus(PhaseTimes other) {
        return new PhaseTimes(
                reading.plus(other.reading),
                mapping.plus(other.mapping),
                writing.plus(other.writing),
                waiting.plus(other.waiting),
                overloaded.plus(other.overloaded));
    }
}
