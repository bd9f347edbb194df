package dev.mongohaul.writer.raw;

import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Has Jackson write a type by a method of {@link ChunkGenerator}. */
final class BsonSerializer<T> extends ValueSerializer<T> {

    private final BiConsumer<ChunkGenerator, ? super T> write;

    BsonSerializer(BiConsumer<ChunkGenerator, ? super T> write) {
        this.write = write;
    }

    @Override
    public void serialize(T value, JsonGenerator generator, SerializationContext context) {
        write.accept((ChunkGenerator) generator, value);
    }
}
