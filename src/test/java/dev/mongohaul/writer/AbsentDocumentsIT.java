package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.SendThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Replacements and updates with upsert whose documents the target lacks: they are sent as inserts. */
class AbsentDocumentsIT {

    /** Large enough for a look at the keys. */
    private static final int CHUNK = 200;

    private final WriterBench<RawBsonDocument> bench = bench("direct");

    private static WriterBench<RawBsonDocument> bench(String writer) {
        return new WriterBench<>(WriterBench.type(writer), Rendering.BSON);
    }

    private static WriterBench<?> any(String writer) {
        return WriterBench.of(WriterBench.type(writer));
    }

    private static BsonDocument older(int id) {
        return Samples.document(id).append("old", new BsonInt32(1));
    }

    private static List<BsonDocument> older(int from, int to) {
        return IntStream.range(from, to).mapToObj(AbsentDocumentsIT::older).toList();
    }

    /** Returns a writer that expects that all documents are absent. */
    private <D> ChunkWriter<D> writerOfNew(WriterBench<D> of, Settings settings) {
        ChunkWriter<D> writer = of.writer(settings);
        of.write(writer, Samples.documents(-CHUNK, 0));
        of.commands().clear();
        return writer;
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void newDocumentsAreInserted(String writer) {
        newDocumentsAreInserted(any(writer));
    }

    private static <D> void newDocumentsAreInserted(WriterBench<D> bench) {
        ChunkWriter<D> writer = bench.writer(bench.upsert());

        for (int from = 0; from < 3 * CHUNK; from += CHUNK) {
            assertThat(bench.write(writer, Samples.documents(from, from + CHUNK)))
                    .isEqualTo(Collections.nCopies(CHUNK, Outcome.WRITTEN));
            assertThat(writer.unchanged() + writer.unmatched()).isZero();
        }

        assertThat(bench.commands().names()).containsExactly("find", "insert", "insert", "insert");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 3 * CHUNK)));
    }

    @ParameterizedTest
    @CsvSource({"direct, NEVER", "direct, AUTO", "direct, ALWAYS", "raw, ALWAYS", "bulk, NEVER", "bulk, ALWAYS"})
    void halfOfTheDocumentsAreInserted(String writer, CompareMode mode) {
        halfAreInserted(any(writer), mode);
    }

    private static <D> void halfAreInserted(WriterBench<D> bench, CompareMode mode) {
        List<BsonDocument> before = new ArrayList<>(older(0, 50));
        before.addAll(Samples.documents(50, 100));
        bench.given(before);
        ChunkWriter<D> writer = bench.writer(bench.upsert().compare(mode));

        assertThat(bench.write(writer, Samples.documents(0, CHUNK)))
                .isEqualTo(Collections.nCopies(CHUNK, Outcome.WRITTEN));

        assertThat(writer.unchanged()).isEqualTo(50);
        assertThat(bench.commands().names()).containsExactly("find", "insert", "update");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, CHUNK)));
    }

    @Test
    void fewNewDocumentsTakeNoCommandOfTheirOwn() {
        bench.given(older(0, CHUNK - 5));
        ChunkWriter<RawBsonDocument> writer = bench.writer(bench.upsert());

        bench.write(writer, Samples.documents(0, CHUNK));
        bench.write(writer, Samples.documents(0, CHUNK));

        assertThat(bench.commands().names()).containsExactly("find", "update", "update");
    }

    @Test
    void writerLearnsFromUpserts() {
        bench.given(older(0, CHUNK));
        ChunkWriter<RawBsonDocument> writer = bench.writer(bench.upsert());

        for (int from = 0; from < 4 * CHUNK; from += CHUNK) {
            bench.write(writer, Samples.documents(from, from + CHUNK));
        }

        assertThat(bench.commands().names()).containsExactly("find", "update", "update", "insert", "insert");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 4 * CHUNK)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk"})
    void documentThatAppearedIsReplaced(String writer) {
        appearedIsReplaced(any(writer));
    }

    private <D> void appearedIsReplaced(WriterBench<D> of) {
        ChunkWriter<D> writer = writerOfNew(of, of.upsert());
        of.given(older(10, 20));
        of.given(Samples.documents(20, 30));

        assertThat(of.write(writer, Samples.documents(0, CHUNK)))
                .isEqualTo(Collections.nCopies(CHUNK, Outcome.WRITTEN));

        assertThat(writer.unchanged()).isEqualTo(10);
        assertThat(of.commands().names()).startsWith("insert").endsWith("update");
        assertThat(of.contents()).isEqualTo(WriterBench.stored(Samples.documents(-CHUNK, CHUNK)));
    }

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void documentThatAppearedIsReplacedOn(ServerKind kind) {
        appearedIsReplaced(bench("direct").on(kind));
    }

    @Test
    void lastRecordOfAKeyWins() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, CHUNK));
        chunk.addAll(older(50, 150));
        chunk.addAll(Samples.documents(100, 150));
        ChunkWriter<RawBsonDocument> writer = writerOfNew(bench, bench.upsert());

        assertThat(bench.write(writer, chunk)).isEqualTo(Collections.nCopies(350, Outcome.WRITTEN));

        List<BsonDocument> expected = new ArrayList<>(Samples.documents(-CHUNK, CHUNK));
        expected.subList(CHUNK + 50, CHUNK + 100).clear();
        expected.addAll(CHUNK + 50, older(50, 100));
        assertThat(bench.commands().names()).containsExactly("insert", "update");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(expected));
    }

    @Test
    void refusedDocumentHasTheReasonOfTheUpsert() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, CHUNK));
        chunk.set(7, Samples.invalid(7));
        bench.collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        chunk.set(9, Samples.document(9).append("sku", Samples.document(8).get("sku")));
        Settings upserts = bench.upsert();
        List<Outcome> expected = bench.write(upserts.ordered(true), chunk);
        bench.collection().deleteMany(new BsonDocument());
        ChunkWriter<RawBsonDocument> writer = writerOfNew(bench, upserts);

        assertThat(bench.write(writer, chunk)).isEqualTo(expected);

        assertThat(expected)
                .filteredOn(outcome -> !outcome.equals(Outcome.WRITTEN))
                .hasSize(2);
    }

    @Test
    void keyOfOtherFieldsIsUnique() {
        bench.collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        Settings settings = bench.upsert().match("sku");
        ChunkWriter<RawBsonDocument> writer = writerOfNew(bench, settings);
        bench.given(older(10, 20));

        assertThat(bench.write(writer, Samples.documents(0, CHUNK))).containsOnly(Outcome.WRITTEN);

        assertThat(bench.commands().names()).containsExactly("insert", "update");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(-CHUNK, CHUNK)));
    }

    @Test
    void elementOfAnArrayIsFoundByTheServer() {
        bench.collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        ChunkWriter<RawBsonDocument> writer = writerOfNew(bench, bench.upsert().match("sku"));
        BsonValue sku = Samples.document(5).get("sku");
        bench.given(List.of(Samples.document(5).append("sku", new BsonArray(List.of(new BsonString("x"), sku)))));

        bench.write(writer, Samples.documents(5, 6));

        assertThat(bench.contents()).isEqualTo(WriterBench.stored(withNew(Samples.documents(5, 6))));
    }

    private static List<BsonDocument> withNew(List<BsonDocument> documents) {
        List<BsonDocument> all = new ArrayList<>(Samples.documents(-CHUNK, 0));
        all.addAll(documents);
        return all;
    }

    @ParameterizedTest
    @CsvSource({"91, 1", "91, 2", "11602, 1", "112, 1"})
    void insertIsSentAgainAsUpsertAfterATransientError(int code, int times) {
        ChunkWriter<RawBsonDocument> writer = writerOfNew(bench, bench.upsert());

        try (FailPoint failing =
                bench.failing(FailPoint.on("insert").errorCode(code).times(times))) {
            assertThat(bench.write(writer, Samples.documents(0, CHUNK)))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(bench.commands().names()).containsExactly("insert", "update");
        assertThat(writer.unchanged()).isZero();
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(-CHUNK, CHUNK)));
    }

    /** The error comes after the inserts. */
    @Test
    void insertWithoutConfirmationIsSentAgain() {
        ChunkWriter<RawBsonDocument> writer = writerOfNew(bench, bench.upsert());

        try (FailPoint failing =
                bench.failing(FailPoint.on("insert").writeConcernError(91).times(1))) {
            assertThat(bench.write(writer, Samples.documents(0, CHUNK)))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(writer.unchanged()).isEqualTo(CHUNK);
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(-CHUNK, CHUNK)));
    }

    @Test
    void keysThatCannotBeReadAreUpserted() {
        try (FailPoint failing = bench.failing(FailPoint.on("find")
                .errorCode(13)
                .namespace(bench.collection().getNamespace().getFullName()))) {
            ChunkWriter<RawBsonDocument> writer = bench.writer(bench.upsert());

            bench.write(writer, Samples.documents(0, CHUNK));
            bench.write(writer, Samples.documents(CHUNK, 2 * CHUNK));

            assertThat(bench.commands().names()).as("%s", failing).containsExactly("find", "update", "insert");
        }
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 2 * CHUNK)));
    }

    @Test
    void orderedReplacementsAreUpserts() {
        bench.write(bench.upsert().ordered(true).compare(CompareMode.ALWAYS), Samples.documents(0, CHUNK));

        assertThat(bench.commands().names()).containsExactly("find", "update");
    }

    @Test
    void partsOfNewDocumentsAreInsertedAtTheSameTime() {
        WriterBench<RawBsonDocument> parts = new WriterBench<>(
                WriterBench.type("direct"), Rendering.BSON, new SendThreads(new ForkJoinPool(4), 4, 1));
        ChunkWriter<RawBsonDocument> writer = writerOfNew(parts, parts.upsert());
        parts.given(older(0, 10));

        assertThat(parts.write(writer, Samples.documents(0, CHUNK))).containsOnly(Outcome.WRITTEN);

        assertThat(parts.commands().names()).startsWith("insert", "insert", "insert", "insert", "update");
        assertThat(parts.contents()).isEqualTo(WriterBench.stored(Samples.documents(-CHUNK, CHUNK)));
    }

    /** The server adds fields in the order of their names. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void updateAddsTheDocumentOfAnUpsert(long seed) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>(
                List.of("b", "Z", "10", "9", "0", "00", "é", "_x", "a-c", "a", "n", "𐀀", "\uffff", "sku"));
        List<BsonDocument> chunk = IntStream.range(0, 40)
                .mapToObj(id -> document(id, random, names))
                .toList();
        Settings settings = bench.insert().nested("n", "n.m");
        for (Settings update : List.of(settings.update(true), settings.update(true, "sku", "n.k"))) {
            bench.collection().deleteMany(new BsonDocument());
            bench.write(update.ordered(true), chunk);
            List<StoredDocument> expected = bench.contents();
            bench.collection().deleteMany(new BsonDocument());
            bench.commands().clear();

            bench.write(update.compare(CompareMode.ALWAYS), chunk);

            assertThat(bench.commands().names()).as("seed %d", seed).containsExactly("find", "insert");
            assertThat(bench.contents()).as("seed %d", seed).isEqualTo(expected);
        }
    }

    /** The first new documents are upserted, and read. */
    @Test
    void unknownServerThatAddsAsKnownGetsInserts() {
        ChunkWriter<RawBsonDocument> writer =
                bench.writerForUnknownServer(bench.insert().update(true));

        for (int from = 0; from < 90; from += 30) {
            bench.write(writer, Samples.documents(from, from + 30));
        }

        assertThat(bench.commands().names()).containsExactly("find", "update", "find", "insert", "insert");
        assertThat(bench.contents()).hasSize(90);
    }

    /** A proxy turns two fields round where the server shows its documents. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void unknownServerThatAddsOtherwiseGetsUpserts(boolean replace) {
        String one = Verdict.Replace.int32("aa", 1);
        String other = Verdict.Replace.int32("bb", 2);
        Verdict exchange = new Verdict.Replace(one + other, other + one);
        try (WireProxy proxy =
                new WireProxy(TestServer.port(), command -> command.name().equals("find") ? exchange : Verdict.PASS)) {
            WriterBench<RawBsonDocument> through = bench("direct").through(proxy.uri("test"));
            Settings settings = replace ? through.upsert() : through.insert().update(true);
            ChunkWriter<RawBsonDocument> writer = through.writerForUnknownServer(settings);

            for (int id = 0; id < 3; id++) {
                BsonDocument document = new BsonDocument("_id", new BsonInt32(id))
                        .append("aa", new BsonInt32(1))
                        .append("bb", new BsonInt32(2));
                assertThat(through.write(writer, List.of(document))).containsExactly(Outcome.WRITTEN);
            }

            assertThat(through.commands().names()).containsExactly("find", "update", "find", "update", "update");
            assertThat(through.contents()).hasSize(3);
            through.close();
        }
    }

    private static BsonDocument document(int id, Random random, List<String> names) {
        BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, random);
        for (String name : shuffled) {
            switch (name) {
                case "n" -> {
                    BsonDocument nested = new BsonDocument();
                    List<String> inner = new ArrayList<>(List.of("z", "k", "2", "10", "a"));
                    Collections.shuffle(inner, random);
                    inner.forEach(field -> nested.append(field, new BsonInt32(id)));
                    document.append(
                            name,
                            nested.append("m", new BsonDocument("y", new BsonInt32(id)).append("x", new BsonInt32(1))));
                }
                case "a" ->
                    document.append(
                            name, new BsonDocument("whole", new BsonInt32(1)).append("json", new BsonInt32(id)));
                case "sku" -> document.append(name, new BsonString("sku-" + id));
                default -> document.append(name, new BsonInt32(random.nextInt()));
            }
        }
        return document;
    }
}
