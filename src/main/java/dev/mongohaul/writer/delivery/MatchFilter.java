package dev.mongohaul.writer.delivery;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/** The filter that finds the document to replace, update or delete: typed equality, never an operator. */
public final class MatchFilter {

    private final WriteSettings settings;

    public MatchFilter(WriteSettings settings) {
        this.settings = settings;
    }

    /**
     * A field that the document lacks is matched by documents that lack it too, or hold null.
     *
     * @throws IllegalArgumentException if it is {@code _id}, which no document lacks: an upsert would make one that has
     *     null there
     */
    public BsonDocument of(RawBsonDocument document) {
        if (settings.matchesById()) {
            return byId(document);
        }
        BsonDocument filter = new BsonDocument();
        for (String path : settings.match()) {
            equality(path, valueAt(document, path), filter);
        }
        return filter;
    }

    /** A filter that finds the document by {@code _id}, whatever the settings say. */
    public static BsonDocument byId(RawBsonDocument document) {
        BsonValue id = document.get("_id");
        if (id == null) {
            throw new IllegalArgumentException("a document without _id cannot be matched by it");
        }
        return equality("_id", id, new BsonDocument());
    }

    /** The first path of the match under which the document holds nothing, or null. */
    public Optional<String> blank(RawBsonDocument document) {
        return settings.match().stream()
                .filter(path -> valueAt(document, path).isNull())
                .findFirst();
    }

    private static BsonDocument equality(String path, BsonValue value, BsonDocument filter) {
        return filter.append(path, new BsonDocument("$eq", value));
    }

    private static BsonValue valueAt(BsonDocument document, String path) {
        BsonValue value = document;
        for (String element : path.split("\\.", -1)) {
            BsonValue member = value.isDocument() ? value.asDocument().get(element) : null;
            if (member == null) {
                return BsonNull.VALUE;
            }
            value = member;
        }
        return value;
    }
}
