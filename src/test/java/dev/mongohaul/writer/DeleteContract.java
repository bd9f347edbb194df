package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletions: the document that is found is removed, regardless of other fields of the record. */
interface DeleteContract<D> extends ChunkContract<D> {

    private static BsonDocument id(int id) {
        return new BsonDocument("_id", new BsonInt32(id));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void matchedDocumentsAreDeletedAndOthersCounted(boolean ordered) {
        bench().given(Samples.documents(0, 5));
        ChunkWriter<D> writer = bench().writer(bench().insert().delete().ordered(ordered));

        List<Outcome> outcomes = bench().write(writer, List.of(id(1), id(9), Samples.invalid(3), id(1)));

        assertThat(outcomes).hasSize(4).containsOnly(Outcome.WRITTEN);
        assertThat(writer.unmatched()).isEqualTo(2);
        assertThat(bench().contents())
                .isEqualTo(WriterBench.stored(List.of(Samples.document(0), Samples.document(2), Samples.document(4))));
        assertThat(bench().commands().names()).containsExactly("delete");
    }

    @Test
    default void oneOfTheMatchedDocumentsIsDeleted() {
        bench().given(List.of(id(1).append("key", new BsonInt32(7)), id(2).append("key", new BsonInt32(7))));

        bench().write(bench().insert().delete("key"), List.of(id(3).append("key", new BsonInt32(7))));

        assertThat(bench().contents()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"$gt\": \"\"}", "$where", "/.*/", ""})
    default void textIdIsNotConvertedToDelete(String id) {
        bench().given(List.of(
                new BsonDocument("_id", new BsonString("!")), new BsonDocument("_id", new BsonString("~"))));

        bench().write(bench().insert().delete(), List.of(new BsonDocument("_id", new BsonString(id))));

        assertThat(bench().contents()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"189, 1", "91, 2", "10107, 3"})
    default void deletionsSurviveTransientErrors(int code, int times) {
        bench().given(Samples.documents(0, 4));

        try (FailPoint failing =
                bench().failing(FailPoint.on("delete").errorCode(code).times(times))) {
            assertThat(bench().write(bench().insert().delete(), List.of(id(0), id(3))))
                    .as("%s", failing)
                    .isEqualTo(Collections.nCopies(2, Outcome.WRITTEN));
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 3)));
    }

    @Test
    default void resentDeletionCountsOnce() {
        bench().given(Samples.documents(0, 2));
        ChunkWriter<D> writer = bench().writer(bench().insert().delete());

        try (FailPoint failing =
                bench().failing(FailPoint.on("delete").writeConcernError(64).times(1))) {
            bench().write(writer, List.of(id(0), id(1)));
            assertThat(writer.unmatched()).as("%s", failing).isZero();
        }

        assertThat(bench().contents()).isEmpty();
    }
}
