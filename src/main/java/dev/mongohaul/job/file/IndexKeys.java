package dev.mongohaul.job.file;

import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.text.Rules;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/** Keys of an index in a job file. */
final class IndexKeys {

    private static final List<BsonValue> DIRECTIONS = List.of(
            new BsonInt32(1),
            new BsonInt32(-1),
            new BsonString("hashed"),
            new BsonString("text"),
            new BsonString("2dsphere"));

    private IndexKeys() {}

    static ValueDeserializer<BsonDocument> reader() {
        return new Reader();
    }

    static ValueSerializer<BsonDocument> printer() {
        return new Printer();
    }

    private static String word(BsonValue direction) {
        return direction.isString()
                ? direction.asString().getValue()
                : String.valueOf(direction.asInt32().getValue());
    }
    /** Reads one field, a list of fields, or a map of field to direction. */
    private static final class Reader extends ValueDeserializer<BsonDocument> {

        @Override
        public BsonDocument deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                List<String> fields = SettingsMapper.textOrTexts(parser, context);
                new Rules().distinct(fields).enforce();
                return TargetIndex.ascending(fields);
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
    private static final class Printer extends ValueSerializer<BsonDocument> {

        @Override
        public void serialize(BsonDocument keys, JsonGenerator generator, SerializationContext context) {
            generator.writeStartObject();
            keys.forEach((field, direction) -> generator.writeStringProperty(field, word(direction)));
            generator.writeEndObject();
        }
    }
}
