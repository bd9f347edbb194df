package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.chunk.DocumentItemWriter;
import dev.mongohaul.writer.chunk.Outcome;
import dev.mongohaul.writer.target.SendThreads;
import dev.mongohaul.writer.target.WriteOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations that look for a document, where parts of a chunk are sent at the same time: each key keeps its order. */
class ChangesInPartsIT {

    private static final SendThreads FOUR_PARTS = new SendThreads(new ForkJoinPool(4), 4, 1);

    private final WriterBench<RawBsonDocument> bench =
            new WriterBench<>(WriterBench.type("direct"), Rendering.BSON, FOUR_PARTS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void anyOperationsLeaveWhatOneByOneLeaves(long seed) {
        Random random = new Random(seed);
        List<BsonDocument> before = Samples.documents(0, 20);
        List<BsonDocument> documents = new ArrayList<>();
        List<WriteOperation> operations = new ArrayList<>();
        for (int record = 0; record < 200; record++) {
            documents.add(new BsonDocument("_id", new BsonInt32(random.nextInt(40)))
                    .append("version", new BsonInt32(record))
                    .append("field-" + random.nextInt(3), new BsonInt32(record)));
            operations.add(MixedContract.OPERATIONS.get(random.nextInt(3)));
        }
        bench.given(before);
        MixedContract.OneByOne model = new MixedContract.OneByOne(bench, before, seed % 2 == 0);
        documents.forEach(document -> model.apply(operations.get(model.applied()), document));
        DocumentItemWriter<RawBsonDocument> writer = bench.writer(mixed(seed % 2 == 0));

        List<Outcome> outcomes = bench.write(writer, documents, operations);

        assertThat(outcomes).as("seed %d", seed).containsOnly(Outcome.WRITTEN);
        assertThat(writer.unmatched()).as("seed %d", seed).isEqualTo(model.unmatched());
        assertThat(bench.contents()).as("seed %d", seed).isEqualTo(model.contents());
    }

    @Test
    void partThatIsSentAgainLeavesTheCountsOfTheOthers() {
        bench.given(Samples.documents(0, 6));
        DocumentItemWriter<RawBsonDocument> writer = bench.writer(bench.insert().delete());

        try (FailPoint failing =
                bench.failing(FailPoint.on("delete").errorCode(91).times(3))) {
            assertThat(bench.write(writer, Samples.documents(3, 11)))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(writer.unmatched()).isEqualTo(5);
        assertThat(bench.contents()).isEqualTo(WriterBench.stored(Samples.documents(0, 3)));
    }

    @Test
    void lastOfSeveralReplacementsOfOneKeyWins() {
        bench.given(Samples.documents(0, 2));
        List<BsonDocument> versions = new ArrayList<>();
        for (int version = 0; version < 40; version++) {
            versions.add(Samples.document(version % 2).append("version", new BsonInt32(version)));
        }

        bench.write(bench.upsert(), versions);

        assertThat(bench.contents()).isEqualTo(WriterBench.stored(versions.subList(38, 40)));
    }

    @Test
    void orderedOperationsAreNotParted() {
        bench.given(Samples.documents(0, 8));

        bench.write(bench.insert().delete().ordered(true), Samples.documents(0, 8));

        assertThat(bench.commands().names()).containsExactly("delete");
    }

    private Settings mixed(boolean upsert) {
        return bench.insert().mixed(upsert, Set.copyOf(MixedContract.OPERATIONS));
    }
}
