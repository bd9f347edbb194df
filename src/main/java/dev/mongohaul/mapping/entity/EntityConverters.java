package dev.mongohaul.mapping.entity;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.bson.BsonBinarySubType;
import org.bson.types.Binary;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;
import org.springframework.data.mongodb.core.convert.DefaultMongoTypeMapper;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions.BigDecimalRepresentation;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/**
 * Makes the converter between a class and its documents: no {@code _class}, decimals as Decimal128, dates in UTC whatever
 * the JVM's zone, UUIDs of subtype 4 whatever the driver's setting, and keys of maps as they are.
 */
final class EntityConverters {

    private static final int UUID_BYTES = 16;

    private EntityConverters() {}

    static MongoCustomConversions conversions() {
        return MongoCustomConversions.create(adapter -> adapter.bigDecimal(BigDecimalRepresentation.DECIMAL128)
                .useNativeDriverJavaTimeCodecs()
                .registerConverter(new BinaryToUuid())
                .registerConverter(new UuidToBinary()));
    }

    static MappingMongoConverter converter(MongoCustomConversions conversions, MongoMappingContext classes) {
        MappingMongoConverter converter = new MappingMongoConverter(NoOpDbRefResolver.INSTANCE, classes);
        converter.setCustomConversions(conversions);
        converter.setTypeMapper(new DefaultMongoTypeMapper(null));
        converter.preserveMapKeys(true);
        converter.afterPropertiesSet();
        return converter;
    }

    /** The bytes in their order, as subtype 4 has them. */
    @ReadingConverter
    private static final class BinaryToUuid implements Converter<Binary, UUID> {

        @Override
        public UUID convert(Binary binary) {
            if (binary.length() != UUID_BYTES) {
                throw new IllegalArgumentException("a UUID has 16 bytes, not " + binary.length());
            }
            ByteBuffer bytes = ByteBuffer.wrap(binary.getData());
            return new UUID(bytes.getLong(), bytes.getLong());
        }
    }

    /** Of subtype 4. */
    @WritingConverter
    private static final class UuidToBinary implements Converter<UUID, Binary> {

        @Override
        public Binary convert(UUID uuid) {
            ByteBuffer bytes = ByteBuffer.allocate(UUID_BYTES)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits());
            return new Binary(BsonBinarySubType.UUID_STANDARD, bytes.array());
        }
    }
}
