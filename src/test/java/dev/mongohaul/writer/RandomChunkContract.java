package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random chunks that end as in a model of the collection, in spite of transient errors. */
interface RandomChunkContract<D> extends BenchContract<D> {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    default void randomInsertsEqualTheModel(long seed) throws Exception {
        RandomChunk chunk = new RandomChunk(seed);
        bench().given(chunk.before());
        Map<Integer, BsonDocument> model = chunk.collection();
        List<Integer> codes = chunk.insertInto(model);

        List<Outcome> outcomes = duringError(
                chunk.transientError("insert"),
                () -> bench().write(bench().insert().ordered(seed % 2 == 0), chunk.documents()));

        isAsTheModelSays(seed, outcomes, codes, model);
    }

    default List<Outcome> duringError(Optional<FailPoint.Failure> error, Callable<List<Outcome>> write)
            throws Exception {
        return duringError(bench(), error, write);
    }

    static List<Outcome> duringError(
            WriterBench<?> bench, Optional<FailPoint.Failure> error, Callable<List<Outcome>> write) throws Exception {
        if (error.isEmpty()) {
            return write.call();
        }
        try (FailPoint failing = bench.failing(error.get())) {
            assertThat(failing).isNotNull();
            return write.call();
        }
    }

    default void isAsTheModelSays(
            long seed, List<Outcome> outcomes, List<Integer> codes, Map<Integer, BsonDocument> model) {
        assertThat(outcomes).as("seed %d", seed).extracting(Outcome::code).isEqualTo(codes);
        assertThat(bench().contents()).as("seed %d", seed).isEqualTo(WriterBench.stored(List.copyOf(model.values())));
    }
}
