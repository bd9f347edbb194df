package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates: the fields of a document are set in the one that is found, and all else of it stays. */
interface UpdateContract<D> extends ChunkContract<D> {

    private Settings update() {
        return bench().insert().update(false).nested("attributes");
    }

    private static BsonDocument change(int id) {
        return new BsonDocument("_id", new BsonInt32(id))
                .append("price", new BsonInt32(-id))
                .append("attributes", new BsonDocument("color", new BsonString("new")))
                .append("added", new BsonDocument("whole", new BsonInt32(id)));
    }

    /** Returns the sample with the change. */
    private static BsonDocument changed(int id) {
        BsonDocument document = Samples.document(id);
        document.put("price", new BsonInt32(-id));
        document.getDocument("attributes").put("color", new BsonString("new"));
        return document.append("added", new BsonDocument("whole", new BsonInt32(id)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void updateKeepsOtherFields(boolean ordered) {
        bench().given(Samples.documents(0, 5));
        ChunkWriter<D> writer = bench().writer(update().ordered(ordered));

        List<Outcome> outcomes = bench().write(writer, List.of(change(1), change(3)));

        assertThat(outcomes).hasSize(2).containsOnly(Outcome.WRITTEN);
        assertThat(writer.unmatched()).isZero();
        assertThat(bench().contents())
                .isEqualTo(WriterBench.stored(List.of(
                        Samples.document(0), changed(1), Samples.document(2), changed(3), Samples.document(4))));
        assertThat(bench().commands().names()).containsExactly("update");
    }

    @Test
    default void jsonDocumentIsSetAsAWhole() {
        bench().given(Samples.documents(1, 2));

        bench().write(bench().insert().update(false), List.of(change(1)));

        BsonDocument expected = changed(1);
        expected.put("attributes", new BsonDocument("color", new BsonString("new")));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(expected)));
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    default void updatesThatChangeNothingAreCounted(CompareMode mode) {
        bench().given(List.of(
                changed(0), changed(1), Samples.document(2), changed(3).append("added", new BsonInt32(3)), changed(4)));
        BsonDocument blank = change(4).append("missing", BsonNull.VALUE);
        ChunkWriter<D> writer = bench().writer(update().compare(mode));

        bench().write(writer, List.of(change(0), change(1), change(2), change(3), blank, change(9)));

        assertThat(writer.unchanged()).isEqualTo(2);
        assertThat(writer.unmatched()).isEqualTo(1);
        assertThat(bench().contents())
                .isEqualTo(WriterBench.stored(List.of(
                        changed(0),
                        changed(1),
                        changed(2),
                        changed(3),
                        changed(4).append("missing", BsonNull.VALUE))));
    }

    @ParameterizedTest
    @EnumSource(CompareMode.class)
    default void updatesByOtherFieldsAreCompared(CompareMode mode) {
        bench().given(Samples.documents(0, 4));
        List<BsonDocument> chunk = IntStream.range(0, 4)
                .mapToObj(id -> new BsonDocument("_id", new BsonInt32(id + 100))
                        .append("sku", Samples.document(id).get("sku"))
                        .append(
                                "price",
                                id == 2
                                        ? new BsonInt32(-1)
                                        : Samples.document(id).get("price")))
                .toList();
        ChunkWriter<D> writer =
                bench().writer(bench().insert().update(true, "sku").compare(mode));

        bench().write(writer, chunk);

        assertThat(writer.unchanged()).isEqualTo(3);
        List<BsonDocument> expected = new ArrayList<>(Samples.documents(0, 4));
        expected.get(2).put("price", new BsonInt32(-1));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(expected));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void updatesOfOneKeyKeepTheirOrder(boolean ordered) {
        bench().given(Samples.documents(0, 3));
        List<BsonDocument> chunk = new ArrayList<>();
        for (int version = 0; version < 30; version++) {
            chunk.add(new BsonDocument("_id", new BsonInt32(version % 3)).append("version", new BsonInt32(version)));
        }

        bench().write(update().ordered(ordered), chunk);

        assertThat(bench().contents())
                .isEqualTo(WriterBench.stored(List.of(
                        Samples.document(0).append("version", new BsonInt32(27)),
                        Samples.document(1).append("version", new BsonInt32(28)),
                        Samples.document(2).append("version", new BsonInt32(29)))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void unmatchedUpdatesAreCountedBesideRefusedOnes(boolean ordered) {
        bench().given(Samples.documents(0, 3));
        ChunkWriter<D> writer = bench().writer(update().ordered(ordered));

        List<Outcome> outcomes =
                bench().write(writer, List.of(change(8), change(1), Samples.invalid(2), change(9), change(0)));

        assertThat(outcomes.get(2))
                .satisfies(outcome -> RefusalContract.isRejected(outcome, 121, "Document failed validation"));
        assertThat(writer.unmatched()).isEqualTo(2);
        assertThat(bench().contents())
                .isEqualTo(WriterBench.stored(List.of(changed(0), changed(1), Samples.document(2))));
    }

    @Test
    default void upsertInsertsUnmatchedDocuments() {
        bench().given(Samples.documents(1, 2));
        ChunkWriter<D> writer = bench().writer(bench().insert().update(true).nested("attributes"));

        bench().write(writer, List.of(change(1), change(2)));
        bench().write(writer, List.of(change(1), change(2)));

        assertThat(writer.unmatched()).isZero();
        List<StoredDocument> contents = bench().contents();
        assertThat(contents).hasSize(2).contains(StoredDocument.of(changed(1)));
        assertThat(bench().collection()
                        .find(new BsonDocument("_id", new BsonInt32(2)))
                        .first())
                .containsAllEntriesOf(change(2));
    }

    @Test
    default void upsertByOtherFieldsSetsTheIdFromColumns() {
        BsonDocument document = change(7).append("sku", new BsonString("s"));
        Settings bySku = bench().insert().update(true, "sku");

        bench().write(bySku, List.of(document));
        bench().write(bySku, List.of(new BsonDocument("_id", new BsonInt32(8)).append("sku", new BsonString("s"))));

        assertThat(bench().collection().find())
                .hasSize(1)
                .first()
                .satisfies(stored -> assertThat(stored).containsAllEntriesOf(document));
    }

    @Test
    default void blankMatchIsRejected() {
        bench().given(Samples.documents(1, 2));

        List<Outcome> outcomes = bench().write(bench().insert().update(false, "nowhere"), List.of(change(1)));

        assertThat(outcomes.get(0).kind()).isEqualTo(OutcomeKind.REJECTED);
        assertThat(outcomes.get(0).message()).contains("\"nowhere\" is blank");
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 2)));
    }

    @ParameterizedTest
    @CsvSource({"189, 1", "91, 2", "10107, 3"})
    default void updatesSurviveTransientErrors(int code, int times) {
        bench().given(Samples.documents(0, 3));

        try (FailPoint failing =
                bench().failing(FailPoint.on("update").errorCode(code).times(times))) {
            assertThat(bench().write(update(), List.of(change(0), change(1), change(2))))
                    .as("%s", failing)
                    .isEqualTo(Collections.nCopies(3, Outcome.WRITTEN));
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(changed(0), changed(1), changed(2))));
    }
}
