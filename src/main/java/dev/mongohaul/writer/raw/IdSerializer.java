package dev.mongohaul.writer.raw;

import java.math.BigInteger;
import org.bson.types.ObjectId;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Writes an id as Spring Data does: 24 hexadecimal digits are an ObjectId, everything else is what it is. */
final class IdSerializer extends ValueSerializer<Object> {

    @Override
    public void serialize(Object id, JsonGenerator generator, SerializationContext context) {
        String digits = digits(id);
        if (ObjectId.isValid(digits)) {
            ((ChunkGenerator) generator).writeObjectId(new ObjectId(digits));
        } else {
            context.writeValue(generator, id);
        }
    }

    private static String digits(Object id) {
        if (id instanceof BigInteger number) {
            return number.toString(16);
        }
        return id instanceof String text ? text : "";
    }
}
