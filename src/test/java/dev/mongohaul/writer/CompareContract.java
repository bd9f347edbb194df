package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replacements that are compared with the current documents. */
interface CompareContract<D> extends BenchContract<D> {

    /** Returns the sample with a number of another type, which the server would write. */
    private static BsonDocument otherType(int id) {
        BsonDocument document = Samples.document(id);
        document.getDocument("attributes").put("weight", new BsonInt32(id));
        return document;
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    default void replacementsThatChangeNothingAreCounted(CompareMode mode) {
        List<BsonDocument> before = new ArrayList<>(Samples.documents(0, 20));
        before.set(5, Samples.document(5).append("old", new BsonInt32(1)));
        before.set(6, otherType(6));
        bench().given(before);
        List<BsonDocument> chunk = Samples.documents(0, 25);
        ChunkWriter<D> writer = bench().writer(bench().upsert().compare(mode));

        List<Outcome> outcomes = bench().write(writer, chunk);

        assertThat(outcomes).hasSize(25).containsOnly(Outcome.WRITTEN);
        assertThat(writer.unchanged()).isEqualTo(18);
        assertThat(writer.unmatched()).isZero();
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(chunk));
    }

    @Test
    default void unchangedChunkIsNotSent() {
        bench().given(Samples.documents(0, 20));
        ChunkWriter<D> writer = bench().writer(bench().upsert().compare(CompareMode.ALWAYS));

        bench().write(writer, Samples.documents(0, 20));

        assertThat(writer.unchanged()).isEqualTo(20);
        assertThat(bench().commands().names()).containsExactly("find");
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    default void recordsOfOneKeyAreAllSent(CompareMode mode) {
        bench().given(Samples.documents(0, 2));
        BsonDocument changed = Samples.document(1).append("version", new BsonInt32(2));

        bench().write(
                        bench().upsert().compare(mode),
                        List.of(Samples.document(0), changed, Samples.document(1), changed, Samples.document(1)));

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 2)));
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    default void orderOfFieldsIsAChange(CompareMode mode) {
        BsonDocument attributes = new BsonDocument("b", new BsonInt32(1)).append("a", new BsonInt32(2));
        BsonDocument turned = new BsonDocument("a", new BsonInt32(2)).append("b", new BsonInt32(1));
        bench().given(List.of(Samples.document(1).append("attributes", attributes)));
        BsonDocument replacement = Samples.document(1).append("attributes", turned);
        ChunkWriter<D> writer = bench().writer(bench().upsert().compare(mode));

        bench().write(writer, List.of(replacement));

        assertThat(writer.unchanged()).isZero();
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(replacement)));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "ALWAYS"})
    default void valueOfTheImportIsNoChange(CompareMode mode) {
        List<BsonDocument> before = new ArrayList<>();
        for (int id = 0; id < 20; id++) {
            before.add(ofImport(id, new BsonInt64(1)));
        }
        before.set(4, Samples.document(4));
        before.set(5, ofImport(5, new BsonString("1")));
        before.set(6, ofImport(6, new BsonInt64(1)).append("old", new BsonInt32(1)));
        bench().given(before);
        List<BsonDocument> chunk = new ArrayList<>();
        for (int id = 0; id < 20; id++) {
            chunk.add(ofImport(id, new BsonInt64(2)));
        }
        ChunkWriter<D> writer = bench().writer(bench().upsert().compare(mode), List.of(FieldPath.of("load", "import")));

        assertThat(bench().write(writer, chunk)).containsOnly(Outcome.WRITTEN);
        assertThat(writer.unchanged()).isEqualTo(17);
        List.of(4, 5, 6).forEach(id -> before.set(id, chunk.get(id)));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(before));
    }

    private static BsonDocument ofImport(int id, BsonValue number) {
        return Samples.document(id).append("load", new BsonDocument("import", number));
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    default void changesAreCountedBesideRefusedOnes(CompareMode mode) {
        bench().given(Samples.documents(0, 10));
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.set(3, Samples.invalid(3));
        chunk.set(7, Samples.document(7).append("sku", new BsonString("new")));
        ChunkWriter<D> writer = bench().writer(bench().upsert().compare(mode));

        List<Outcome> outcomes = bench().write(writer, chunk);

        assertThat(outcomes.get(3))
                .satisfies(outcome -> RefusalContract.isRejected(outcome, 121, "Document failed validation"));
        assertThat(writer.unchanged()).isEqualTo(8);
        chunk.set(3, Samples.document(3));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(chunk));
    }

    @Test
    default void documentFoundByAnElementOfAnArrayIsNotCompared() {
        BsonDocument several = Samples.document(1)
                .append("sku", new BsonArray(List.of(Samples.document(2).get("sku"), new BsonString("other"))));
        bench().given(List.of(several, Samples.document(2)));
        ChunkWriter<D> writer = bench().writer(bench().upsert().match("sku").compare(CompareMode.ALWAYS));

        bench().write(writer, List.of(Samples.document(2)));

        assertThat(bench().commands().names()).startsWith("find", "update");
    }

    @Test
    default void manyChunksEndAsWithoutComparing() {
        List<BsonDocument> before = Samples.documents(0, 100);
        bench().given(before);
        ChunkWriter<D> writer = bench().writer(bench().upsert().compare(CompareMode.AUTO));
        long unchanged = 0;

        for (int round = 0; round < 40; round++) {
            List<BsonDocument> chunk = new ArrayList<>(before);
            chunk.set(round, Samples.document(round).append("round", new BsonInt32(round)));
            assertThat(bench().write(writer, chunk)).isEqualTo(Collections.nCopies(100, Outcome.WRITTEN));
            unchanged += writer.unchanged();
        }

        // Each round changes one document, and each but the first restores another.
        assertThat(unchanged).isEqualTo(40 * 99 - 39);
        assertThat(bench().commands().names().stream().filter("find"::equals)).hasSize(40);
    }
}
