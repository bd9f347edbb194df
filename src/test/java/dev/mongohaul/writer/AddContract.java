package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are added unless a document has their key. */
interface AddContract<D> extends BenchContract<D> {

    @ParameterizedTest
    @CsvSource({"false, NEVER", "true, NEVER", "false, AUTO", "true, AUTO"})
    default void onlyNewDocumentsAreAdded(boolean ordered, CompareMode mode) {
        List<BsonDocument> before = List.of(other(3), Samples.document(5), other(9));
        bench().given(before);

        List<Outcome> outcomes =
                bench().write(bench().insert().add().ordered(ordered).compare(mode), Samples.documents(0, 10));

        assertThat(outcomes.stream().filter(Outcome.WRITTEN::equals)).hasSize(7);
        assertThat(List.of(outcomes.get(3), outcomes.get(5), outcomes.get(9))).containsOnly(Outcome.ALREADY_THERE);
        List<BsonDocument> expected = new ArrayList<>(Samples.documents(0, 10));
        expected.set(3, other(3));
        expected.set(9, other(9));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(expected));
    }

    private static BsonDocument other(int id) {
        return new BsonDocument("_id", new BsonInt32(id)).append("mine", new BsonString("kept"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void firstRecordOfAKeyCounts(boolean ordered) {
        List<BsonDocument> chunk = new ArrayList<>();
        for (int version = 0; version < 30; version++) {
            chunk.add(Samples.document(version % 3).append("version", new BsonInt32(version)));
        }

        List<Outcome> outcomes = bench().write(bench().insert().add().ordered(ordered), chunk);

        assertThat(outcomes.subList(0, 3)).containsOnly(Outcome.WRITTEN);
        assertThat(outcomes.subList(3, 30)).containsOnly(Outcome.ALREADY_THERE);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(chunk.subList(0, 3)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void recordAfterARefusedOneOfItsKeyIsAdded(boolean ordered) {
        List<BsonDocument> chunk = List.of(Samples.invalid(1), Samples.document(1), Samples.document(2));

        List<Outcome> outcomes = bench().write(bench().insert().add().ordered(ordered), chunk);

        assertThat(outcomes)
                .extracting(Outcome::kind)
                .containsExactly(OutcomeKind.REJECTED, OutcomeKind.WRITTEN, OutcomeKind.WRITTEN);
        assertThat(outcomes.get(0).code()).isEqualTo(121);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 3)));
    }

    @ParameterizedTest
    @CsvSource({"false, NEVER", "true, NEVER", "false, AUTO"})
    default void invalidRecordWhoseKeyIsThereIsNoReject(boolean ordered, CompareMode mode) {
        bench().given(List.of(other(1)));

        List<Outcome> outcomes = bench().write(
                        bench().insert().add().ordered(ordered).compare(mode),
                        List.of(Samples.invalid(1), Samples.document(2)));

        assertThat(outcomes).containsExactly(Outcome.ALREADY_THERE, Outcome.WRITTEN);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(other(1), Samples.document(2))));
    }

    @Test
    default void valueOfAnotherUniqueIndexIsAReject() {
        bench().collection()
                .createIndex(
                        Indexes.ascending("sku"),
                        new IndexOptions().unique(true).name("one_sku"));
        bench().given(List.of(Samples.document(1), other(4)));
        BsonDocument sameSku = Samples.document(7).append("sku", new BsonString("sku-1"));
        BsonDocument bothThere = Samples.document(4).append("sku", new BsonString("sku-1"));

        List<Outcome> outcomes =
                bench().write(bench().insert().add(), List.of(Samples.document(2), sameSku, bothThere));

        assertThat(outcomes.get(1)).satisfies(outcome -> RefusalContract.isRejected(outcome, 11000, "one_sku"));
        assertThat(outcomes.get(0)).isEqualTo(Outcome.WRITTEN);
        assertThat(outcomes.get(2)).isEqualTo(Outcome.ALREADY_THERE);
        assertThat(bench().contents())
                .isEqualTo(WriterBench.stored(List.of(Samples.document(1), Samples.document(2), other(4))));
    }

    @ParameterizedTest
    @CsvSource({"false, NEVER", "true, NEVER", "false, AUTO"})
    default void documentsAreFoundByOtherFields(boolean ordered, CompareMode mode) {
        bench().collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        BsonDocument there = new BsonDocument("_id", new BsonInt32(1)).append("sku", new BsonString("sku-3"));
        bench().given(List.of(there));
        List<BsonDocument> chunk = new ArrayList<>(Samples.generated(0, 5));
        chunk.add(withSku(7, "sku-4"));

        List<Outcome> outcomes = bench().write(sku(ordered).compare(mode), chunk);

        assertThat(outcomes.subList(0, 3)).containsOnly(Outcome.WRITTEN);
        assertThat(outcomes.get(3)).isEqualTo(Outcome.ALREADY_THERE);
        assertThat(outcomes.get(4)).isEqualTo(Outcome.WRITTEN);
        assertThat(outcomes.get(5)).isEqualTo(Outcome.ALREADY_THERE);
        List<BsonDocument> expected = new ArrayList<>(List.of(there));
        expected.addAll(Samples.generated(0, 3));
        expected.add(Samples.generated(4));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(expected));
    }

    private Settings sku(boolean ordered) {
        return bench().insert().add("sku").generatedIds().ordered(ordered);
    }

    private static BsonDocument withSku(int number, String sku) {
        return Samples.generated(number).append("sku", new BsonString(sku));
    }

    /** What this import has written counts as written, and a second record of its key does not. */
    @ParameterizedTest
    @CsvSource({"false, NEVER", "true, NEVER", "false, AUTO", "true, AUTO"})
    default void generatedIdsShowWhatAnEarlierRunAdded(boolean ordered, CompareMode mode) {
        bench().collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        bench().given(List.of(Samples.generated(0), Samples.generated(2)));
        bench().given(List.of(new BsonDocument("_id", new BsonObjectId(new ObjectId(1_600_000_000, 1)))
                .append("sku", new BsonString("sku-1"))));
        ChunkWriter<D> writer = bench().writer(sku(ordered).compare(mode));
        writer.continueEarlierRun();
        List<BsonDocument> chunk = new ArrayList<>(Samples.generated(0, 4));
        chunk.add(withSku(9, "sku-2"));

        assertThat(bench().write(writer, chunk))
                .containsExactly(
                        Outcome.WRITTEN,
                        Outcome.ALREADY_THERE,
                        Outcome.WRITTEN,
                        Outcome.WRITTEN,
                        Outcome.ALREADY_THERE);
        assertThat(bench().collection().countDocuments()).isEqualTo(4);
    }

    @Test
    default void blankKeyIsAReject() {
        BsonDocument blank = Samples.generated(1);
        blank.remove("sku");

        assertThat(bench().write(sku(false), List.of(blank, Samples.generated(2))))
                .extracting(Outcome::kind)
                .containsExactly(OutcomeKind.REJECTED, OutcomeKind.WRITTEN);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    default void randomAddsEqualTheModel(long seed) throws Exception {
        RandomChunk chunk = new RandomChunk(seed);
        bench().given(chunk.before());
        Map<Integer, BsonDocument> model = chunk.collection();
        List<Integer> codes = chunk.addTo(model);
        Settings settings = bench().insert()
                .add()
                .ordered(seed % 2 == 0)
                .compare(seed % 4 < 2 ? CompareMode.NEVER : CompareMode.AUTO);

        List<Outcome> outcomes = RandomChunkContract.duringError(
                bench(), chunk.transientError("insert"), () -> bench().write(settings, chunk.documents()));

        assertThat(outcomes).as("seed %d", seed).extracting(Outcome::code).isEqualTo(codes);
        assertThat(bench().contents()).as("seed %d", seed).isEqualTo(WriterBench.stored(List.copyOf(model.values())));
    }
}
