package dev.mongohaul.writer.delivery;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.mongohaul.mongo.RetryBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/** Reads the documents that have certain keys, waiting for a server in trouble. */
final class ExistingDocuments {

    /** Keys asked for by one command. */
    private static final int KEYS_PER_QUERY = 5_000;

    private final MongoCollection<RawBsonDocument> collection;
    private final WriteSettings settings;
    private final MatchFilter filter;
    private final RetryBudget patience;

    ExistingDocuments(WriteTarget target, RetryBudget patience) {
        this.collection = target.collection();
        this.settings = target.settings();
        this.filter = new MatchFilter(settings);
        this.patience = patience;
    }

    /**
     * The documents by their keys.
     *
     * @param asked the filter of each key
     * @param whole whether all fields are needed, or those of the filter alone
     */
    Map<MatchKey, RawBsonDocument> of(Map<MatchKey, BsonDocument> asked, boolean whole) {
        List<BsonDocument> filters = new ArrayList<>(asked.values());
        Map<MatchKey, RawBsonDocument> found = new HashMap<>();
        for (int from = 0; from < filters.size(); from += KEYS_PER_QUERY) {
            Bson anyOfThem = anyOf(filters.subList(from, Math.min(filters.size(), from + KEYS_PER_QUERY)));
            read(anyOfThem, whole).forEach(document -> found.put(MatchKey.of(filter.of(document)), document));
        }
        if (!asked.keySet().containsAll(found.keySet())) {
            askSingly(asked, whole, found);
        }
        return found;
    }

    /**
     * By an array's element or by a collation, a document was found that does not itself tell the key it answers to: then
     * each key without an answer is asked for alone.
     */
    private void askSingly(Map<MatchKey, BsonDocument> asked, boolean whole, Map<MatchKey, RawBsonDocument> found) {
        asked.forEach((key, find) -> {
            if (!found.containsKey(key)) {
                read(find, whole).stream().findFirst().ifPresent(document -> found.put(key, document));
            }
        });
    }

    private List<RawBsonDocument> read(Bson which, boolean whole) {
        FindIterable<RawBsonDocument> documents =
                whole ? collection.find(which) : collection.find(which).projection(matchedFields());
        return patience.call("look for documents", () -> documents.into(new ArrayList<>()));
    }

    private BsonDocument matchedFields() {
        BsonDocument fields = new BsonDocument();
        settings.match().forEach(path -> fields.append(path, new BsonInt32(1)));
        return fields.append("_id", new BsonInt32(settings.matchesById() ? 1 : 0));
    }

    private Bson anyOf(List<BsonDocument> filters) {
        List<String> fields = List.copyOf(filters.get(0).keySet());
        if (fields.size() > 1) {
            return Filters.or(List.<Bson>copyOf(filters));
        }
        BsonArray values = new BsonArray();
        filters.forEach(find -> values.add(find.getDocument(fields.get(0)).get("$eq")));
        return new BsonDocument(fields.get(0), new BsonDocument("$in", values));
    }
}
