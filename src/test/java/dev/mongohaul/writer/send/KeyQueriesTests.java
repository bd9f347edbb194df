package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.writer.Settings;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyQueriesTests {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final int COMMAND = 16 << 20;

    @Test
    void countIsBounded() {
        List<Integer> keys = IntStream.range(0, 10_001).boxed().toList();

        assertThat(KeyQueries.of(keys, key -> 1)).extracting(List::size).containsExactly(5_000, 5_000, 1);
        assertThat(KeyQueries.of(keys, 4_000, key -> 1)).extracting(List::size).containsExactly(4_000, 4_000, 2_001);
        assertThat(KeyQueries.of(keys, 6_000, key -> 1).stream().flatMap(List::stream))
                .containsExactlyElementsOf(keys);
        assertThat(KeyQueries.of(List.of(), key -> 1)).isEmpty();
    }

    @Test
    void bytesAreBounded() {
        long most = KeyQueries.MOST_BYTES;

        assertThat(KeyQueries.of(List.of(most, 1L, most - 1, 1L, 2 * most, 1L), key -> key))
                .containsExactly(List.of(most), List.of(1L, most - 1), List.of(1L), List.of(2 * most), List.of(1L));
    }

    @Test
    void filtersOfLargeIdsAreSmallerThanCommands() {
        List<BsonString> ids = IntStream.range(0, 500)
                .mapToObj(id -> new BsonString("0".repeat(39_997) + "%03d".formatted(id)))
                .toList();

        List<BsonDocument> filters =
                KeyQueries.byIds(ids).stream().map(Bson::toBsonDocument).toList();

        assertThat(filters)
                .hasSizeGreaterThan(1)
                .allSatisfy(filter ->
                        assertThat(encoded(filter).getByteBuffer().remaining()).isLessThan(COMMAND));
        assertThat(filters.stream().flatMap(filter -> filter.getDocument("_id").getArray("$in").stream()))
                .containsExactlyElementsOf(ids);
    }

    /** Names of fields, which are in the filter once for each key, can be longer than the documents. */
    @Test
    void longNamesOfFieldsAreCounted() {
        String[] names = IntStream.range(0, 20)
                .mapToObj(number -> "n".repeat(200) + number)
                .toArray(String[]::new);
        MatchFilter filter =
                new MatchFilter(Settings.insertInto("c").replace(false, names).made());
        List<RawBsonDocument> documents =
                Collections.nCopies(5_000, encoded(new BsonDocument("other", new BsonInt32(1))));

        List<List<RawBsonDocument>> queries = KeyQueries.of(documents, filter::bytesInAnyOf);

        assertThat(size(filter, documents)).isGreaterThan(COMMAND);
        assertThat(queries)
                .hasSizeGreaterThan(1)
                .allSatisfy(query -> assertThat(size(filter, query)).isLessThan(COMMAND));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void filterIsNotLargerThanThought(long seed) {
        Random random = new Random(seed);
        String[] paths = random.nextBoolean() ? new String[0] : new String[] {"a", "b.c"};
        MatchFilter filter =
                new MatchFilter(Settings.insertInto("c").replace(false, paths).made());
        List<RawBsonDocument> documents = IntStream.range(0, 200)
                .mapToObj(id -> encoded(new BsonDocument("_id", new BsonString("x".repeat(random.nextInt(300))))
                        .append("a", random.nextBoolean() ? new BsonInt32(id) : new BsonDocument("d", new BsonInt32(1)))
                        .append("b", new BsonDocument("c", new BsonString("y".repeat(random.nextInt(300)))))))
                .toList();

        assertThat((long) size(filter, documents))
                .as("seed %d", seed)
                .isLessThan(
                        100 + documents.stream().mapToLong(filter::bytesInAnyOf).sum());
    }

    private static int size(MatchFilter filter, List<RawBsonDocument> documents) {
        return encoded(filter.anyOf(documents)).getByteBuffer().remaining();
    }

    private static RawBsonDocument encoded(BsonDocument document) {
        return new RawBsonDocument(document, CODEC);
    }
}
