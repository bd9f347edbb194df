package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.DuplicateIdException;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents with generated ids that are in the collection already. */
interface DuplicateIdContract<D> extends BenchContract<D> {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void chunkOfEarlierRunCountsAsWritten(boolean ordered) {
        bench().given(Samples.generated(0, 20));

        assertThat(bench().write(continued(ordered), Samples.generated(0, 20)))
                .isEqualTo(Collections.nCopies(20, Outcome.WRITTEN));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.generated(0, 20)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void partialChunkOfEarlierRunIsCompleted(boolean ordered) {
        List<BsonDocument> scattered = new ArrayList<>(Samples.generated(0, 3));
        scattered.addAll(Samples.generated(10, 13));
        scattered.addAll(Samples.generated(19, 20));
        bench().given(scattered);

        assertThat(bench().write(continued(ordered), Samples.generated(0, 20)))
                .isEqualTo(Collections.nCopies(20, Outcome.WRITTEN));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.generated(0, 20)));
    }

    @Test
    default void generatedIdWithOtherContentFailsTheChunk() {
        bench().given(List.of(Samples.generated(5).append("sku", new BsonString("other"))));

        assertThatThrownBy(() -> bench().write(continued(false), Samples.generated(0, 10)))
                .isInstanceOf(DuplicateIdException.class)
                .hasMessageContaining(
                        Samples.generated(5).getObjectId("_id").getValue().toHexString())
                .hasMessageContaining("with other content");
    }

    @Test
    default void duplicateGeneratedIdInFirstRunFailsTheChunk() {
        bench().given(Samples.generated(5, 6));

        assertThatThrownBy(() -> bench().write(bench().insert().generatedIds(), Samples.generated(0, 10)))
                .isInstanceOf(DuplicateIdException.class)
                .hasMessageContaining("nothing was sent yet");
    }

    private ChunkWriter<D> continued(boolean ordered) {
        ChunkWriter<D> writer = bench().writer(bench().insert().generatedIds().ordered(ordered));
        writer.continueEarlierRun();
        return writer;
    }
}
