package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.SendThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Commands for records that are added unless a document has their key, and keys that are equal for the server. */
class NewRowsIT {

    private static final int CHUNK = 200;

    private final WriterBench<RawBsonDocument> bench = new WriterBench<>(WriterBench.type("direct"), Rendering.BSON);

    private Settings add(String... match) {
        return bench.insert().add(match).compare(CompareMode.AUTO);
    }

    private List<Outcome> chunk(ChunkWriter<RawBsonDocument> writer, int from) {
        return bench.write(writer, Samples.documents(from, from + CHUNK));
    }

    @Test
    void rowsThatAreThereAreNotSent() {
        bench.given(Samples.documents(0, 2 * CHUNK + 150));
        ChunkWriter<RawBsonDocument> writer = bench.writer(add());

        for (int from = 0; from < 2 * CHUNK; from += CHUNK) {
            assertThat(chunk(writer, from)).isEqualTo(Collections.nCopies(CHUNK, Outcome.ALREADY_THERE));
        }
        assertThat(bench.commands().names()).containsExactly("find", "find");

        assertThat(chunk(writer, 2 * CHUNK).stream().filter(Outcome.WRITTEN::equals))
                .hasSize(50);
        assertThat(bench.commands().names()).containsExactly("find", "find", "find", "insert");
        assertThat(writer.unchanged()).isZero();
    }

    @Test
    void newRowsAreNotLookedUp() {
        ChunkWriter<RawBsonDocument> writer = bench.writer(add());

        for (int from = 0; from < 3 * CHUNK; from += CHUNK) {
            assertThat(chunk(writer, from)).isEqualTo(Collections.nCopies(CHUNK, Outcome.WRITTEN));
        }

        assertThat(bench.commands().names()).containsExactly("find", "insert", "insert", "insert");
    }

    /** The insert is refused for them, and their keys are looked up. */
    @Test
    void rowsThatAreThereAgainAreLookedUp() {
        bench.given(Samples.documents(CHUNK, 4 * CHUNK));
        ChunkWriter<RawBsonDocument> writer = bench.writer(add());

        for (int from = 0; from < 3 * CHUNK; from += CHUNK) {
            assertThat(chunk(writer, from)).containsOnly(from == 0 ? Outcome.WRITTEN : Outcome.ALREADY_THERE);
        }

        assertThat(bench.commands().names()).containsExactly("find", "insert", "insert", "find", "find");
    }

    @Test
    void repeatedKeysAreNotSent() {
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, CHUNK));
        Samples.documents(0, CHUNK).forEach(document -> chunk.add(document.append("again", new BsonInt32(1))));

        List<Outcome> outcomes = bench.write(add().compare(CompareMode.NEVER), chunk);

        assertThat(outcomes.subList(CHUNK, 2 * CHUNK)).containsOnly(Outcome.ALREADY_THERE);
        assertThat(bench.commands().names()).containsExactly("insert");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, CHUNK)));
    }

    @Test
    void firstRecordOfAKeyCountsInParts() {
        WriterBench<RawBsonDocument> parts = new WriterBench<>(
                WriterBench.type("direct"), Rendering.BSON, new SendThreads(new ForkJoinPool(4), 4, 1));
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 100));
        Samples.documents(0, 100).forEach(document -> chunk.add(document.append("again", new BsonInt32(1))));

        parts.write(parts.insert().add(), chunk);

        assertThat(parts.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 100)));
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    void elementOfAnArrayHoldsAKey(CompareMode mode) {
        bench.collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        BsonArray skus = new BsonArray(List.of(new BsonString("x"), new BsonString("sku-5")));
        bench.given(List.of(Samples.document(5).append("sku", skus)));

        List<Outcome> outcomes = bench.write(add("sku").generatedIds().compare(mode), Samples.generated(4, 7));

        assertThat(outcomes).containsExactly(Outcome.WRITTEN, Outcome.ALREADY_THERE, Outcome.WRITTEN);
        assertThat(bench.collection().countDocuments()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    void collationMakesKeysEqual(CompareMode mode) {
        String name = bench.collection().getNamespace().getCollectionName();
        bench.collection().drop();
        bench.database()
                .createCollection(
                        name,
                        new CreateCollectionOptions()
                                .collation(Collation.builder()
                                        .locale("en")
                                        .collationStrength(CollationStrength.SECONDARY)
                                        .build()));
        bench.given(List.of(text("A").append("mine", new BsonInt32(1))));

        List<Outcome> outcomes = bench.write(add().compare(mode), List.of(text("a"), text("b"), text("B")));

        assertThat(outcomes).containsExactly(Outcome.ALREADY_THERE, Outcome.WRITTEN, Outcome.ALREADY_THERE);
        assertThat(bench.contents())
                .isEqualTo(WriterBench.stored(List.of(text("A").append("mine", new BsonInt32(1)), text("b"))));
    }

    private static BsonDocument text(String id) {
        return new BsonDocument("_id", new BsonString(id));
    }

    /** The answer is lost after the documents were added. */
    @Test
    void unconfirmedInsertIsSentAgain() {
        ChunkWriter<RawBsonDocument> writer = bench.writer(add("sku").generatedIds());
        bench.collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));

        try (FailPoint failing =
                bench.failing(FailPoint.on("insert").writeConcernError(91).times(1))) {
            assertThat(bench.write(writer, Samples.generated(0, CHUNK)))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.generated(0, CHUNK)));
    }
}
