package dev.mongohaul.job.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * An index of the target collection.
 *
 * @param keys fields of the document, in their order
 * @param name null: MongoDB makes one of the keys
 * @param expireAfter null: documents stay
 */
public record Index(
        @JsonDeserialize(using = KeysReader.class) @JsonSerialize(using = KeysPrinter.class)
        List<Key> keys,

        @Nullable String name,
        boolean unique,
        boolean sparse,
        @Nullable Duration expireAfter) {

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

    /** Reads one field, a list of fields, or a map of field to direction. */
    static final class KeysReader extends ValueDeserializer<List<Key>> {

        @Override
        public List<Key> deserialize(JsonParser parser, DeserializationContext context) {
            List<Key> keys = new ArrayList<>();
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                for (String field = parser.nextName(); field != null; field = parser.nextName()) {
                    parser.nextToken();
                    keys.add(new Key(field, direction(parser, context)));
                }
            } else {
                SettingsMapper.textOrTexts(parser, context)
                        .forEach(field -> keys.add(new Key(field, Direction.ASCENDING)));
            }
            return keys;
        }

        private static Direction direction(JsonParser parser, DeserializationContext context) {
            String word = String.valueOf(parser.getString());
            return Arrays.stream(Direction.values())
                    .filter(direction -> direction.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> context.weirdStringException(word, Direction.class, "no direction"));
        }
    }

    /** Writes a map of field to direction. */
    static final class KeysPrinter extends ValueSerializer<List<Key>> {

        @Override
        public void serialize(List<Key> keys, JsonGenerator generator, SerializationContext context) {
            generator.writeStartObject();
            keys.forEach(key ->
                    generator.writeStringProperty(key.field(), key.direction().word()));
            generator.writeEndObject();
        }
    }
}
