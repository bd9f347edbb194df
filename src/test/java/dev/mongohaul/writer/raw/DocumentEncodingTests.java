package dev.mongohaul.writer.raw;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.mongodb.DBRef;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.types.BSONTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentEncodingTests {

    private final ChunkEncoder<Document> encoder = ChunkEncoder.of(Document.class);

    static Stream<String> documents() throws IOException {
        try (InputStream cases = DocumentEncodingTests.class.getResourceAsStream("/writer/raw/documents.jsonl")) {
            return new String(cases.readAllBytes(), StandardCharsets.UTF_8).lines().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void documentBecomesTheBytesOfTheDriver(String json) {
        Document document = Document.parse(json);

        Stored.assertSame(encoder.encode(document), Stored.byDriver(document), json);
    }

    static Stream<Object> values() {
        return Stream.of(
                UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                new BigDecimal("1.10"),
                new BigDecimal("1E+6111"),
                Instant.parse("1969-12-31T23:59:59.999999999Z"),
                LocalDate.of(1883, 11, 18),
                LocalDateTime.of(2026, 3, 29, 2, 30, 0, 999_999_999),
                LocalTime.of(23, 59, 59),
                Date.from(Instant.ofEpochMilli(-1)),
                (byte) -1,
                (short) 2,
                1.1f,
                'c',
                new byte[] {1, 2},
                new AtomicInteger(1),
                new AtomicLong(2),
                new BSONTimestamp(1, 2),
                Thread.State.NEW,
                Map.of("a", Map.of("b.c", List.of(1))),
                new LinkedHashSet<>(List.of("x", 1)),
                new ArrayDeque<>(List.of(new Document("_id", 1))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void valueBecomesTheBytesOfTheDriver(Object value) {
        Document document = new Document("_id", value).append("list", List.of(value, value));

        Stored.assertSame(encoder.encode(document), Stored.byDriver(document), value.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 90, 180})
    void deeplyNestedDocumentIsEncoded(int levels) {
        Document document = new Document("leaf", 1);
        for (int level = 1; level < levels; level++) {
            document = new Document("list", List.of(document)).append("after", level);
        }
        document.append("_id", levels);

        Stored.assertSame(encoder.encode(document), Stored.byDriver(document), levels + " levels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0", "\0", "a\0b"})
    void nameWithNulIsRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(new Document("in", new Document(name, 1))))
                .withMessage(
                        "\"in.%1$s\": a field name cannot hold a NUL character: \"%1$s\"", name.replace("\0", "\\0"));
    }

    @Test
    void halfACharacterIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(new Document("list", List.of("a", "b\ud83d"))))
                .withMessageStartingWith("\"list.1\": Could not encode string");
    }

    @Test
    void decimalOfTooManyDigitsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        encoder.encode(new Document("price", new BigDecimal("1.2345678901234567890123456789012345"))))
                .withMessageStartingWith("\"price\": ")
                .withMessageContaining("1.2345678901234567890123456789012345");
    }

    @Test
    void timeBeyondABsonDateIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(new Document("at", Instant.MAX)))
                .withMessage("\"at\": +1000000000-12-31T23:59:59.999999999Z is beyond what a BSON date can hold");
    }

    static Stream<Object> foreignValues() {
        return Stream.of(Year.of(2026), Optional.of(1), new BsonInt32(1), new DBRef("c", 1), new Object());
    }

    @ParameterizedTest
    @MethodSource("foreignValues")
    void typeWithDifferentEncodingIsRefused(Object value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(new Document("a", new Document("b", value))))
                .withMessage("\"a.b\": the writer raw cannot store a "
                        + value.getClass().getName());
    }

    @Test
    void keysOfMapsAreSimple() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(new Document("a", Map.of(List.of(1), 2))))
                .withMessageContaining("the key of a map is a java.util.ImmutableCollections$List12");
    }
}
