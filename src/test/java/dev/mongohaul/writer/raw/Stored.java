package dev.mongohaul.writer.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bson.codecs.configuration.CodecRegistries.withUuidRepresentation;

import com.mongodb.MongoClientSettings;
import java.util.Arrays;
import org.bson.BsonBinaryWriter;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.springframework.data.mongodb.core.convert.DefaultMongoTypeMapper;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions.BigDecimalRepresentation;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/** Documents as the driver and Spring Data store them, and the comparison with encoded ones. */
final class Stored {

    private static final Codec<Document> CODEC = withUuidRepresentation(
                    MongoClientSettings.getDefaultCodecRegistry(), UuidRepresentation.STANDARD)
            .get(Document.class);
    private static final EncoderContext AS_STORED =
            EncoderContext.builder().isEncodingCollectibleDocument(true).build();
    private static final MappingMongoConverter CONVERTER = converter();

    private Stored() {}

    static RawBsonDocument byDriver(Document document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(writer, document, AS_STORED);
        }
        return new RawBsonDocument(buffer.toByteArray());
    }

    static RawBsonDocument bySpringData(Object entity) {
        Document document = new Document();
        CONVERTER.write(entity, document);
        // The driver would add an id where there is none.
        return document.containsKey("_id") ? byDriver(document) : new RawBsonDocument(document, CODEC);
    }

    /** @param what is printed with a failure */
    static void assertSame(RawBsonDocument actual, RawBsonDocument expected, String what) {
        assertThat(json(actual)).as(what).isEqualTo(json(expected));
        assertThat(bytes(actual)).as(what).isEqualTo(bytes(expected));
    }

    static byte[] bytes(RawBsonDocument document) {
        int from = document.getByteOffset();
        return Arrays.copyOfRange(document.getBackingArray(), from, from + document.getByteLength());
    }

    private static String json(RawBsonDocument document) {
        return document.toJson(
                JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build());
    }

    private static MappingMongoConverter converter() {
        MongoCustomConversions conversions = MongoCustomConversions.create(configuration ->
                configuration.useNativeDriverJavaTimeCodecs().bigDecimal(BigDecimalRepresentation.DECIMAL128));
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        MappingMongoConverter converter = new MappingMongoConverter(NoOpDbRefResolver.INSTANCE, mapping);
        converter.setCustomConversions(conversions);
        converter.setTypeMapper(new DefaultMongoTypeMapper(null));
        converter.setMapKeyDotReplacement(".");
        converter.afterPropertiesSet();
        return converter;
    }
}
