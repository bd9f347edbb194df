package dev.mongohaul.writer.delivery;

import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/** Equality of documents in every byte, and of a document before and after a change. */
final class DocumentEquality {

    private static final String ID = "_id";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final WriteSettings settings;
    private final MatchFilter filter;

    DocumentEquality(WriteSettings settings, MatchFilter filter) {
        this.settings = settings;
        this.filter = filter;
    }

    /** Returns whether the documents are equal in every byte. */
    static boolean same(RawBsonDocument one, RawBsonDocument other) {
        return one.getByteBuffer().asNIO().equals(other.getByteBuffer().asNIO());
    }

    /** Returns whether a document is one that an operation may leave as it is. */
    static boolean isComparable(WriteOperation operation) {
        return operation == WriteOperation.REPLACE || operation == WriteOperation.UPDATE;
    }

    /** Returns whether a comparable operation with a document leaves the current one as it is. */
    boolean leavesAsItIs(WriteOperation operation, RawBsonDocument document, RawBsonDocument current) {
        if (operation == WriteOperation.REPLACE) {
            boolean hasId = settings.matchesById() || document.getFirstKey().equals(ID);
            return same(document, hasId ? current : withoutId(current));
        }
        return filter.update(document).getDocument("$set").entrySet().stream()
                .allMatch(field -> same(field.getValue(), MatchFilter.valueAt(current, field.getKey())));
    }

    private static RawBsonDocument withoutId(RawBsonDocument document) {
        BsonDocument rest = document.decode(CODEC);
        rest.remove(ID);
        return new RawBsonDocument(rest, CODEC);
    }

    /** Two documents with the same fields in another order are equal for the driver, but not for the server. */
    private static boolean same(BsonValue value, @Nullable BsonValue current) {
        if (current == null || value.getBsonType() != current.getBsonType()) {
            return false;
        }
        return (value.isDocument() || value.isArray())
                ? same(
                        new RawBsonDocument(new BsonDocument("", value), CODEC),
                        new RawBsonDocument(new BsonDocument("", current), CODEC))
                : value.equals(current);
    }
}
