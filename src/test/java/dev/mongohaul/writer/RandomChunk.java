package dev.mongohaul.writer;

import dev.mongohaul.mongo.FailPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * A chunk in which ids repeat, with equal and with other contents, and some documents are invalid; what the collection
 * holds before; and what has to come of it. All made from a seed.
 */
final class RandomChunk {

    private static final int DOCUMENTS = 40;
    private static final int IDS = 30;

    private final Random random;
    private final List<BsonDocument> before = new ArrayList<>();
    private final List<BsonDocument> documents = new ArrayList<>();

    RandomChunk(long seed) {
        random = new Random(seed);
        for (int id = 0; id < IDS; id++) {
            if (random.nextInt(4) == 0) {
                before.add(version(id, random.nextInt(2)));
            }
        }
        for (int index = 0; index < DOCUMENTS; index++) {
            BsonDocument document = version(random.nextInt(IDS), random.nextInt(2));
            documents.add(random.nextInt(10) == 0 ? document.append("refused", new BsonInt32(1)) : document);
        }
    }

    List<BsonDocument> before() {
        return before;
    }

    List<BsonDocument> documents() {
        return documents;
    }

    /** Returns a transient error, or none. */
    Optional<FailPoint.Failure> transientError(String command) {
        FailPoint.Failure failure = FailPoint.on(command).times(1 + random.nextInt(4));
        return switch (random.nextInt(4)) {
            case 0 -> Optional.of(failure.errorCode(91));
            case 1 -> Optional.of(failure.closeConnection());
            case 2 -> Optional.of(failure.writeConcernError(64));
            default -> Optional.empty();
        };
    }

    /** Fills the collection and returns the codes of refused inserts, 0 for a document that is written or there already. */
    List<Integer> insertInto(Map<Integer, BsonDocument> collection) {
        return documents.stream().map(document -> insert(document, collection)).toList();
    }

    private static int insert(BsonDocument document, Map<Integer, BsonDocument> collection) {
        if (document.containsKey("refused")) {
            return 121;
        }
        BsonDocument holder = collection.putIfAbsent(id(document), document);
        return holder == null || holder.equals(document) ? 0 : 11000;
    }

    /** As {@link #insertInto}, for records that are added unless their id is there. */
    List<Integer> addTo(Map<Integer, BsonDocument> collection) {
        return documents.stream()
                .map(document -> collection.containsKey(id(document)) ? 0 : insert(document, collection))
                .toList();
    }

    /** As {@link #insertInto}, for upserts. */
    List<Integer> upsertInto(Map<Integer, BsonDocument> collection) {
        return documents.stream().map(document -> upsert(document, collection)).toList();
    }

    private static int upsert(BsonDocument document, Map<Integer, BsonDocument> collection) {
        if (document.containsKey("refused")) {
            return 121;
        }
        collection.put(id(document), document);
        return 0;
    }

    /** Returns the existing documents by their ids. */
    Map<Integer, BsonDocument> collection() {
        Map<Integer, BsonDocument> collection = new TreeMap<>();
        before.forEach(document -> collection.put(id(document), document));
        return collection;
    }

    private static BsonDocument version(int id, int version) {
        return Samples.document(id).append("version", new BsonInt32(version));
    }

    private static int id(BsonDocument document) {
        return document.getInt32("_id").getValue();
    }
}
