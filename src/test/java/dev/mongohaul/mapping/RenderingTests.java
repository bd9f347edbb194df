package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.spec.MappingSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RenderingTests {

    private static final GeneratedIds IDS = GeneratedIds.of(Instant.EPOCH, 1);

    static LongStream seeds() {
        return TestSize.seeds("rendering", 1_000, 1, 2, 3, 5, 8, 13);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void renderingsAgreeByteForByte(long seed) {
        RandomMapping random = new RandomMapping(seed);
        MappingSpec spec = random.spec();
        Mapping mapping = Mapping.of(spec, null);
        DocumentMapper<RawBsonDocument> toBson = mapping.to(Rendering.BSON, IDS);
        DocumentMapper<Document> toDocument = mapping.to(Rendering.DOCUMENT, IDS);
        int documents = 0;

        for (int number = 0; number < 500; number++) {
            CsvRecord record = random.record(spec);
            MappedItem<RawBsonDocument> bytes = toBson.map(record);
            MappedItem<Document> document = toDocument.map(record);

            String where = "seed " + seed + ", record " + number + ", " + spec;
            if (bytes instanceof UnmappedRecord<RawBsonDocument> reject) {
                assertThat((Object) document).as(where).isEqualTo(reject);
            } else if (bytes instanceof FilteredRecord<RawBsonDocument> emptyRow) {
                assertThat((Object) document).as(where).isEqualTo(emptyRow);
            } else {
                documents++;
                assertThat(Rendered.bytes(bytes)).as(where).isEqualTo(Rendered.bytes(document));
            }
        }

        assertThat(documents).as("documents of seed " + seed).isPositive();
    }

    @Test
    void mappersOfOneMappingWorkAtTheSameTime() {
        RandomMapping random = new RandomMapping(4181);
        MappingSpec spec = random.spec();
        Mapping mapping = Mapping.of(spec, null);
        List<CsvRecord> records =
                Stream.generate(() -> random.record(spec)).limit(500).toList();
        List<String> alone = outcomes(mapping, records);

        List<List<String>> together = IntStream.range(0, 8)
                .parallel()
                .mapToObj(mapper -> outcomes(mapping, records))
                .toList();

        assertThat(together).allSatisfy(outcomes -> assertThat(outcomes).isEqualTo(alone));
    }

    private static List<String> outcomes(Mapping mapping, List<CsvRecord> records) {
        DocumentMapper<RawBsonDocument> mapper = mapping.to(Rendering.BSON, IDS);
        return records.stream()
                .map(mapper::map)
                .map(item -> item instanceof MappedDocument<RawBsonDocument> document
                        ? document.content().toJson()
                        : item.toString())
                .toList();
    }

    @Test
    void documentsOfManyBlocksStayAsTheyWere() {
        DocumentMapper<RawBsonDocument> toBson =
                Mapping.of(Specs.text("a.b.c", "a.b.d", "e"), null).to(Rendering.BSON, IDS);
        DocumentMapper<Document> toDocument =
                Mapping.of(Specs.text("a.b.c", "a.b.d", "e"), null).to(Rendering.DOCUMENT, IDS);
        List<CsvRecord> records = IntStream.range(0, 3000)
                .mapToObj(number -> CsvItems.record("c" + number, "d".repeat(number), "é".repeat(number % 700)))
                .toList();

        List<MappedItem<RawBsonDocument>> documents = new ArrayList<>();
        records.forEach(record -> documents.add(toBson.map(record)));

        for (int number = 0; number < records.size(); number++) {
            assertThat(Rendered.bytes(documents.get(number)))
                    .as("document " + number)
                    .isEqualTo(Rendered.bytes(toDocument.map(records.get(number))));
        }
        assertThat(documents.stream().map(RenderingTests::block).distinct().count())
                .isBetween(5L, 20L);
    }

    @Test
    void blockMayEndAtAnyByteOfADocument() {
        Mapping mapping = Mapping.of(Specs.fields(List.of("a.b.c", "n"), "n: int64"), null);
        CsvRecord nested = CsvItems.record("c", "1");
        byte[] expected = Rendered.bytes(mapping.to(Rendering.DOCUMENT, IDS).map(nested));
        int withoutText = Rendered.bytes(mapping.to(Rendering.BSON, IDS).map(CsvItems.record("-", "1"))).length - 1;

        for (int room = 0; room <= expected.length; room++) {
            DocumentMapper<RawBsonDocument> mapper = mapping.to(Rendering.BSON, IDS);
            MappedItem<RawBsonDocument> filler =
                    mapper.map(CsvItems.record("x".repeat((1 << 20) - room - withoutText), "1"));

            MappedItem<RawBsonDocument> document = mapper.map(nested);

            assertThat(Rendered.bytes(document)).as("%d bytes left", room).isEqualTo(expected);
            assertThat(block(document) == block(filler))
                    .as("%d bytes left", room)
                    .isEqualTo(room == expected.length);
        }
    }

    @Test
    void documentLargerThanABlockHasItsOwn() {
        Mapping mapping = Mapping.of(Specs.text("a.x", "a.y", "b"), null);
        DocumentMapper<RawBsonDocument> toBson = mapping.to(Rendering.BSON, IDS);
        DocumentMapper<Document> toDocument = mapping.to(Rendering.DOCUMENT, IDS);
        CsvRecord giant = CsvItems.record("x".repeat(1 << 20), "y".repeat(3 << 20), "b");
        CsvRecord small = CsvItems.record("1", "2", "3");

        List<MappedItem<RawBsonDocument>> documents = List.of(toBson.map(small), toBson.map(giant), toBson.map(small));

        assertThat(Rendered.bytes(documents.get(0))).isEqualTo(Rendered.bytes(toDocument.map(small)));
        assertThat(Rendered.bytes(documents.get(1))).isEqualTo(Rendered.bytes(toDocument.map(giant)));
        assertThat(Rendered.bytes(documents.get(2))).isEqualTo(Rendered.bytes(toDocument.map(small)));
        assertThat(block(documents.get(0))).isNotEqualTo(block(documents.get(1)));
    }

    private static int block(MappedItem<RawBsonDocument> item) {
        return System.identityHashCode(
                ((MappedDocument<RawBsonDocument>) item).content().getBackingArray());
    }
}
