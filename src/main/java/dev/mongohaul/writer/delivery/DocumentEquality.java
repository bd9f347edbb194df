package dev.mongohaul.writer.delivery;

import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/** Equality of documents in every byte but those of ignored values, and of a document before and after a change. */
public final class DocumentEquality {

    private static final String ID = "_id";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final WriteSettings settings;
    private final MatchFilter filter;
    private final List<FieldPath> ignored;

    /** @param ignored places of values that make no change; one of another type does, and one that is missing */
    public DocumentEquality(WriteSettings settings, List<FieldPath> ignored) {
        this.settings = settings;
        this.filter = new MatchFilter(settings);
        this.ignored = List.copyOf(ignored);
    }

    /** Returns whether a document is equal to the current one. */
    public boolean same(RawBsonDocument document, RawBsonDocument current) {
        return equal(document, current) || (!ignored.isEmpty() && equal(withIgnoredOf(current, document), current));
    }

    /** Returns a document with the ignored values of the current one, in the places of its own. */
    private RawBsonDocument withIgnoredOf(RawBsonDocument current, RawBsonDocument document) {
        BsonDocument changed = document.decode(CODEC);
        for (FieldPath path : ignored) {
            int last = path.elements().size() - 1;
            String name = path.elements().get(last);
            BsonDocument parent = parent(changed, path.elements().subList(0, last));
            BsonDocument currentParent = parent(current, path.elements().subList(0, last));
            if (parent != null && currentParent != null && sameType(parent.get(name), currentParent.get(name))) {
                parent.put(name, Objects.requireNonNull(currentParent.get(name)));
            }
        }
        return new RawBsonDocument(changed, CODEC);
    }

    private static @Nullable BsonDocument parent(BsonDocument document, List<String> names) {
        BsonDocument parent = document;
        for (String name : names) {
            BsonValue next = parent.get(name);
            if (next == null || !next.isDocument()) {
                return null;
            }
            parent = next.asDocument();
        }
        return parent;
    }

    private static boolean sameType(@Nullable BsonValue value, @Nullable BsonValue current) {
        return value != null && current != null && value.getBsonType() == current.getBsonType();
    }

    private static boolean equal(RawBsonDocument one, RawBsonDocument other) {
        return one.getByteBuffer().asNIO().equals(other.getByteBuffer().asNIO());
    }

    /**
     * Returns whether a document is one that an operation may leave as it is, as a read shows. Where operations are mixed, the
     * pre-check shows which documents are there.
     */
    boolean isComparable(WriteOperation operation) {
        return operation.replaces()
                || operation.updates()
                || (operation == WriteOperation.ADD && !settings.looksAhead());
    }

    /**
     * Returns whether a comparable operation with a document leaves the current one, which has its key, as it is. A document that
     * is there under the generated id of the record may be its own, of an earlier run.
     */
    public boolean leavesAsItIs(WriteOperation operation, RawBsonDocument document, RawBsonDocument current) {
        if (operation == WriteOperation.ADD) {
            return !settings.generatedIds() || !Objects.equals(document.get(ID), current.get(ID));
        }
        if (operation.replaces()) {
            boolean hasId = settings.matchesById() || document.getFirstKey().equals(ID);
            return same(document, hasId ? current : withoutId(current));
        }
        return filter.update(operation, document).getDocument("$set").entrySet().stream()
                .allMatch(field -> {
                    BsonValue now = MatchFilter.valueAt(current, field.getKey());
                    return same(field.getValue(), now)
                            || (isIgnored(field.getKey()) && sameType(field.getValue(), now));
                });
    }

    private boolean isIgnored(String path) {
        return ignored.stream().anyMatch(each -> each.toString().equals(path));
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
                ? equal(
                        new RawBsonDocument(new BsonDocument("", value), CODEC),
                        new RawBsonDocument(new BsonDocument("", current), CODEC))
                : value.equals(current);
    }
}
