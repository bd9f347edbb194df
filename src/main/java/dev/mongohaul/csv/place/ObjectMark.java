package dev.mongohaul.csv.place;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Marks by which an object is known again: size, time of the last change of content, and the key of the file, which a file
 * that replaces it does not have. A move of a file keeps all three, and so does a change of permissions.
 *
 * @param modified in the precision that MongoDB stores
 * @param key of the file; null where the file system has none, and of other objects
 * @param version that only objects of the same content have, on a server that has such versions; else null
 */
public record ObjectMark(
        long size,
        Instant modified,
        @Nullable String key,
        @Nullable String version) {

    public ObjectMark {
        modified = modified.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns whether both seem to be of the same content, perhaps on another file system. */
    public boolean isCopyOf(ObjectMark other) {
        boolean known = version != null && other.version != null;
        return size == other.size && (known ? Objects.equals(version, other.version) : modified.equals(other.modified));
    }

    /** Returns whether both are of the same content for sure, by the versions of their server. */
    public boolean isSameVersion(ObjectMark other) {
        return version != null && size == other.size && version.equals(other.version);
    }

    /** Returns whether this is the mark of the same object. */
    public boolean isOf(ObjectMark other) {
        return version == null ? equals(other) : isCopyOf(other);
    }
}
