package dev.mongohaul.writer;

import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.result.UpdateResult;
import dev.mongohaul.writer.delivery.OutcomeKind;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/** Operations carried out one after the other by a plain client, matched by {@code _id}. */
final class OneByOne {

    private static final int DUPLICATE_KEY = 11000;

    private final MongoCollection<RawBsonDocument> collection;
    private final List<OutcomeKind> kinds = new ArrayList<>();
    private final Set<BsonValue> changed = new HashSet<>();
    private long unmatched;
    private long refusedWhenSent;

    OneByOne(MongoCollection<RawBsonDocument> collection, List<BsonDocument> before) {
        this.collection = collection.withWriteConcern(WriteConcern.W1);
        if (!before.isEmpty()) {
            collection.insertMany(before.stream().map(StoredDocument::raw).toList());
        }
    }

    void apply(WriteOperation operation, BsonDocument document) {
        BsonValue id = document.get("_id");
        if (operation == WriteOperation.ADD
                && collection.find(Filters.eq("_id", id)).first() != null) {
            kinds.add(OutcomeKind.ALREADY_THERE);
            refusedWhenSent += changed.contains(id) ? 1 : 0;
            return;
        }
        try {
            kinds.add(outcome(operation, document, id));
        } catch (MongoWriteException refused) {
            boolean taken = refused.getCode() == DUPLICATE_KEY;
            boolean same = taken
                    && operation == WriteOperation.INSERT
                    && StoredDocument.raw(document)
                            .equals(collection.find(Filters.eq("_id", id)).first());
            kinds.add(same ? OutcomeKind.ALREADY_THERE : OutcomeKind.REJECTED);
            refusedWhenSent += !taken || changed.contains(id) ? 1 : 0;
        }
    }

    private OutcomeKind outcome(WriteOperation operation, BsonDocument document, BsonValue id) {
        if (!changes(operation, document, Filters.eq("_id", id))) {
            unmatched++;
        } else if (operation == WriteOperation.DELETE) {
            changed.remove(id);
        } else {
            changed.add(id);
        }
        return OutcomeKind.WRITTEN;
    }

    private boolean changes(WriteOperation operation, BsonDocument document, Bson filter) {
        RawBsonDocument raw = StoredDocument.raw(document);
        return switch (operation) {
            case INSERT, ADD -> collection.insertOne(raw).wasAcknowledged();
            case REPLACE -> found(collection.replaceOne(filter, raw));
            case UPDATE -> found(collection.updateOne(filter, fields(document)));
            case UPSERT ->
                collection
                        .replaceOne(filter, raw, new ReplaceOptions().upsert(true))
                        .wasAcknowledged();
            case MERGE ->
                collection
                        .updateOne(filter, fields(document), new UpdateOptions().upsert(true))
                        .wasAcknowledged();
            case DELETE -> collection.deleteOne(filter).getDeletedCount() == 1;
            case INSERT_AGAIN -> throw new IllegalArgumentException("a record does not ask for it");
        };
    }

    private static boolean found(UpdateResult result) {
        return result.getMatchedCount() == 1;
    }

    private static BsonDocument fields(BsonDocument document) {
        BsonDocument fields = document.clone();
        fields.remove("_id");
        return new BsonDocument("$set", fields);
    }

    /** Returns the outcome of each, in order; an operation without a match is written. */
    List<OutcomeKind> kinds() {
        return kinds;
    }

    List<StoredDocument> contents() {
        return WriterBench.contents(collection);
    }

    long unmatched() {
        return unmatched;
    }

    /** Returns the number of refusals that the collection did not show beforehand. */
    long refusedWhenSent() {
        return refusedWhenSent;
    }
}
