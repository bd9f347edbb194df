package dev.mongohaul.job.file;

import com.mongodb.client.model.IndexOptions;
import dev.mongohaul.text.Rules;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
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
 * Index of the target collection.
 *
 * @param keys fields in their order, with the server's directions
 * @param name null for a name of the keys
 * @param unique such an index is made before the load
 * @param expireAfter time from the date in the field to the deletion of the document; null for never
 */
public record TargetIndex(
        @JsonDeserialize(using = KeysReader.class) @JsonSerialize(using = KeysPrinter.class)
        BsonDocument keys,

        @Nullable String name,
        boolean unique,
        boolean sparse,
        @Nullable Duration expireAfter) {

    private static final BsonInt32 ASCENDING = new BsonInt32(1);
    private static final List<BsonValue> DIRECTIONS = List.of(
            ASCENDING, new BsonInt32(-1), new BsonString("hashed"), new BsonString("text"), new BsonString("2dsphere"));

    public TargetIndex {
        Rules rules = new Rules();
        rules.require(!keys.isEmpty(), "names no field: an index needs at least one", "keys");
        rules.names(List.copyOf(keys.keySet()), "keys");
        rules.require(
                !keys.equals(new BsonDocument("_id", ASCENDING)),
                "is the index of _id, which every collection has already: leave it out",
                "keys");
        boolean ordered = keys.values().stream().allMatch(BsonValue::isInt32);
        rules.require(!unique || ordered, "cannot be with hashed, text or 2dsphere keys", "unique");
        if (expireAfter != null) {
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
        rules.enforce();
    }

    /** Returns an index on exactly these fields, ascending. */
    public static TargetIndex on(List<String> fields, boolean unique) {
        return new TargetIndex(ascending(fields), null, unique, false, null);
    }

    private static BsonDocument ascending(List<String> fields) {
        BsonDocument keys = new BsonDocument();
        fields.forEach(field -> keys.append(field, ASCENDING));
        return keys;
    }

    /** Returns the options of the driver. */
    public IndexOptions options() {
        return new IndexOptions()
                .unique(unique)
                .sparse(sparse)
                .name(name)
                .expireAfter(expireAfter == null ? null : expireAfter.toSeconds(), TimeUnit.SECONDS);
    }

    private static String word(BsonValue direction) {
        return direction.isString()
                ? direction.asString().getValue()
                : String.valueOf(direction.asInt32().getValue());
    }

    /** Reads one field, a list of fields, or a map of field to direction. */
    static final class KeysReader extends ValueDeserializer<BsonDocument> {

        @Override
        public BsonDocument deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                List<String> fields = SettingsMapper.textOrTexts(parser, context);
                new Rules().distinct(fields).enforce();
                return ascending(fields);
            }
            BsonDocument keys = new BsonDocument();
            for (String field = parser.nextName(); field != null; field = parser.nextName()) {
                parser.nextToken();
                keys.append(field, direction(parser, context));
            }
            return keys;
        }

        private static BsonValue direction(JsonParser parser, DeserializationContext context) {
            String word = String.valueOf(parser.getString());
            return DIRECTIONS.stream()
                    .filter(direction -> word(direction).equals(word))
                    .findFirst()
                    .orElseThrow(() -> context.weirdStringException(word, BsonValue.class, "no direction"));
        }
    }

    /** Writes a map of field to direction. */
    static final class KeysPrinter extends ValueSerializer<BsonDocument> {

        @Override
        public void serialize(BsonDocument keys, JsonGenerator generator, SerializationContext context) {
            generator.writeStartObject();
            keys.forEach((field, direction) -> generator.writeStringProperty(field, word(direction)));
            generator.writeEndObject();
        }
    }
}
