package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents that the server refuses, and their neighbours. */
interface RefusalContract<D> extends BenchContract<D> {

    @ParameterizedTest
    @CsvSource({"0, false", "5, false", "10, false", "0, true", "5, true", "10, true"})
    default void otherDocumentsAreWrittenBesideRefusedOnes(int position, boolean ordered) {
        BsonDocument holder = Samples.document(100).append("sku", new BsonString("was there first"));
        bench().given(List.of(holder));
        List<BsonDocument> neighbours = Samples.documents(0, 10);
        List<BsonDocument> chunk = new ArrayList<>(neighbours);
        chunk.addAll(position, List.of(Samples.document(100), Samples.invalid(101)));

        List<Outcome> outcomes = bench().write(bench().insert().ordered(ordered), chunk);

        assertThat(outcomes.get(position)).satisfies(outcome -> isRejected(outcome, 11000, "E11000", "100"));
        assertThat(outcomes.get(position + 1))
                .satisfies(outcome -> isRejected(outcome, 121, "Document failed validation"));
        assertThat(outcomes.stream().filter(Outcome.WRITTEN::equals)).hasSize(10);
        neighbours = new ArrayList<>(neighbours);
        neighbours.add(holder);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(neighbours));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    default void chunkOfRefusedDocumentsIsRejected(boolean ordered) {
        List<BsonDocument> chunk =
                IntStream.range(0, 3).mapToObj(Samples::invalid).toList();

        assertThat(bench().write(bench().insert().ordered(ordered), chunk))
                .hasSize(3)
                .allSatisfy(outcome -> isRejected(outcome, 121, "Document failed validation"));

        assertThat(bench().contents()).isEmpty();
    }

    @Test
    default void secondDocumentWithAnIdIsRejected() {
        BsonDocument second = Samples.document(1).append("sku", new BsonString("other"));

        List<Outcome> outcomes =
                bench().write(bench().insert(), List.of(Samples.document(1), second, Samples.document(2)));

        assertThat(outcomes.get(1)).satisfies(outcome -> isRejected(outcome, 11000, "E11000", "_id_"));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 3)));
    }

    @Test
    default void identicalSecondDocumentIsAlreadyThere() {
        List<Outcome> outcomes =
                bench().write(bench().insert(), List.of(Samples.document(1), Samples.document(1), Samples.document(2)));

        assertThat(outcomes).containsExactly(Outcome.WRITTEN, Outcome.ALREADY_THERE, Outcome.WRITTEN);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 3)));
    }

    @Test
    default void documentWithAnotherFieldOrderIsRejected() {
        BsonDocument one = new BsonDocument("_id", new BsonInt32(1)).append("a", new BsonInt32(1));
        bench().given(List.of(one.clone().append("b", new BsonInt32(2))));
        BsonDocument turned = new BsonDocument("_id", new BsonInt32(1))
                .append("b", new BsonInt32(2))
                .append("a", new BsonInt32(1));

        assertThat(bench().write(bench().insert(), List.of(turned)))
                .singleElement()
                .satisfies(outcome -> isRejected(outcome, 11000, "E11000"));
    }

    @Test
    default void existingChunkIsAlreadyThere() {
        bench().given(Samples.documents(0, 50));

        assertThat(bench().write(bench().insert(), Samples.documents(0, 50)))
                .isEqualTo(Collections.nCopies(50, Outcome.ALREADY_THERE));
    }

    @Test
    default void otherUniqueIndexRejects() {
        bench().collection()
                .createIndex(
                        Indexes.ascending("sku"),
                        new IndexOptions().unique(true).name("one_sku"));
        BsonDocument sameSku = Samples.document(7).append("sku", new BsonString("sku-1"));

        List<Outcome> outcomes =
                bench().write(bench().insert(), List.of(Samples.document(1), sameSku, Samples.document(2)));

        assertThat(outcomes.get(1)).satisfies(outcome -> isRejected(outcome, 11000, "one_sku", "sku-1"));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 3)));
    }

    /** With the server's code, and a text that contains these parts. */
    static void isRejected(Outcome outcome, int code, String... text) {
        assertThat(outcome.kind()).isEqualTo(OutcomeKind.REJECTED);
        assertThat(outcome.code()).isEqualTo(code);
        assertThat(List.of(text))
                .allSatisfy(part -> assertThat(outcome.message()).contains(part));
    }
}
