package dev.mongohaul.writer.raw;

import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes documents: nulls kept, and the {@code _id} of one that is stored by itself before all else. */
final class DocumentSerializer extends StdSerializer<Document> {

    private static final String ID = "_id";

    DocumentSerializer() {
        super(Document.class);
    }

    @Override
    public void serialize(Document document, JsonGenerator generator, SerializationContext context) {
        boolean idFirst = generator.streamWriteContext().inRoot() && document.containsKey(ID);
        generator.writeStartObject();
        if (idFirst) {
            write(document, ID, document.get(ID), generator, context);
        }
        for (Map.Entry<String, Object> field : document.entrySet()) {
            if (!idFirst || !field.getKey().equals(ID)) {
                write(document, field.getKey(), field.getValue(), generator, context);
            }
        }
        generator.writeEndObject();
    }

    private void write(
            Document document,
            String name,
            @Nullable Object value,
            JsonGenerator generator,
            SerializationContext context) {
        try {
            generator.writeName(name);
            context.writeValue(generator, value);
        } catch (RuntimeException e) {
            wrapAndThrow(context, e, document, name);
        }
    }
}
