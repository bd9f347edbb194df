package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.SendThreads;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Commands of several operations: on a server from 8.0, such as the container that is used where Docker runs, they are
 * counted; one before 8.0 refuses the first, and is sent one for each operation.
 */
class MixedCommandsIT implements MixedPropertyContract<RawBsonDocument> {

    private static final boolean TAKEN = ServerFacts.read(
                    TestServer.client(), MongoAddress.parse(TestServer.uri(), "test"))
            .takesMixedCommands();

    private final WriterBench<RawBsonDocument> bench =
            new WriterBench<>(WriterBench.type("direct"), Rendering.BSON, SendThreads.NONE, true);

    static boolean taken() {
        return TAKEN;
    }

    @Override
    public WriterBench<RawBsonDocument> bench() {
        return bench;
    }

    @Override
    public OptionalInt fewestCommands(RandomOperations drawn, List<Integer> sent) {
        return TAKEN ? OptionalInt.of(drawn.ordered() ? drawn.chunksOf(sent) : drawn.waves(sent)) : OptionalInt.empty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void laterRecordsOfARefusedKeyAreWritten(boolean ordered) {
        bench.given(Samples.documents(1, 3));
        List<BsonDocument> documents = List.of(
                Samples.document(2),
                Samples.invalid(1),
                Samples.document(1).append("version", new BsonInt32(2)),
                Samples.document(2));
        List<WriteOperation> operations =
                List.of(WriteOperation.UPDATE, WriteOperation.REPLACE, WriteOperation.REPLACE, WriteOperation.DELETE);

        List<Outcome> outcomes = bench.write(bench.writer(mixed(ordered)), documents, operations);

        assertThat(outcomes.get(1))
                .satisfies(outcome -> RefusalContract.isRejected(outcome, 121, "Document failed validation"));
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(List.of(documents.get(2))));
        if (TAKEN) {
            assertThat(bench.commands().names()).containsExactly("bulkWrite", "bulkWrite");
        }
    }

    @Test
    void unknownCommandIsAttemptedOnce() {
        bench.given(Samples.documents(0, 4));
        ChunkWriter<RawBsonDocument> writer = bench.writer(mixed(false));
        List<WriteOperation> operations = List.of(WriteOperation.UPDATE, WriteOperation.DELETE);

        try (FailPoint unknown =
                bench.failing(FailPoint.on("bulkWrite").errorCode(115).times(1))) {
            assertThat(bench.write(writer, Samples.documents(0, 2), operations))
                    .as("%s", unknown)
                    .containsOnly(Outcome.WRITTEN);
            bench.write(writer, Samples.documents(2, 4), operations);
        }

        assertThat(bench.commands().names()).startsWith("bulkWrite").hasSize(6).containsOnlyOnce("bulkWrite");
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(List.of(Samples.document(0), Samples.document(2))));
    }

    @Test
    @EnabledIf(value = "taken", disabledReason = "MongoDB 8.0 is missing: MONGODB_TEST_URI names a server")
    void operationsSurviveTransientErrors() {
        bench.given(Samples.documents(0, 3));
        List<BsonDocument> documents = List.of(
                Samples.document(0).append("version", new BsonInt32(1)), Samples.document(1), Samples.document(0));
        List<WriteOperation> operations = List.of(WriteOperation.UPDATE, WriteOperation.DELETE, WriteOperation.DELETE);

        try (FailPoint failing =
                bench.failing(FailPoint.on("bulkWrite").errorCode(91).times(3))) {
            assertThat(bench.write(bench.writer(mixed(false)), documents, operations))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(2, 3)));
    }

    private Settings mixed(boolean ordered) {
        return bench.insert().mixed(Set.copyOf(MixedContract.OPERATIONS)).ordered(ordered);
    }
}
