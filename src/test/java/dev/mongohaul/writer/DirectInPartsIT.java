package dev.mongohaul.writer;

import static dev.mongohaul.writer.delivery.OutcomeKind.ALREADY_THERE;
import static dev.mongohaul.writer.delivery.OutcomeKind.REJECTED;
import static dev.mongohaul.writer.delivery.OutcomeKind.WRITTEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.send.SendThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

/**
 * The direct writer where parts of a chunk are sent at the same time: it holds to the same contract, except that which of
 * two documents with one id is first is not defined.
 */
class DirectInPartsIT
        implements ChunkContract<RawBsonDocument>,
                TooLargeContract<RawBsonDocument>,
                TransientErrorContract<RawBsonDocument> {

    private static final SendThreads THREE_PARTS = new SendThreads(new ForkJoinPool(3), 3, 1);

    private final WriterBench<RawBsonDocument> bench =
            new WriterBench<>(WriterBench.type("direct"), Rendering.BSON, THREE_PARTS);

    @Override
    public WriterBench<RawBsonDocument> bench() {
        return bench;
    }

    @Test
    void insertTakesOneCommandPerPart() {
        bench().write(bench().insert(), Samples.documents(0, 10));
        bench().write(bench().insert(), Samples.documents(10, 12));

        assertThat(bench().commands().names()).isEqualTo(Collections.nCopies(5, "insert"));
        assertThat(bench().contents())
                .containsExactlyInAnyOrderElementsOf(WriterBench.stored(Samples.documents(0, 12)));
    }

    @Test
    void refusedAndDuplicateDocumentsLoseNoOther() {
        bench().given(Samples.documents(7, 8));
        List<BsonDocument> chunk = new ArrayList<>(Samples.documents(0, 10));
        chunk.set(2, Samples.invalid(2));

        List<Outcome> outcomes = bench().write(bench().insert(), chunk);

        assertThat(outcomes.stream().map(Outcome::kind))
                .containsExactlyElementsOf(IntStream.range(0, 10)
                        .mapToObj(id -> id == 2 ? REJECTED : id == 7 ? ALREADY_THERE : WRITTEN)
                        .toList());
        assertThat(bench().contents()).hasSize(9);
    }

    @Test
    void orderedInsertIsNotSentInParts() {
        bench().write(bench().insert().ordered(true), Samples.documents(0, 10));

        assertThat(bench().commands().names()).isEqualTo(List.of("insert"));
    }
}
