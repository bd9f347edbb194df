package dev.mongohaul.csv.place;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Marks by which a file is known again under another name: size, time of the last change of content, and the key of the
 * file, which a file that replaces it does not have. A move keeps all three, and so does a change of permissions.
 *
 * @param modified in the precision that MongoDB stores
 * @param key of the file; null where the file system has none
 */
public record ObjectMark(
        long size, Instant modified, @Nullable String key) {

    public ObjectMark {
        modified = modified.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns whether both seem to be of the same content, perhaps on another file system. */
    public boolean isCopyOf(ObjectMark other) {
        return size == other.size && modified.equals(other.modified);
    }
}
