package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.SendThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ForkJoinPool;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

/** Operations that look for a document, where parts of a chunk are sent at the same time: each key keeps its order. */
class ChangesInPartsIT implements MixedPropertyContract<RawBsonDocument> {

    private static final SendThreads FOUR_PARTS = new SendThreads(new ForkJoinPool(4), 4, 1);

    private final WriterBench<RawBsonDocument> bench =
            new WriterBench<>(WriterBench.type("direct"), Rendering.BSON, FOUR_PARTS);

    @Override
    public WriterBench<RawBsonDocument> bench() {
        return bench;
    }

    /** Each may be several, for parts of what it sends. */
    @Override
    public OptionalInt fewestCommands(RandomOperations drawn, List<Integer> sent) {
        return OptionalInt.empty();
    }

    @Test
    void resentPartKeepsTheCountsOfOtherParts() {
        bench.given(Samples.documents(0, 6));
        ChunkWriter<RawBsonDocument> writer = bench.writer(bench.insert().delete());

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
    void lastReplacementOfAKeyWins() {
        bench.given(Samples.documents(0, 2));
        List<BsonDocument> versions = new ArrayList<>();
        for (int version = 0; version < 40; version++) {
            versions.add(Samples.document(version % 2).append("version", new BsonInt32(version)));
        }

        bench.write(bench.upsert(), versions);

        assertThat(bench.contents()).isEqualTo(WriterBench.stored(versions.subList(38, 40)));
    }

    @Test
    void orderedOperationsAreNotSentInParts() {
        bench.given(Samples.documents(0, 8));

        bench.write(bench.insert().delete().ordered(true), Samples.documents(0, 8));

        assertThat(bench.commands().names()).containsExactly("delete");
    }
}
