package dev.mongohaul.repository;

import java.time.Duration;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * What the thread of a piece spent its time on; of several pieces, added up. Kept in the context of the piece's step.
 *
 * @param reading finding records in the input and taking them apart
 * @param mapping making documents of them
 * @param writing sending documents, awaiting the server's answers, and saving rejects, checkpoints and the step's state
 * @param waiting for a server in trouble, which is in none of the others
 */
public record PhaseTimes(Duration reading, Duration mapping, Duration writing, Duration waiting) {

    public static final PhaseTimes NONE = new PhaseTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private static final String READING = "mongohaul.readNanos";
    private static final String MAPPING = "mongohaul.mapNanos";
    private static final String WRITING = "mongohaul.writeNanos";
    private static final String WAITING = "mongohaul.waitNanos";

    /** What the context has; nothing where it is of a step without pieces, or of an earlier version of the program. */
    static PhaseTimes of(ExecutionContext context) {
        return new PhaseTimes(
                duration(context, READING),
                duration(context, MAPPING),
                duration(context, WRITING),
                duration(context, WAITING));
    }

    private static Duration duration(ExecutionContext context, String key) {
        return Duration.ofNanos(context.getLong(key, 0));
    }

    /** Keeps these in place of earlier ones. */
    public void putInto(ExecutionContext context) {
        context.putLong(READING, reading.toNanos());
        context.putLong(MAPPING, mapping.toNanos());
        context.putLong(WRITING, writing.toNanos());
        context.putLong(WAITING, waiting.toNanos());
    }

    public PhaseTimes plus(PhaseTimes other) {
        return new PhaseTimes(
                reading.plus(other.reading),
                mapping.plus(other.mapping),
                writing.plus(other.writing),
                waiting.plus(other.waiting));
    }
}
