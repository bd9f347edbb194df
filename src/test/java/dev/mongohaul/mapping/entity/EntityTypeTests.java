package dev.mongohaul.mapping.entity;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.bson.types.Binary;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.mongodb.core.mapping.MongoId;

/** Documents that Spring Data reads and writes again. */
class EntityTypeTests {

    @SuppressWarnings("ArrayRecordComponent") // what columns of bytes and arrays go to
    record Values(
            @MongoId Object id,
            UUID uuid,
            byte[] bytes,
            Binary binary,
            List<BigDecimal> prices,
            List<LocalDate> days,
            String[] names,
            Map<String, Object> attributes,
            Object anything) {}

    record Times(ObjectId id, Instant at, LocalDateTime local, LocalDate day) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{_id: {b: 1, a: '507f1f77bcf86cd799439011'}}",
                "{_id: 1, uuid: {$binary: {base64: 'ZVt7WB6PRNqb59mxCyD0Lg==', subType: '04'}}}",
                "{_id: 1, bytes: {$binary: {base64: 'AQI=', subType: '00'}}}",
                "{_id: 1, binary: {$binary: {base64: 'ZVt7WB6PRNqb59mxCyD0Lg==', subType: '04'}}}",
                "{_id: 1, prices: [{$numberDecimal: '1.50'}], days: [{$date: '2026-11-20T00:00:00Z'}], names: ['', 'b']}",
                "{_id: 1, attributes: {'U.S. Sales': {'a.b': 1}, $gt: null, list: [1, {'c.d': true}, null, []], e: {}}}",
                "{_id: 1, anything: {z: {'a.b': [{$numberLong: '1'}, {$numberDecimal: '-0'}]}, _class: 'x'}}",
            })
    void documentIsReadAndWrittenAsItWas(String json) {
        BsonDocument document = BsonDocument.parse(json);

        assertThat(rewritten(Values.class, document)).isEqualTo(bytes(document));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Paris", "Pacific/Kiritimati", "America/New_York"})
    void zoneOfTheMachineDoesNotMatter(String zone) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        try {
            BsonDocument document = BsonDocument.parse("{_id: {$oid: '507f1f77bcf86cd799439011'},"
                    + " at: {$date: '2026-03-29T02:30:00.123Z'}, local: {$date: '2026-03-29T02:30:00.123Z'},"
                    + " day: {$date: '2026-03-29T00:00:00Z'}}");

            assertThat(rewritten(Times.class, document)).isEqualTo(bytes(document));
            assertThat(EntityType.of(Times.class).read(decoded(document)).day()).isEqualTo(LocalDate.of(2026, 3, 29));
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void uuidHasItsBytesInStandardOrder() {
        UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        Document written = new Document();
        EntityType.of(Values.class)
                .converter()
                .write(new Values(1, uuid, null, null, null, null, null, null, null), written);

        byte[] bytes = written.get("uuid", Binary.class).getData();

        assertThat(bytes).startsWith(0x00, 0x11, 0x22, 0x33).endsWith(0xee, 0xff);
        assertThat(written.get("uuid", Binary.class).getType()).isEqualTo((byte) 4);
    }

    private static <E> byte[] rewritten(Class<E> type, BsonDocument document) {
        EntityType<E> entity = EntityType.of(type);
        Document written = new Document();
        entity.converter().write(entity.read(decoded(document)), written);
        return new RawBsonDocument(
                        written, MongoClientSettings.getDefaultCodecRegistry().get(Document.class))
                .getByteBuffer()
                .array();
    }

    private static Document decoded(BsonDocument document) {
        return new RawBsonDocument(document, new BsonDocumentCodec()).decode(new DocumentCodec());
    }

    private static byte[] bytes(BsonDocument document) {
        return new RawBsonDocument(document, new BsonDocumentCodec())
                .getByteBuffer()
                .array();
    }
}
