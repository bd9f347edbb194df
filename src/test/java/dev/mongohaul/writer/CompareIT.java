package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.SendThreads;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparisons of large chunks and unusual keys, and those that the server refuses. */
class CompareIT {

    private static final int UNAUTHORIZED = 13;
    private static final int READ_CONCERN_MAJORITY_NOT_ENABLED = 148;
    private static final int SHUTDOWN_IN_PROGRESS = 91;

    private final WriterBench<RawBsonDocument> bench = new WriterBench<>(WriterBench.type("direct"), Rendering.BSON);

    private static List<BsonDocument> small(int count) {
        return IntStream.range(0, count)
                .mapToObj(id -> new BsonDocument("_id", new BsonInt32(id)))
                .toList();
    }

    private static BsonDocument keyed(int id, BsonValue key) {
        return new BsonDocument("_id", new BsonInt32(id)).append("key", key);
    }

    @Test
    void chunkOfManyKeysIsComparedWhenAllThreadsAreBusy() throws Exception {
        List<BsonDocument> chunk = small(12_000);
        ExecutorService only = Executors.newFixedThreadPool(1);
        WriterBench<RawBsonDocument> busy =
                new WriterBench<>(WriterBench.type("direct"), Rendering.BSON, new SendThreads(only, 1, 250));
        busy.given(chunk);
        ChunkWriter<RawBsonDocument> writer = busy.writer(busy.upsert().compare(CompareMode.ALWAYS));
        try {
            only.submit(() -> busy.write(writer, chunk)).get(60, TimeUnit.SECONDS);
        } finally {
            only.shutdownNow();
        }

        assertThat(writer.unchanged()).isEqualTo(12_000);
        assertThat(busy.commands().names()).startsWith("find", "find", "find").doesNotContain("update");
    }

    @Test
    void keysLargerThanOneQueryAreCompared() {
        List<BsonDocument> chunk = IntStream.range(0, 20)
                .mapToObj(id -> keyed(id, new BsonString(id + "x".repeat(1 << 20))))
                .toList();
        bench.given(chunk);
        ChunkWriter<RawBsonDocument> writer =
                bench.writer(bench.upsert().match("key").compare(CompareMode.ALWAYS));

        assertThat(bench.write(writer, chunk)).containsOnly(Outcome.WRITTEN);

        assertThat(writer.unchanged()).isEqualTo(20);
    }

    @Test
    void documentsLargerThanOneAnswerAreCompared() {
        List<BsonDocument> chunk = IntStream.range(0, 20)
                .mapToObj(id -> keyed(id, new BsonInt32(id)))
                .toList();
        bench.given(chunk.stream()
                .map(document -> document.clone().append("other", new BsonString("x".repeat(1 << 20))))
                .toList());
        ChunkWriter<RawBsonDocument> writer =
                bench.writer(bench.insert().update(false).compare(CompareMode.ALWAYS));

        assertThat(bench.write(writer, chunk)).containsOnly(Outcome.WRITTEN);

        assertThat(writer.unchanged()).isEqualTo(20);
        assertThat(bench.commands().names()).containsExactly("find");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, Math.PI, 1e300, Double.MIN_VALUE, -0.0, Double.NaN})
    void fractionIsAKey(double key) {
        bench.given(List.of(keyed(1, new BsonDouble(key))));
        ChunkWriter<RawBsonDocument> writer =
                bench.writer(bench.upsert().match("key").compare(CompareMode.ALWAYS));

        bench.write(writer, List.of(keyed(1, new BsonDouble(key))));

        assertThat(writer.unchanged()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = CompareMode.class,
            names = {"AUTO", "ALWAYS"})
    void userWhoMayNotReadWritesWithoutComparing(CompareMode mode) {
        nothingIsComparedAfter(UNAUTHORIZED, mode);
    }

    @ParameterizedTest
    @EnumSource(
            value = CompareMode.class,
            names = {"AUTO", "ALWAYS"})
    void serverWithoutMajorityReadsIsNotCompared(CompareMode mode) {
        nothingIsComparedAfter(READ_CONCERN_MAJORITY_NOT_ENABLED, mode);
    }

    /** Only of the collection: the server looks for the sessions of retryable writes by a find of its own. */
    private FailPoint.Failure failingFind(int code) {
        return FailPoint.on("find")
                .errorCode(code)
                .namespace(bench.collection().getNamespace().getFullName());
    }

    private void nothingIsComparedAfter(int code, CompareMode mode) {
        List<BsonDocument> chunk = Samples.documents(0, 20);
        bench.given(chunk);
        ChunkWriter<RawBsonDocument> writer = bench.writer(bench.upsert().compare(mode));

        try (FailPoint failing = bench.failing(failingFind(code))) {
            assertThat(failing).isNotNull();
            assertThat(bench.write(writer, chunk)).containsOnly(Outcome.WRITTEN);
            assertThat(bench.write(writer, chunk)).containsOnly(Outcome.WRITTEN);
        }

        assertThat(writer.unchanged()).isEqualTo(20);
        assertThat(bench.commands().names()).filteredOn("find"::equals).hasSize(1);
    }

    @Test
    void chunkIsSentIfItCannotBeComparedNow() {
        List<BsonDocument> chunk = Samples.documents(0, 20);
        bench.given(chunk);
        ChunkWriter<RawBsonDocument> writer = bench.writer(bench.upsert().compare(CompareMode.AUTO));

        try (FailPoint failing = bench.failing(failingFind(SHUTDOWN_IN_PROGRESS))) {
            assertThat(failing).isNotNull();
            bench.write(writer, chunk);
        }

        assertThat(writer.unchanged()).isEqualTo(20);
        assertThat(bench.commands().names()).contains("find", "update");
    }

    @Test
    void keyOfAnotherTypeIsAChange() {
        bench.given(List.of(keyed(1, new BsonInt32(5))));
        BsonDocument replacement = keyed(1, new BsonDouble(5));
        ChunkWriter<RawBsonDocument> writer =
                bench.writer(bench.upsert().match("key").compare(CompareMode.ALWAYS));

        bench.write(writer, List.of(replacement));

        assertThat(writer.unchanged()).isZero();
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(List.of(replacement)));
    }
}
