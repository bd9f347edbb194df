package dev.mongohaul.writer.raw;

import java.util.Locale;
import java.util.UUID;
import org.bson.types.ObjectId;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Serializer of map keys, as Spring Data stores them: the text of a simple key, with its dots. */
final class KeySerializer extends ValueSerializer<Object> {

    @Override
    public void serialize(Object key, JsonGenerator generator, SerializationContext context) {
        if (!(key instanceof String || isSimple(key))) {
            throw new IllegalArgumentException("the key of a map is a %s: use text, a number or an enum"
                    .formatted(key.getClass().getName()));
        }
        generator.writeName(key.toString());
    }

    private static boolean isSimple(Object key) {
        return key instanceof Number
                || key instanceof Enum
                || key instanceof Boolean
                || key instanceof Character
                || key instanceof UUID
                || key instanceof ObjectId
                || key instanceof Locale;
    }
}
