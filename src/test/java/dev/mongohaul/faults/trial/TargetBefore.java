package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.input.Row;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;

/** Creates the target as it is before the import, with an index and a validator that refuse some documents. */
final class TargetBefore {

    private static final int MOST_NEWER = 1_000;

    private final OneOperation subject;

    TargetBefore(OneOperation subject) {
        this.subject = subject;
    }

    /** Codes are unique, and amounts are not negative. Other documents have some of the codes. */
    void make(MongoDatabase database) {
        database.drop();
        database.createCollection(
                "target",
                new CreateCollectionOptions()
                        .validationOptions(new ValidationOptions().validator(Filters.gte("amount", 0))));
        MongoCollection<Document> target = database.getCollection("target");
        target.createIndex(Indexes.ascending("code"), new IndexOptions().unique(true));
        target.insertMany(Stream.concat(foreign(), older()).toList());
    }

    private static Stream<Document> foreign() {
        return IntStream.range(0, Input.TAKEN_CODES)
                .mapToObj(number -> new Document("_id", "foreign" + number)
                        .append("foreign", true)
                        .append("code", Input.takenCode(number))
                        .append("amount", 0));
    }

    private Stream<Document> older() {
        return subject.replace()
                ? subject.input()
                        .all()
                        .filter(row -> !row.kind().rejected())
                        .flatMap(row -> subject.hasOlder(row.id())
                                ? Stream.of(older(row))
                                : subject.hasSame(row.id()) ? Stream.of(same(row)) : Stream.of())
                : Stream.of();
    }

    static Document older(Row row) {
        return document(row, 0, "older");
    }

    /** Replaces the older documents of the last records by equal ones. */
    void makeNewer(MongoCollection<Document> target) {
        subject.input()
                .all()
                .skip(subject.rows() / 2)
                .filter(row -> subject.hasOlder(row.id()) && !row.kind().rejected())
                .limit(MOST_NEWER)
                .forEach(row -> target.replaceOne(Filters.eq("_id", (long) row.id()), same(row)));
    }

    private static Document same(Row row) {
        return document(row, row.amount(), row.payload()).append("hash", row.hash());
    }

    private static Document document(Row row, int amount, String payload) {
        return new Document("_id", (long) row.id())
                .append("id", (long) row.id())
                .append("code", row.code())
                .append("amount", amount)
                .append("payload", payload);
    }
}
