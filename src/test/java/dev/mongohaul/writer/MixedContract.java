package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each record says what is done with its document: the collection is what one command a record would leave. */
interface MixedContract<D> extends ChunkContract<D> {

    List<WriteOperation> OPERATIONS = List.of(WriteOperation.REPLACE, WriteOperation.UPDATE, WriteOperation.DELETE);

    private Settings mixed(boolean ordered) {
        return bench().insert().mixed(Set.copyOf(OPERATIONS)).ordered(ordered);
    }

    @ParameterizedTest
    @CsvSource({"true, 4", "false, 3"})
    default void alternatingOperationsTakeACommandEachUnlessOrdered(boolean ordered, int commands) {
        bench().given(Samples.documents(0, 4));
        List<BsonDocument> documents = Samples.documents(0, 4);
        List<WriteOperation> operations =
                List.of(WriteOperation.UPDATE, WriteOperation.DELETE, WriteOperation.UPDATE, WriteOperation.REPLACE);

        bench().write(bench().writer(mixed(ordered)), documents, operations);

        assertThat(bench().commands().names()).hasSize(commands);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void laterRecordsOfARefusedKeyAreWritten(boolean ordered) {
        bench().given(Samples.documents(1, 3));
        List<BsonDocument> documents = List.of(
                Samples.document(2),
                Samples.invalid(1),
                Samples.document(1).append("version", new BsonInt32(2)),
                Samples.document(2));
        List<WriteOperation> operations =
                List.of(WriteOperation.UPDATE, WriteOperation.REPLACE, WriteOperation.REPLACE, WriteOperation.DELETE);

        List<Outcome> outcomes = bench().write(bench().writer(mixed(ordered)), documents, operations);

        assertThat(outcomes.get(1))
                .satisfies(outcome -> RefusalContract.isRejected(outcome, 121, "Document failed validation"));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(documents.get(2))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "delete"})
    default void operationsSurviveTransientErrors(String command) {
        bench().given(Samples.documents(0, 3));
        List<BsonDocument> documents = List.of(
                Samples.document(0).append("version", new BsonInt32(1)), Samples.document(1), Samples.document(0));
        List<WriteOperation> operations = List.of(WriteOperation.UPDATE, WriteOperation.DELETE, WriteOperation.DELETE);

        try (FailPoint failing =
                bench().failing(FailPoint.on(command).errorCode(91).times(3))) {
            assertThat(bench().write(bench().writer(mixed(false)), documents, operations))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(2, 3)));
    }

    @Test
    default void equalNumbersOfDifferentTypesAreOneKey() {
        bench().given(Samples.documents(1, 2));
        List<BsonDocument> documents = List.of(
                new BsonDocument("_id", new BsonInt32(1)).append("a", new BsonInt32(1)),
                new BsonDocument("_id", new BsonDouble(1)).append("b", new BsonInt32(2)));
        List<WriteOperation> operations = List.of(WriteOperation.DELETE, WriteOperation.UPDATE);
        ChunkWriter<D> writer = bench().writer(mixed(false));

        bench().write(writer, documents, operations);

        assertThat(writer.unmatched()).isEqualTo(1);
        assertThat(bench().contents()).isEmpty();
    }
}
