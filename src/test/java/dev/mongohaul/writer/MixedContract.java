package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.chunk.DocumentItemWriter;
import dev.mongohaul.writer.chunk.Outcome;
import dev.mongohaul.writer.target.WriteOperation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each record says what is done with its document: the collection is what one command a record would leave. */
interface MixedContract<D> extends ChunkContract<D> {

    List<WriteOperation> OPERATIONS = List.of(WriteOperation.REPLACE, WriteOperation.UPDATE, WriteOperation.DELETE);

    private Settings mixed(boolean upsert, boolean ordered) {
        return bench().insert().mixed(upsert, Set.copyOf(OPERATIONS)).ordered(ordered);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    default void anyOperationsLeaveWhatOneByOneLeavesByTheFewestCommands(long seed) {
        Random random = new Random(seed);
        boolean upsert = random.nextBoolean();
        boolean ordered = random.nextBoolean();
        List<BsonDocument> before = Samples.documents(0, random.nextInt(20));
        List<BsonDocument> documents = new ArrayList<>();
        List<WriteOperation> operations = new ArrayList<>();
        int keys = 1 + random.nextInt(40);
        for (int record = random.nextInt(100); record >= 0; record--) {
            documents.add(new BsonDocument("_id", new BsonInt32(random.nextInt(keys)))
                    .append("version", new BsonInt32(record))
                    .append("field-" + random.nextInt(3), new BsonInt32(record)));
            operations.add(OPERATIONS.get(random.nextInt(3)));
        }
        given(before);
        OneByOne model = new OneByOne(bench(), before, upsert);
        documents.forEach(document -> model.apply(operations.get(model.applied()), document));
        DocumentItemWriter<D> writer = bench().writer(mixed(upsert, ordered));

        List<Outcome> outcomes = bench().write(writer, documents, operations);

        String told = "seed %d, upsert %s, ordered %s".formatted(seed, upsert, ordered);
        assertThat(outcomes).as(told).hasSize(documents.size()).containsOnly(Outcome.WRITTEN);
        assertThat(writer.unmatched()).as(told).isEqualTo(model.unmatched());
        assertThat(bench().contents()).as(told).isEqualTo(model.contents());
        assertThat(bench().commands().names())
                .as(told)
                .hasSize(ordered ? runs(operations) : classesOfWaves(documents, operations));
    }

    private void given(List<BsonDocument> documents) {
        if (!documents.isEmpty()) {
            bench().given(documents);
        }
    }

    /** Consecutive records of one operation are one command. */
    private static int runs(List<WriteOperation> operations) {
        return (int) IntStream.range(0, operations.size())
                .filter(index -> index == 0 || operations.get(index) != operations.get(index - 1))
                .count();
    }

    /** The n-th records of all keys are one command for each operation. */
    private static int classesOfWaves(List<BsonDocument> documents, List<WriteOperation> operations) {
        Map<BsonDocument, Integer> seen = new HashMap<>();
        Map<Integer, Set<WriteOperation>> waves = new HashMap<>();
        for (int index = 0; index < documents.size(); index++) {
            BsonDocument key = new BsonDocument("_id", documents.get(index).get("_id"));
            int wave = seen.merge(key, 1, Integer::sum);
            waves.computeIfAbsent(wave, unseen -> EnumSet.noneOf(WriteOperation.class))
                    .add(operations.get(index));
        }
        return waves.values().stream().mapToInt(Set::size).sum();
    }

    @ParameterizedTest
    @CsvSource({"true, 4", "false, 3"})
    default void alternatingOperationsOnDifferentKeysTakeACommandEachUnlessInOrder(boolean ordered, int commands) {
        bench().given(Samples.documents(0, 4));
        List<BsonDocument> documents = Samples.documents(0, 4);
        List<WriteOperation> operations =
                List.of(WriteOperation.UPDATE, WriteOperation.DELETE, WriteOperation.UPDATE, WriteOperation.REPLACE);

        bench().write(bench().writer(mixed(false, ordered)), documents, operations);

        assertThat(bench().commands().names()).hasSize(commands);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void refusedRecordCostsItselfAndNotTheLaterOnesOfItsKey(boolean ordered) {
        bench().given(Samples.documents(1, 3));
        List<BsonDocument> documents = List.of(
                Samples.document(2),
                Samples.invalid(1),
                Samples.document(1).append("version", new BsonInt32(2)),
                Samples.document(2));
        List<WriteOperation> operations =
                List.of(WriteOperation.UPDATE, WriteOperation.REPLACE, WriteOperation.REPLACE, WriteOperation.DELETE);

        List<Outcome> outcomes = bench().write(bench().writer(mixed(false, ordered)), documents, operations);

        assertThat(outcomes.get(1))
                .satisfies(outcome -> RefusalContract.isRejected(outcome, 121, "Document failed validation"));
        assertThat(bench().contents()).isEqualTo(WriterBench.stored(List.of(documents.get(2))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "delete"})
    default void operationsAreDoneAfterErrorsOfTheServersState(String command) {
        bench().given(Samples.documents(0, 3));
        List<BsonDocument> documents = List.of(
                Samples.document(0).append("version", new BsonInt32(1)), Samples.document(1), Samples.document(0));
        List<WriteOperation> operations = List.of(WriteOperation.UPDATE, WriteOperation.DELETE, WriteOperation.DELETE);

        try (FailPoint failing =
                bench().failing(FailPoint.on(command).errorCode(91).times(3))) {
            assertThat(bench().write(bench().writer(mixed(false, false)), documents, operations))
                    .as("%s", failing)
                    .containsOnly(Outcome.WRITTEN);
        }

        assertThat(bench().contents()).isEqualTo(WriterBench.stored(Samples.documents(2, 3)));
    }

    @Test
    default void numbersOfDifferentTypesThatAreEqualAreOneKey() {
        bench().given(Samples.documents(1, 2));
        List<BsonDocument> documents = List.of(
                new BsonDocument("_id", new BsonInt32(1)).append("a", new BsonInt32(1)),
                new BsonDocument("_id", new BsonDouble(1)).append("b", new BsonInt32(2)));
        List<WriteOperation> operations = List.of(WriteOperation.DELETE, WriteOperation.UPDATE);
        DocumentItemWriter<D> writer = bench().writer(mixed(false, false));

        bench().write(writer, documents, operations);

        assertThat(writer.unmatched()).isEqualTo(1);
        assertThat(bench().contents()).isEmpty();
    }

    /** Operations carried out one after the other by a plain client. */
    final class OneByOne {

        private final MongoCollection<RawBsonDocument> collection;
        private final boolean upsert;
        private int applied;
        private long unmatched;

        OneByOne(WriterBench<?> bench, List<BsonDocument> before, boolean upsert) {
            String name = bench.insert().made().collection() + "-one-by-one";
            bench.database()
                    .createCollection(
                            name,
                            new CreateCollectionOptions()
                                    .validationOptions(
                                            new ValidationOptions().validator(Filters.exists("refused", false))));
            this.collection = bench.database().getCollection(name, RawBsonDocument.class);
            this.upsert = upsert;
            if (!before.isEmpty()) {
                collection.insertMany(before.stream().map(StoredDocument::raw).toList());
            }
        }

        void apply(WriteOperation operation, BsonDocument document) {
            applied++;
            Bson filter = Filters.eq("_id", document.get("_id"));
            BsonDocument fields = document.clone();
            fields.remove("_id");
            try {
                boolean found = switch (operation) {
                    case REPLACE ->
                        isFound(collection
                                .replaceOne(filter, StoredDocument.raw(document), new ReplaceOptions().upsert(upsert))
                                .getMatchedCount());
                    case UPDATE ->
                        isFound(collection
                                .updateOne(filter, new BsonDocument("$set", fields), new UpdateOptions().upsert(upsert))
                                .getMatchedCount());
                    case DELETE -> collection.deleteOne(filter).getDeletedCount() == 1;
                    case INSERT -> throw new IllegalArgumentException("not here");
                };
                unmatched += found ? 0 : 1;
            } catch (MongoWriteException refused) {
                // The next one, as if this had not been there.
            }
        }

        private boolean isFound(long matched) {
            return upsert || matched == 1;
        }

        int applied() {
            return applied;
        }

        long unmatched() {
            return unmatched;
        }

        List<StoredDocument> contents() {
            return collection
                    .find()
                    .sort(Sorts.ascending("_id"))
                    .map(StoredDocument::of)
                    .into(new ArrayList<>());
        }
    }
}
