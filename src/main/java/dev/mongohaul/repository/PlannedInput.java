package dev.mongohaul.repository;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An input as it was when its import was planned.
 *
 * @param path as given, absolute; {@code -} is standard input
 * @param size bytes as they lie, compressed where the file is; -1 where unknown
 * @param modified when the file was last changed; the epoch where unknown
 * @param base offset of its first byte among all inputs
 * @param charset that its text is in; null where all inputs of the import are in one
 */
public record PlannedInput(
        String path,
        long size,
        Instant modified,
        long base,
        @Nullable String charset) {

    /** One of an import whose inputs are all in one charset. */
    public PlannedInput(String path, long size, Instant modified, long base) {
        this(path, size, modified, base, null);
    }

    /** The same in a charset. */
    public PlannedInput in(@Nullable String name) {
        return new PlannedInput(path, size, modified, base, name);
    }
}
