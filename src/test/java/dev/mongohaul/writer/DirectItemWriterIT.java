package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.WriteOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectItemWriterIT extends EveryOperationContract<RawBsonDocument>
        implements CommandPerChunkContract<RawBsonDocument> {

    private static final BsonInt32 W1 = new BsonInt32(1);

    DirectItemWriterIT() {
        super(Rendering.BSON, "direct");
    }

    @Test
    void onlyTheLastOrderedCommandWaitsForTheWriteConcern() {
        bench().on(ServerKind.SHARDED);
        bench().given(Samples.documents(0, 6));
        ChunkWriter<RawBsonDocument> writer = bench().writer(inOrder());
        List<WriteOperation> operations =
                List.of(WriteOperation.UPDATE, WriteOperation.DELETE, WriteOperation.UPDATE, WriteOperation.DELETE);
        bench().write(writer, Samples.documents(0, 2), operations.subList(0, 2));
        bench().commands().clear();

        bench().write(writer, Samples.documents(2, 6), operations);

        assertThat(bench().commands().writeConcerns()).containsExactly(W1, W1, W1, new BsonString("majority"));
        assertThat(bench().contents()).hasSize(3);
    }

    @Test
    void orderedCommandsAreConfirmedBeforeARefusedOne() {
        bench().on(ServerKind.SHARDED);
        bench().given(Samples.documents(0, 4));
        ChunkWriter<RawBsonDocument> writer = bench().writer(inOrder());
        bench().write(writer, Samples.documents(0, 1), List.of(WriteOperation.DELETE));
        bench().commands().clear();

        List<Outcome> outcomes = bench().write(
                        writer,
                        List.of(Samples.document(1), Samples.invalid(2), Samples.document(3)),
                        List.of(WriteOperation.DELETE, WriteOperation.UPDATE, WriteOperation.DELETE));

        assertThat(outcomes.get(1).code()).isEqualTo(121);
        assertThat(bench().commands().names()).containsExactly("delete", "update", "delete", "delete");
        assertThat(bench().commands().writeConcerns())
                .containsExactly(W1, W1, new BsonString("majority"), new BsonString("majority"));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(2, 3)));
    }

    @Test
    void runTooLargeForOneCommandIsSentAmongOthers() {
        bench().on(ServerKind.SHARDED);
        bench().given(Samples.documents(0, 2));
        List<BsonDocument> documents = new ArrayList<>(Samples.documents(0, 2));
        List<WriteOperation> operations = new ArrayList<>(List.of(WriteOperation.UPDATE, WriteOperation.DELETE));
        for (int id = 2; id < 22; id++) {
            documents.add(Samples.ofSize(id, 1 << 20));
            operations.add(WriteOperation.UPSERT);
        }
        Settings settings =
                bench().insert().mixed(EnumSet.copyOf(operations)).ordered(true).rideThrough(Duration.ZERO);

        assertThat(bench().write(bench().writer(settings), documents, operations))
                .containsOnly(Outcome.WRITTEN);

        assertThat(bench().contents()).hasSize(21);
        assertThat(bench().commands().names())
                .startsWith("update", "delete", "update", "update")
                .endsWith("delete");
    }

    @Test
    void transactionWaitsForTheWriteConcernAtItsEnd() {
        bench().given(Samples.documents(0, 4));

        bench().write(
                        bench().writer(inOrder()),
                        Samples.documents(0, 2),
                        List.of(WriteOperation.UPDATE, WriteOperation.DELETE));

        assertThat(bench().commands().names()).containsExactly("update", "delete");
        assertThat(bench().commands().writeConcerns()).containsExactly(new BsonString("majority"));
    }

    private Settings inOrder() {
        return bench().insert()
                .mixed(Set.of(WriteOperation.UPDATE, WriteOperation.DELETE))
                .ordered(true);
    }

    @Test
    void refusedDocumentsTakeOneLookupAndNoInsert() {
        bench().given(Samples.documents(3, 5));

        bench().write(bench().insert(), Samples.documents(0, 10));

        assertThat(bench().commands().names()).containsExactly("insert", "find");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void unmatchedReplacementsAreCounted(boolean ordered) {
        bench().given(Samples.documents(0, 4));
        ChunkWriter<RawBsonDocument> writer =
                bench().writer(bench().insert().replace(false).ordered(ordered));

        bench().write(
                        writer,
                        List.of(
                                Samples.document(8),
                                Samples.document(1),
                                Samples.invalid(2),
                                Samples.document(9),
                                Samples.document(3)));

        assertThat(writer.unmatched()).isEqualTo(2);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 4)));
    }

    @Test
    void resentUnmatchedReplacementsAreCountedOnce() {
        bench().given(Samples.documents(0, 4));
        ChunkWriter<RawBsonDocument> writer = bench().writer(bench().insert().replace(false));

        try (FailPoint failing =
                bench().failing(FailPoint.on("update").writeConcernError(64).times(2))) {
            bench().write(writer, Samples.documents(2, 7));
            assertThat(writer.unmatched()).as("%s", failing).isEqualTo(3);
        }

        bench().write(writer, Samples.documents(0, 4));
        assertThat(writer.unmatched()).isZero();
    }

    @Test
    void replacementMatchesByTheMatchFields() {
        BsonDocument other = Samples.document(2);
        bench().given(List.of(Samples.document(1), other));
        BsonDocument replacement = new BsonDocument("sku", new BsonString("sku-1"))
                .append("attributes", new BsonDocument("color", new BsonString("größer")))
                .append("n", new BsonInt32(7));

        bench().write(bench().insert().replace(false, "sku", "attributes.color"), List.of(replacement));

        BsonDocument expected = new BsonDocument("_id", new BsonInt32(1));
        expected.putAll(replacement);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(expected, other)));
    }

    @Test
    void tooLargeReplacementIsRejectedWithTheServersMessage() {
        bench().given(Samples.documents(1, 2));
        BsonDocument document = Samples.tooLarge(1, 5);
        Outcome said = saidToReplacement(document, false);

        assertThat(bench().write(bench().insert().replace(false), List.of(document)))
                .containsExactly(said);
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(1, 2)));
    }

    @Test
    void chunkOfSeveralCommandsIsWrittenOnceAfterAnError() {
        List<BsonDocument> chunk = IntStream.range(0, 4)
                .mapToObj(id -> Samples.ofSize(id, Samples.LARGEST - 1000))
                .toList();

        try (FailPoint failing =
                bench().failing(FailPoint.on("insert").errorCode(91).afterFirst(1), 2)) {
            assertThat(bench().write(bench().insert(), chunk))
                    .as("%s", failing)
                    .hasSize(4)
                    .containsOnly(Outcome.ALREADY_THERE, Outcome.WRITTEN)
                    .contains(Outcome.ALREADY_THERE)
                    .contains(Outcome.WRITTEN);
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(chunk));
    }
}
