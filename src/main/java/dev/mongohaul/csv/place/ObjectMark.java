package dev.mongohaul.csv.place;

import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Marks by which an object is known again. Senders set sizes and times of modification as they like, so they are only a hint:
 * the key and the time of the last change of a file cannot be set, and neither can the version of an object.
 *
 * @param modified in the precision that MongoDB stores
 * @param key of the file, which a file that replaces it does not have, and which it keeps when it is moved; null where the file
 *     system has none, and of other objects
 * @param version that only objects of the same content have, on a server that has such versions; else null
 * @param changed when content, owner, permissions or name of the file was changed last; null where the file system has no such
 *     time, and of other objects
 */
public record ObjectMark(
        long size,
        Instant modified,
        @Nullable String key,
        @Nullable String version,
        @Nullable String changed) {

    private static final Duration COARSEST_TIME = Duration.ofSeconds(2);

    public ObjectMark {
        modified = modified.truncatedTo(ChronoUnit.MILLIS);
    }

    public ObjectMark(long size, Instant modified, @Nullable String key, @Nullable String version) {
        this(size, modified, key, version, null);
    }

    /**
     * Returns the mark of a file with these attributes.
     *
     * @param changed as above
     */
    public static ObjectMark of(BasicFileAttributes attributes, @Nullable String changed) {
        String key = attributes.fileKey() == null ? null : attributes.fileKey().toString();
        return new ObjectMark(attributes.size(), attributes.lastModifiedTime().toInstant(), key, null, changed);
    }

    /** Returns whether the object of both is the same, and was not changed between the looks at it, as far as they tell. */
    public boolean isUnchanged(ObjectMark other) {
        return isCopyOf(other) && Objects.equals(key, other.key) && Objects.equals(changed, other.changed);
    }

    /** Returns whether both are of the same file, which can have been moved between the looks at it. */
    boolean isSameFile(ObjectMark other) {
        return size == other.size && modified.equals(other.modified) && Objects.equals(key, other.key);
    }

    /** Returns whether both seem to be of the same content, perhaps on another file system. */
    public boolean isCopyOf(ObjectMark other) {
        boolean known = version != null && other.version != null;
        return size == other.size && (known ? Objects.equals(version, other.version) : modified.equals(other.modified));
    }

    /** Returns whether both seem to be of the same content, on file systems of which one may cut times, FAT to even seconds. */
    boolean isCopyAnywhere(ObjectMark other) {
        return size == other.size
                && Duration.between(modified, other.modified).abs().compareTo(COARSEST_TIME) < 0;
    }

    /** Returns whether both are of the same content for sure, by the versions of their server. */
    public boolean isSameVersion(ObjectMark other) {
        return version != null && size == other.size && version.equals(other.version);
    }

    /** Returns whether this is the mark of the same object. */
    public boolean isOf(ObjectMark other) {
        return version == null ? isSameFile(other) : isCopyOf(other);
    }
}
