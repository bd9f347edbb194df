package dev.mongohaul.repository.plan;

import dev.mongohaul.csv.input.Compression;
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
 * @param digest of its unpacked bytes, as that of an import of this file alone; null if unknown
 * @param version of an object on another machine, where equal versions mean equal bytes; null for others
 * @param earlierPath path in the import's first run, which documents may have; null if it was the same
 */
public record PlannedInput(
        String path,
        long size,
        Instant modified,
        long base,
        @Nullable String charset,
        @Nullable String digest,
        @Nullable String version,
        @Nullable String earlierPath) {

    public PlannedInput(
            String path, long size, Instant modified, long base, @Nullable String charset, @Nullable String digest) {
        this(path, size, modified, base, charset, digest, null, null);
    }

    public PlannedInput(String path, long size, Instant modified, long base) {
        this(path, size, modified, base, null, null);
    }

    /** Returns the same input with a version. */
    public PlannedInput of(@Nullable String other) {
        return new PlannedInput(path, size, modified, base, charset, digest, other, earlierPath);
    }

    public PlannedInput in(@Nullable String name) {
        return new PlannedInput(path, size, modified, base, name, digest, version, earlierPath);
    }

    /** Returns the same input, which had another path in an earlier run of its import. */
    PlannedInput after(PlannedInput earlier) {
        String first = earlier.firstPath();
        return new PlannedInput(
                path, size, modified, base, charset, digest, version, first.equals(path) ? null : first);
    }

    /** Returns the path in the import's first run. */
    public String firstPath() {
        return earlierPath == null ? path : earlierPath;
    }

    /** Returns whether the bytes are unpacked when they are read. */
    public boolean isPacked() {
        return Compression.ofName(path) != Compression.NONE || path.contains("!/");
    }

    /** Returns whether the two seem to be one file: their paths, and all that {@link #isCopyOf} compares. */
    public boolean isUnchanged(PlannedInput now) {
        return path.equals(now.path) && isCopyOf(now);
    }

    /** Returns whether no change shows between the two: not in size, nor time of the last change, nor version. */
    public boolean isCopyOf(PlannedInput other) {
        boolean same = version == null || other.version == null || version.equals(other.version);
        return size == other.size && time().equals(other.time()) && same;
    }

    /** Returns when the file was last changed, in the precision that MongoDB stores. */
    public Instant time() {
        return modified.truncatedTo(ChronoUnit.MILLIS);
    }
}
