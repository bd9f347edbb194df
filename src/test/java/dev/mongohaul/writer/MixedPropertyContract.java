package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.delivery.ChunkWriter;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.delivery.ExpectedOutcome;
import dev.mongohaul.writer.delivery.Outcome;
import dev.mongohaul.writer.delivery.OutcomeKind;
import dev.mongohaul.writer.delivery.WriteItem;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.batch.infrastructure.item.Chunk;

/** Any operations on any keys end as they would one by one, also when they are sent twice. */
interface MixedPropertyContract<D> extends BenchContract<D> {

    static IntStream seeds() {
        return TestSize.seeds("operations", 100, 1, 2, 3, 4, 5, 6, 7, 8, 208_025_555)
                .mapToInt(Math::toIntExact);
    }

    /**
     * Returns the number of commands that the records take; empty if that is not defined.
     *
     * @param sent indexes of those that are sent
     */
    default OptionalInt fewestCommands(RandomOperations drawn, List<Integer> sent) {
        return OptionalInt.of(drawn.commands(sent, UnaryOperator.identity()));
    }

    private Settings settings(RandomOperations drawn) {
        Set<WriteOperation> kinds = EnumSet.copyOf(drawn.operations());
        kinds.add(WriteOperation.UPDATE);
        kinds.add(WriteOperation.DELETE);
        return bench().insert().mixed(kinds).ordered(drawn.ordered()).compare(mode(drawn));
    }

    private static CompareMode mode(RandomOperations drawn) {
        return List.of(CompareMode.values()).get((int) (drawn.seed() % 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    default void randomOperationsEqualOneByOneWithFewestCommands(int seed) {
        RandomOperations drawn = RandomOperations.draw(seed);
        OneByOne model = modelOf(drawn);
        bench().given(drawn.before());
        ChunkWriter<D> writer = bench().writer(settings(drawn));

        List<Outcome> outcomes = new ArrayList<>();
        long unmatched = writeInChunks(drawn, writer, outcomes);

        assertThat(outcomes).extracting(Outcome::kind).as("%s", drawn).isEqualTo(model.kinds());
        assertThat(unmatched).as("%s", drawn).isEqualTo(model.unmatched());
        assertThat(bench().contents()).as("%s", drawn).isEqualTo(model.contents());
        if (model.refusedWhenSent() == 0 && mode(drawn) == CompareMode.NEVER) {
            List<Integer> sent = IntStream.range(0, drawn.size())
                    .filter(index -> outcomes.get(index).kind() == OutcomeKind.WRITTEN)
                    .boxed()
                    .toList();
            fewestCommands(drawn, sent)
                    .ifPresent(fewest -> assertThat(bench().commands().names())
                            .as("%s", drawn)
                            .filteredOn(name -> !name.equals("find"))
                            .hasSizeBetween(settings(drawn).made().mayFindLater() ? 0 : fewest, fewest));
        }
    }

    /** Every command of one kind fails once or more, some after they were carried out. */
    @ParameterizedTest
    @MethodSource("seeds")
    default void operationsWithTransientErrorsLeaveTheSame(int seed) {
        RandomOperations drawn = RandomOperations.draw(seed);
        OneByOne model = modelOf(drawn);
        bench().given(drawn.before());

        try (FailPoint failing = bench().failing(drawn.transientError())) {
            bench().write(bench().writer(settings(drawn)), drawn.documents(), drawn.operations());

            assertThat(bench().contents()).as("%s %s", failing, drawn).isEqualTo(model.contents());
        }
    }

    /** Operations on each key, the first of which were sent before a crash. */
    @ParameterizedTest
    @MethodSource("seeds")
    default void resentOperationsLeaveTheSame(int seed) {
        RandomOperations drawn = RandomOperations.draw(seed);
        boolean rejecting = seed % 2 == 0;
        OneByOne model = modelOf(drawn);
        bench().given(drawn.before());
        Settings settings = rejecting ? settings(drawn).rejectUnmatched() : settings(drawn);
        List<ExpectedOutcome> known = expectedOutcome(drawn, settings);
        sendSome(drawn, known);
        ChunkWriter<D> writer = bench().writer(settings);
        writer.continueEarlierRun();
        List<WriteItem<D>> items = bench().items(drawn.documents(), drawn.operations());
        IntStream.range(0, drawn.size()).forEach(index -> items.get(index).restore(known.get(index)));

        writer.write(new Chunk<>(items));

        assertThat(bench().contents()).as("%s", drawn).isEqualTo(model.contents());
        if (rejecting) {
            assertThat(items)
                    .as("%s", drawn)
                    .filteredOn(item -> item.outcome().code() == Outcome.UNMATCHED)
                    .hasSize((int) model.unmatched());
        } else if (model.refusedWhenSent() == 0) {
            assertThat(items)
                    .extracting(item -> item.outcome().kind())
                    .as("%s", drawn)
                    .isEqualTo(model.kinds());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    default void unmatchedOperationsAreRejected(int seed) {
        RandomOperations drawn = RandomOperations.draw(seed);
        OneByOne model = modelOf(drawn);
        bench().given(drawn.before());
        ChunkWriter<D> writer = bench().writer(settings(drawn).rejectUnmatched());

        List<Outcome> outcomes = new ArrayList<>();
        long unmatched = writeInChunks(drawn, writer, outcomes);

        assertThat(outcomes.stream().filter(outcome -> outcome.code() == Outcome.UNMATCHED))
                .as("%s", drawn)
                .hasSize((int) model.unmatched());
        assertThat(unmatched).as("%s", drawn).isZero();
        assertThat(bench().contents()).as("%s", drawn).isEqualTo(model.contents());
    }

    /** Returns the number of unmatched operations of all chunks. */
    private long writeInChunks(RandomOperations drawn, ChunkWriter<D> writer, List<Outcome> outcomes) {
        long unmatched = 0;
        for (int from : drawn.chunks().toArray()) {
            int to = Math.min(drawn.size(), from + drawn.chunkSize());
            outcomes.addAll(bench().write(
                            writer,
                            drawn.documents().subList(from, to),
                            drawn.operations().subList(from, to)));
            unmatched += writer.unmatched();
        }
        return unmatched;
    }

    private List<ExpectedOutcome> expectedOutcome(RandomOperations drawn, Settings settings) {
        List<WriteItem<D>> items = bench().items(drawn.documents(), drawn.operations());
        bench().writer(settings).preCheck(items);
        return items.stream().map(WriteItem::expectedOutcome).toList();
    }

    private void sendSome(RandomOperations drawn, List<ExpectedOutcome> known) {
        Random random = new Random(drawn.seed());
        OneByOne before = new OneByOne(bench().collection(), List.of());
        Set<BsonValue> crashed = new HashSet<>();
        for (int index = 0; index < drawn.size(); index++) {
            BsonDocument document = drawn.documents().get(index);
            if (random.nextInt(4) == 0) {
                crashed.add(document.get("_id"));
            }
            boolean sent = known.get(index) != ExpectedOutcome.TAKEN && known.get(index) != ExpectedOutcome.HELD;
            if (sent && !crashed.contains(document.get("_id"))) {
                before.apply(drawn.operations().get(index), document);
            }
        }
    }

    private OneByOne modelOf(RandomOperations drawn) {
        OneByOne model = new OneByOne(bench().another(), drawn.before());
        drawn.applyTo(model);
        return model;
    }
}
