package dev.mongohaul.job.file;

import dev.mongohaul.job.file.setting.Setting;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index of the target collection.
 *
 * @param keys fields of the document, in their order
 * @param name null: MongoDB makes one of the keys
 * @param expireAfter null: documents stay
 */
public record Index(
        @Setting("the fields: a name, a list of names, or a map of name to 1, -1, hashed, text or 2dsphere")
        List<Key> keys,

        @Setting("the index's name") @Nullable String name,

        @Setting(value = "no two documents have the same keys", defaultValue = "false")
        boolean unique,

        @Setting(value = "documents without the fields are left out", defaultValue = "false")
        boolean sparse,

        @Setting("documents are deleted that long after the date in the field") @Nullable
        Duration expireAfter) {

    public Index {
        keys = List.copyOf(keys);
        Rules rules = new Rules();
        rules.require(!keys.isEmpty(), "names no field: an index needs at least one", "keys");
        rules.names(keys.stream().map(Key::field).toList(), "keys");
        rules.require(
                !keys.equals(List.of(new Key("_id", Direction.ASCENDING))),
                "is the index of _id, which every collection has already: leave it out",
                "keys");
        boolean ordered = keys.stream().allMatch(key -> key.direction().isOrdered());
        rules.require(!unique || ordered, "cannot be with hashed, text or 2dsphere keys", "unique");
        if (expireAfter != null) {
            checkExpiry(rules, keys, ordered, expireAfter);
        }
        rules.enforce();
    }

    private static void checkExpiry(Rules rules, List<Key> keys, boolean ordered, Duration expireAfter) {
        rules.require(
                keys.size() == 1 && ordered,
                "needs an index of exactly one field, ascending or descending",
                "expire-after");
        rules.require(
                !expireAfter.isNegative()
                        && expireAfter.equals(Duration.ofSeconds(expireAfter.toSeconds()))
                        && expireAfter.toSeconds() <= Integer.MAX_VALUE,
                expireAfter + " is not whole seconds from 0 to 2147483647",
                "expire-after");
    }

    /** One field of an index. */
    public record Key(String field, Direction direction) {}

    /** How a field is indexed. */
    public enum Direction {
        /** From small to large. */
        ASCENDING("1"),
        /** From large to small. */
        DESCENDING("-1"),
        /** By a hash, for sharding. */
        HASHED("hashed"),
        /** By its words. */
        TEXT("text"),
        /** As a place on the globe. */
        SPHERE("2dsphere");

        private final String word;

        Direction(String word) {
            this.word = word;
        }

        /** The word for it in a job file and in MongoDB. */
        public String word() {
            return word;
        }

        boolean isOrdered() {
            return this == ASCENDING || this == DESCENDING;
        }
    }
}
