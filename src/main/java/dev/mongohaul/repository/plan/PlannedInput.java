package dev.mongohaul.repository.plan;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Input at the time when its import was planned.
 *
 * @param path absolute; {@code -} is standard input
 * @param size bytes of the file, compressed if it is; -1 if unknown
 * @param modified when the file was last changed; the epoch if unknown
 * @param base offset of its first byte among all inputs
 * @param charset of its text; null if all inputs of the import are in one
 * @param digest of its bytes, as that of an import of this file alone; null if unknown, as in plans of earlier versions
 * @param earlierPath path in the import's first run, which documents may have; null if it was the same
 */
public record PlannedInput(
        String path,
        long size,
        Instant modified,
        long base,
        @Nullable String charset,
        @Nullable String digest,
        @Nullable String earlierPath) {

    public PlannedInput(
            String path, long size, Instant modified, long base, @Nullable String charset, @Nullable String digest) {
        this(path, size, modified, base, charset, digest, null);
    }

    public PlannedInput(String path, long size, Instant modified, long base) {
        this(path, size, modified, base, null, null);
    }

    public PlannedInput in(@Nullable String name) {
        return new PlannedInput(path, size, modified, base, name, digest, earlierPath);
    }

    /** Returns the same input, which had another path in an earlier run of its import. */
    PlannedInput after(PlannedInput earlier) {
        String first = earlier.firstPath();
        return new PlannedInput(path, size, modified, base, charset, digest, first.equals(path) ? null : first);
    }

    /** Returns the path in the import's first run. */
    public String firstPath() {
        return earlierPath == null ? path : earlierPath;
    }

    /** Returns whether the file system shows no change between the two: not in size, nor in the time of the last change. */
    public boolean isUnchanged(PlannedInput now) {
        return path.equals(now.path) && size == now.size && time().equals(now.time());
    }

    /** Returns when the file was last changed, in the precision that MongoDB stores. */
    public Instant time() {
        return modified.truncatedTo(ChronoUnit.MILLIS);
    }
}
