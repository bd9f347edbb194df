package dev.mongohaul.writer;

import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * A chunk of operations of several kinds, few or many of them on each key.
 *
 * @param before what the collection holds
 * @param operations of the documents, one each
 * @param chunkSize records of a chunk
 */
record RandomOperations(
        long seed,
        List<BsonDocument> before,
        List<BsonDocument> documents,
        List<WriteOperation> operations,
        int chunkSize,
        boolean ordered) {

    private static final List<WriteOperation> KINDS = List.of(
            WriteOperation.INSERT,
            WriteOperation.ADD,
            WriteOperation.REPLACE,
            WriteOperation.UPDATE,
            WriteOperation.UPSERT,
            WriteOperation.MERGE,
            WriteOperation.DELETE);

    static RandomOperations draw(long seed) {
        Random random = new Random(seed);
        boolean ordered = random.nextBoolean();
        List<WriteOperation> kinds = new ArrayList<>(KINDS);
        Collections.shuffle(kinds, random);
        int most = 2 + random.nextInt(KINDS.size() - 1);
        int keys = 1 + random.nextInt(40);
        List<BsonDocument> before = IntStream.range(0, random.nextInt(20))
                .mapToObj(key -> document(random, key))
                .toList();
        List<BsonDocument> documents = new ArrayList<>();
        List<WriteOperation> operations = new ArrayList<>();
        for (int record = random.nextInt(100); record >= 0; record--) {
            BsonDocument document = document(random, random.nextInt(keys));
            documents.add(random.nextInt(30) == 0 ? document.append("refused", new BsonInt32(1)) : document);
            operations.add(kinds.get(random.nextInt(most)));
        }
        int chunkSize = 1 + random.nextInt(2 * documents.size());
        return new RandomOperations(seed, before, documents, operations, chunkSize, ordered);
    }

    /** Equal to another of its key now and then. */
    private static BsonDocument document(Random random, int key) {
        return new BsonDocument("_id", new BsonInt32(key))
                .append("field-" + random.nextInt(3), new BsonInt32(random.nextInt(3)));
    }

    int size() {
        return documents.size();
    }

    void applyTo(OneByOne model) {
        IntStream.range(0, size()).forEach(index -> model.apply(operations.get(index), documents.get(index)));
    }

    /** Returns the indexes at which chunks begin. */
    IntStream chunks() {
        return IntStream.iterate(0, from -> from < size(), from -> from + chunkSize);
    }

    /**
     * The fewest commands for those that are sent.
     *
     * @param kind operation with whose command another is sent
     */
    int commands(List<Integer> sent, UnaryOperator<WriteOperation> kind) {
        UnaryOperator<WriteOperation> sentAs =
                operation -> kind.apply(operation.inserts() ? WriteOperation.INSERT : operation);
        return inChunks(sent, indexes -> ordered ? runs(indexes, sentAs) : classesOfWaves(indexes, sentAs));
    }

    /** Chunks of which anything is sent. */
    int chunksOf(List<Integer> sent) {
        return inChunks(sent, ofAChunk -> ofAChunk.isEmpty() ? 0 : 1);
    }

    private int inChunks(List<Integer> sent, ToIntFunction<List<Integer>> count) {
        return chunks().map(from -> count.applyAsInt(sent.stream()
                        .filter(index -> from <= index && index < from + chunkSize)
                        .toList()))
                .sum();
    }

    /** As many as records of the key that comes most often. */
    int waves(List<Integer> sent) {
        return inChunks(sent, this::wavesOfAChunk);
    }

    private int wavesOfAChunk(List<Integer> sent) {
        Map<BsonValue, Integer> seen = new HashMap<>();
        sent.forEach(index -> seen.merge(documents.get(index).get("_id"), 1, Integer::sum));
        return sent.isEmpty() ? 0 : Collections.max(seen.values());
    }

    /** Consecutive records of one operation are one command. */
    private int runs(List<Integer> sent, UnaryOperator<WriteOperation> kind) {
        return (int) IntStream.range(0, sent.size())
                .filter(at -> at == 0
                        || kind.apply(operations.get(sent.get(at))) != kind.apply(operations.get(sent.get(at - 1))))
                .count();
    }

    /** The n-th records of all keys are one command for each operation. */
    private int classesOfWaves(List<Integer> sent, UnaryOperator<WriteOperation> kind) {
        Map<BsonValue, Integer> seen = new HashMap<>();
        Map<Integer, Set<WriteOperation>> waves = new HashMap<>();
        for (int index : sent) {
            int wave = seen.merge(documents.get(index).get("_id"), 1, Integer::sum);
            waves.computeIfAbsent(wave, unseen -> EnumSet.noneOf(WriteOperation.class))
                    .add(kind.apply(operations.get(index)));
        }
        return waves.values().stream().mapToInt(Set::size).sum();
    }

    /** Returns a transient error of the server. */
    FailPoint.Failure transientError() {
        Random random = new Random(seed);
        String command = List.of("insert", "update", "delete").get(random.nextInt(3));
        FailPoint.Failure failure = FailPoint.on(command).times(1 + random.nextInt(4));
        return switch (random.nextInt(3)) {
            case 0 -> failure.errorCode(91);
            case 1 -> failure.closeConnection();
            default -> failure.writeConcernError(64);
        };
    }

    @Override
    public String toString() {
        return "seed %d, chunks of %d, ordered %s, before %s: %s %s"
                .formatted(seed, chunkSize, ordered, before, operations, documents);
    }
}
