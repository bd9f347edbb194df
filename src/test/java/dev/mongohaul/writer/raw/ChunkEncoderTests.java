package dev.mongohaul.writer.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mongohaul.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChunkEncoderTests {

    private static final int PAGE = 64 * 1024;

    private final ChunkEncoder<Document> encoder = ChunkEncoder.of(Document.class);

    static LongStream seeds() {
        return TestSize.seeds("encoder", 1_000, 1, 2, 3, 5, 8, 13);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void randomDocumentsBecomeTheBytesOfTheDriver(long seed) {
        RandomDocument random = new RandomDocument(seed);

        for (int chunk = 0; chunk < 20; chunk++) {
            List<Document> documents =
                    Stream.generate(random::next).limit(1 + chunk * 3).toList();

            isEncoded(documents, encoder.encode(documents), "seed %d, chunk %d".formatted(seed, chunk));
        }
    }

    @Test
    void chunkOfManyPagesIsSeparatedIntoDocuments() {
        List<Document> documents = IntStream.range(0, 5_000)
                .mapToObj(id -> new Document("_id", id).append("text", "é".repeat(id % 300)))
                .toList();

        isEncoded(documents, encoder.encode(documents), "5,000 documents");
    }

    /** Each type of element stands once at each byte of the border of two pages. */
    @Test
    void pageMayEndAtAnyByteOfADocument() {
        Document rest = Document.parse(
                "{a: 1, b: {$numberLong: '2'}, ü: 'é漢😀', d: {e: [null, true]}, f: {$numberDecimal: '1'}}");
        int length = encoder.encode(rest).getByteLength();

        List<Document> documents = IntStream.rangeClosed(0, length)
                .mapToObj(bytes -> new Document("_id", "x".repeat(PAGE - length + bytes)).append("rest", rest))
                .toList();

        isEncoded(documents, encoder.encode(documents), "pages that end within");
    }

    @Test
    void documentsDoNotChangeWhenMoreAreEncoded() {
        List<Document> first = List.of(new Document("_id", 1), new Document("_id", 2).append("text", "x".repeat(PAGE)));
        List<RawBsonDocument> encoded = encoder.encode(first);

        for (int chunk = 0; chunk < 3; chunk++) {
            encoder.encode(List.of(new Document("_id", "y".repeat(2 * PAGE)), new Document("_id", "z")));
        }

        isEncoded(first, encoded, "the first chunk");
    }

    @Test
    void giantDocumentDoesNotSizeTheNextChunk() {
        encoder.encode(new Document("_id", "x".repeat(16 << 20)));
        List<Document> documents = IntStream.range(0, 5_000)
                .mapToObj(id -> new Document("_id", id))
                .toList();

        List<RawBsonDocument> encoded = encoder.encode(documents);

        assertThat(encoded.get(0).getBackingArray()).hasSizeLessThanOrEqualTo(1 << 20);
    }

    @Test
    void chunkWithoutDocumentsHasNone() {
        assertThat(encoder.encode(List.of())).isEmpty();
    }

    @Test
    void chunkAfterAFailedOneIsComplete() {
        Document wrong = new Document("list", List.of(1, new Document("z", new Object())));
        List<Document> right = List.of(new Document("_id", 1), new Document("_id", 2));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(List.of(right.get(0), wrong, right.get(1))))
                .withMessage("\"list.1.z\": the writer raw cannot store a java.lang.Object");

        isEncoded(right, encoder.encode(right), "the chunk after it");
    }

    @Test
    void interruptedThreadEncodes() {
        List<Document> documents = List.of(new Document("_id", 1), new Document("_id", 2));
        Thread.currentThread().interrupt();

        List<RawBsonDocument> encoded = encoder.encode(documents);

        assertThat(Thread.interrupted()).isTrue();
        isEncoded(documents, encoded, "an interrupted thread");
    }

    @Test
    void threadsMayShareAnEncoder() {
        List<Document> documents =
                Stream.generate(new RandomDocument(4181)::next).limit(200).toList();

        List<List<RawBsonDocument>> encoded = IntStream.range(0, 8)
                .parallel()
                .mapToObj(thread -> encoder.encode(documents))
                .toList();

        assertThat(encoded).allSatisfy(chunk -> isEncoded(documents, chunk, "seed 4181"));
    }

    private static void isEncoded(List<Document> documents, List<RawBsonDocument> encoded, String what) {
        assertThat(encoded).as(what).hasSameSizeAs(documents);
        List<byte[]> expected = new ArrayList<>();
        documents.forEach(document -> expected.add(Stored.bytes(Stored.byDriver(document))));
        assertThat(encoded.stream().map(Stored::bytes).toList())
                .as(what)
                .usingElementComparator(Arrays::compare)
                .isEqualTo(expected);
    }
}
