package dev.mongohaul.writer.raw;

import de.undercouch.bson4jackson.BsonConstants;
import dev.mongohaul.writer.raw.BsonTypes.BsonSerializer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.bson.BsonRegularExpression;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.Document;
import org.bson.types.BSONTimestamp;
import org.bson.types.Binary;
import org.bson.types.Code;
import org.bson.types.CodeWithScope;
import org.bson.types.Decimal128;
import org.bson.types.MaxKey;
import org.bson.types.MinKey;
import org.bson.types.ObjectId;
import org.bson.types.Symbol;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleSerializers;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Serializers of the types that Jackson or bson4jackson would write differently from the driver and Spring Data.
 *
 * <p>A type of the JDK or a library that is neither here nor known to be written alike (see {@link ForeignTypes}) is
 * refused, so that no value is stored differently from the other writers.
 */
final class BsonTypes extends SimpleSerializers {

    private static final long serialVersionUID = 1;
    private static final List<Class<?>> TEXTS =
            List.of(Duration.class, Period.class, ZoneId.class, Locale.class, Currency.class, URI.class, URL.class);

    private static final BsonSerializer<Object> REFUSAL = new BsonSerializer<>((generator, value) -> {
        throw new IllegalArgumentException(
                "the writer raw cannot store a " + value.getClass().getName());
    });

    /** @param zone of dates and times that have none */
    BsonTypes(ZoneId zone) {
        addSerializer(new DocumentSerializer());
        TEXTS.forEach(type -> add(type, (generator, value) -> generator.writeString(value.toString())));
        addNumbers();
        addTimes(zone);
        addBytes();
        addServerTypes();
    }

    private void addNumbers() {
        add(Decimal128.class, ChunkGenerator::writeDecimal128);
        add(BigDecimal.class, (generator, value) -> generator.writeDecimal128(new Decimal128(value)));
        add(BigInteger.class, (generator, value) -> generator.writeDecimal128(new Decimal128(new BigDecimal(value))));
    }

    /** A time of day is on the first day of 1970. */
    private void addTimes(ZoneId zone) {
        add(Date.class, ChunkGenerator::writeDateTime);
        add(Calendar.class, (generator, value) -> generator.writeDateTime(value.getTimeInMillis()));
        add(Instant.class, ChunkGenerator::writeDateTime);
        add(
                LocalDateTime.class,
                (generator, value) -> generator.writeDateTime(value.atZone(zone).toInstant()));
        add(
                LocalDate.class,
                (generator, value) ->
                        generator.writeDateTime(value.atStartOfDay(zone).toInstant()));
        add(
                LocalTime.class,
                (generator, value) -> generator.writeDateTime(
                        value.atDate(LocalDate.EPOCH).atZone(zone).toInstant()));
    }

    private void addBytes() {
        add(ObjectId.class, ChunkGenerator::writeObjectId);
        add(Binary.class, ChunkGenerator::writeBinary);
        add(UUID.class, ChunkGenerator::writeUuid);
    }

    /** Types that no CSV field becomes, but that a document from a server may contain. */
    private void addServerTypes() {
        add(BsonTimestamp.class, (generator, value) -> generator.writeTimestamp(value.getTime(), value.getInc()));
        add(BSONTimestamp.class, (generator, value) -> generator.writeTimestamp(value.getTime(), value.getInc()));
        add(BsonRegularExpression.class, ChunkGenerator::writeRegularExpression);
        add(Code.class, ChunkGenerator::writeCode);
        add(CodeWithScope.class, ChunkGenerator::writeCodeWithScope);
        add(Symbol.class, ChunkGenerator::writeSymbol);
        add(MinKey.class, (generator, value) -> generator.begin(BsonConstants.TYPE_MINKEY));
        add(MaxKey.class, (generator, value) -> generator.begin(BsonConstants.TYPE_MAXKEY));
        add(BsonUndefined.class, (generator, value) -> generator.begin(BsonConstants.TYPE_UNDEFINED));
    }

    private <T> void add(Class<T> type, BiConsumer<ChunkGenerator, ? super T> write) {
        addSerializer(type, new BsonSerializer<>(write));
    }

    @Override
    protected @Nullable ValueSerializer<?> _findSerializer(SerializationConfig config, JavaType type) {
        ValueSerializer<?> serializer = super._findSerializer(config, type);
        return serializer == null && ForeignTypes.refuses(type) ? REFUSAL : serializer;
    }

    /** Serializer that writes a type by a method of {@link ChunkGenerator}. */
    static final class BsonSerializer<T> extends ValueSerializer<T> {

        private final BiConsumer<ChunkGenerator, ? super T> write;

        BsonSerializer(BiConsumer<ChunkGenerator, ? super T> write) {
            this.write = write;
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializationContext context) {
            write.accept((ChunkGenerator) generator, value);
        }
    }

    /** Serializer of documents: keeps nulls, and writes the {@code _id} of a top-level document first. */
    static final class DocumentSerializer extends StdSerializer<Document> {

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
}
