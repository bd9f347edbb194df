package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replacements found by {@code _id}, with upsert. */
interface ReplaceContract<D> extends ChunkContract<D>, TooLargeContract<D>, RandomChunkContract<D> {

    @Test
    default void secondUpsertOfOneChunkChangesNothing() {
        List<BsonDocument> chunk = Samples.documents(0, 10);

        bench().write(bench().upsert(), chunk);
        List<Outcome> again = bench().write(bench().upsert(), chunk);

        assertThat(again).hasSize(10).containsOnly(Outcome.WRITTEN);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(chunk));
    }

    @Test
    default void replacementKeepsNoOldFields() {
        bench().given(List.of(Samples.document(1).append("old", new BsonInt32(1)), Samples.document(2)));
        BsonDocument replacement = new BsonDocument("_id", new BsonInt32(1)).append("new", new BsonInt32(2));

        bench().write(bench().upsert(), List.of(replacement));

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(replacement, Samples.document(2))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void lastReplacementOfAKeyInAChunkWins(boolean ordered) {
        List<BsonDocument> chunk = new ArrayList<>();
        for (int version = 0; version < 30; version++) {
            chunk.add(Samples.document(version % 3).append("version", new BsonInt32(version)));
        }

        bench().write(bench().upsert().ordered(ordered), chunk);

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(chunk.subList(27, 30)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 10})
    default void otherReplacementsAreWrittenBesideRefusedOnes(int position) {
        bench().collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        BsonDocument holder = Samples.document(100);
        bench().given(List.of(holder));
        List<BsonDocument> neighbours = Samples.documents(0, 10);
        List<BsonDocument> chunk = new ArrayList<>(neighbours);
        BsonDocument sameSku = Samples.document(50).append("sku", new BsonString("sku-100"));
        chunk.addAll(position, List.of(sameSku, Samples.invalid(51)));

        List<Outcome> outcomes = bench().write(bench().upsert(), chunk);

        assertThat(outcomes.get(position)).satisfies(outcome -> RefusalContract.isRejected(outcome, 11000, "sku-100"));
        assertThat(outcomes.get(position + 1))
                .satisfies(outcome -> RefusalContract.isRejected(outcome, 121, "Document failed validation"));
        neighbours = new ArrayList<>(neighbours);
        neighbours.add(holder);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(neighbours));
    }

    @Test
    default void refusedUpsertDoesNotReplaceALaterRecordOfItsKey() {
        bench().collection().createIndex(Indexes.ascending("sku"), new IndexOptions().unique(true));
        BsonDocument holder = Samples.document(100);
        bench().given(List.of(holder, Samples.document(50)));
        BsonDocument freed = Samples.document(100).append("sku", new BsonString("freed"));
        BsonDocument last = Samples.document(50).append("sku", new BsonString("last"));

        List<Outcome> outcomes = bench().write(
                        bench().upsert(), List.of(Samples.document(50).append("sku", holder.get("sku")), freed, last));

        assertThat(outcomes.get(0)).satisfies(outcome -> RefusalContract.isRejected(outcome, 11000, "sku-100"));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(last, freed)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$gt\": \"\"}", "$where", "507f1f77bcf86cd799439011", "/.*/", "a.b", ""})
    default void textIdIsNotConvertedToMatch(String id) {
        bench().given(List.of(
                new BsonDocument("_id", new BsonString("!")).append("stays", new BsonInt32(1)),
                new BsonDocument("_id", new BsonString("~")).append("stays", new BsonInt32(1))));
        BsonDocument document = new BsonDocument("_id", new BsonString(id)).append("n", new BsonInt32(1));

        bench().write(bench().upsert(), List.of(document));
        bench().write(bench().upsert(), List.of(document));

        assertThat(bench().contents()).hasSize(3).contains(StoredDocument.of(document));
        assertThat(bench().collection().countDocuments(new BsonDocument("stays", new BsonInt32(1))))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    default void upsertedDocumentsAreStoredByteForByte(int chunkSize) {
        writesAllOf(bench().upsert(), chunkSize);
    }

    @Test
    default void tooLargeUpsertIsRejectedWithTheServersMessage() {
        BsonDocument document = Samples.tooLarge(1, 5);
        Outcome said = saidToReplacement(document, true);

        assertThat(bench().write(bench().upsert(), List.of(document))).containsExactly(said);
        assertThat(bench().contents()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    default void randomUpsertsEqualTheModel(long seed) throws Exception {
        RandomChunk chunk = new RandomChunk(seed);
        bench().given(chunk.before());
        Map<Integer, BsonDocument> model = chunk.collection();
        List<Integer> codes = chunk.upsertInto(model);

        List<Outcome> outcomes = duringError(
                chunk.transientError("update"),
                () -> bench().write(bench().upsert().ordered(seed % 2 == 0), chunk.documents()));

        isAsTheModelSays(seed, outcomes, codes, model);
    }
}
