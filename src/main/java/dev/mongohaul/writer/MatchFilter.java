package dev.mongohaul.writer;

import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/** The filter that finds the document which a replacement takes the place of: typed equality, never an operator. */
final class MatchFilter {

    private final WriteSettings settings;

    MatchFilter(WriteSettings settings) {
        this.settings = settings;
    }

    /**
     * A field that the document lacks is matched by documents that lack it too, or hold null.
     *
     * @throws IllegalArgumentException if it is {@code _id}, which no document lacks: an upsert would make one that has
     *     null there
     */
    BsonDocument of(RawBsonDocument document) {
        if (settings.matchesById()) {
            BsonValue id = document.get("_id");
            if (id == null) {
                throw new IllegalArgumentException("a document without _id cannot be matched by it");
            }
            return equality("_id", id, new BsonDocument());
        }
        BsonDocument filter = new BsonDocument();
        for (String path : settings.match()) {
            equality(path, valueAt(document, path), filter);
        }
        return filter;
    }

    /**
     * Rejects a document that lacks a value to be found by: it would take the place of any document that merely lacks the
     * field too.
     */
    void requireValues(WriteItem<?> item, RawBsonDocument document) {
        for (String path : settings.match()) {
            if (!item.settled() && valueAt(document, path).isNull()) {
                item.settle(Outcome.rejected(
                        Outcome.NOT_ASKED, "\"%s\" is blank, and the document is found by it".formatted(path)));
            }
        }
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
