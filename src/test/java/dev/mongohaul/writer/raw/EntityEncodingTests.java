package dev.mongohaul.writer.raw;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.writer.raw.SampleEntities.AnyId;
import dev.mongohaul.writer.raw.SampleEntities.AnyMongoId;
import dev.mongohaul.writer.raw.SampleEntities.Bean;
import dev.mongohaul.writer.raw.SampleEntities.Derived;
import dev.mongohaul.writer.raw.SampleEntities.Immutable;
import dev.mongohaul.writer.raw.SampleEntities.ObjectIdFromText;
import dev.mongohaul.writer.raw.SampleEntities.Part;
import dev.mongohaul.writer.raw.SampleEntities.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.annotation.Id;

class EntityEncodingTests {

    static Stream<Object> entities() {
        return Stream.of(
                new Immutable("n", new BigDecimal("9.50"), SampleEntities.HEX),
                new Immutable("n", null, null),
                new Row("s", SampleEntities.HEX, null, List.of("a"), new Part("p", Map.of("a.b", 1))),
                new Row("s", "not hexadecimal", 1, List.of(), new Part(SampleEntities.HEX, Map.of())),
                bean(),
                new Bean(),
                new Derived(),
                derived(),
                new SampleEntities.Annotated(),
                new SampleEntities.NamedId(),
                new SampleEntities.TwoIds(),
                new SampleProperties.Scalars(),
                new SampleProperties.Containers(),
                new SampleEntities.Empty());
    }

    @ParameterizedTest
    @MethodSource("entities")
    void entityBecomesTheBytesOfSpringData(Object entity) {
        isStoredAsBySpringData(entity);
    }

    static Stream<Object> ids() {
        return Stream.of(
                SampleEntities.HEX,
                SampleEntities.HEX.toUpperCase(Locale.ROOT),
                SampleEntities.HEX + "1",
                "",
                5,
                5L,
                new ObjectId(SampleEntities.HEX),
                UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                new BigDecimal("1.5"),
                LocalDate.of(2026, 1, 1),
                Map.of("a", SampleEntities.HEX),
                new Document("b", 1).append("a", SampleEntities.HEX),
                SampleProperties.Color.GREEN,
                new byte[] {1});
    }

    @ParameterizedTest
    @MethodSource("ids")
    void idIsEncodedLikeSpringData(Object id) {
        isStoredAsBySpringData(new AnyId(id));
        isStoredAsBySpringData(new AnyMongoId(id));
    }

    static Stream<Object> convertedIds() {
        return Stream.of(
                new AnyId(new BigInteger(SampleEntities.HEX, 16)),
                new AnyId(BigInteger.TEN),
                new AnyId(new Part(SampleEntities.HEX, Map.of())),
                new AnyId(null),
                new ObjectIdFromText(SampleEntities.HEX),
                new ObjectIdFromText("text"));
    }

    @ParameterizedTest
    @MethodSource("convertedIds")
    void idIsConvertedAsSpringDataDoes(Object entity) {
        isStoredAsBySpringData(entity);
    }

    @Test
    void zoneOfTheMachineDoesNotMatter() {
        TimeZone zone = TimeZone.getDefault();
        List<byte[]> stored = new ArrayList<>();
        try {
            for (String id : List.of("UTC", "Asia/Tokyo", "America/New_York")) {
                TimeZone.setDefault(TimeZone.getTimeZone(id));
                stored.add(Stored.bytes(
                        ChunkEncoder.of(SampleProperties.Scalars.class).encode(new SampleProperties.Scalars())));
            }
        } finally {
            TimeZone.setDefault(zone);
        }

        assertThat(stored).allSatisfy(bytes -> assertThat(bytes).isEqualTo(stored.get(0)));
    }

    @Test
    void jacksonAnnotationsApplyWithoutSpringDataOnes() {
        record Both(
                @JsonProperty("named") String name,
                @JsonIgnore String ignored,
                @Id @JsonProperty("x") int key) {}

        Document stored = Document.parse(
                ChunkEncoder.of(Both.class).encode(new Both("n", "i", 1)).toJson());

        assertThat(stored.toJson()).isEqualTo("{\"_id\": 1, \"named\": \"n\"}");
    }

    private static Bean bean() {
        Bean bean = new Bean();
        bean.setId(SampleEntities.HEX);
        bean.setWeight(Double.NaN);
        bean.setHeight(1.1f);
        bean.setChild(new Bean());
        return bean;
    }

    private static Derived derived() {
        Derived derived = new Derived();
        derived.id = SampleEntities.HEX;
        return derived;
    }

    private static void isStoredAsBySpringData(Object entity) {
        Stored.assertSame(encoded(entity), Stored.bySpringData(entity), entity.toString());
    }

    @SuppressWarnings("unchecked")
    private static <T> RawBsonDocument encoded(T entity) {
        return ChunkEncoder.of((Class<T>) entity.getClass()).encode(entity);
    }
}
