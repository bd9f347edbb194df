package dev.mongohaul.writer.send;

import dev.mongohaul.mongo.KeyQueries;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonElement;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the document to replace, update or delete: typed equality, never an operator. With it, the update of that
 * document.
 */
public final class MatchFilter {

    private static final String ID = "_id";

    /** Types whose values cannot be read as operators. */
    private static final Set<BsonType> PLAIN_TYPES = EnumSet.of(
            BsonType.STRING,
            BsonType.OBJECT_ID,
            BsonType.INT32,
            BsonType.INT64,
            BsonType.DOUBLE,
            BsonType.DECIMAL128,
            BsonType.BOOLEAN,
            BsonType.DATE_TIME,
            BsonType.BINARY);

    private final WriteSettings settings;
    private final Set<String> unset;
    private final long around;

    public MatchFilter(WriteSettings settings) {
        this.settings = settings;
        this.unset = new HashSet<>(settings.match());
        unset.add(ID);
        this.around = KeyQueries.bytesOf(new BsonDocument(paths().stream()
                .map(path -> new BsonElement(path, new BsonDocument("$eq", BsonNull.VALUE)))
                .toList()));
    }

    /** Returns the filter of the operation: by {@code _id} if an insert is sent again, else as {@link #of(RawBsonDocument)}. */
    public BsonDocument of(WriteOperation operation, RawBsonDocument document) {
        return operation == WriteOperation.INSERT_AGAIN ? byId(document) : of(document);
    }

    /**
     * Returns the filter. A field that the document lacks matches documents that lack it too, or contain null.
     *
     * @throws IllegalArgumentException if the document lacks {@code _id}: an upsert would add one whose id is null
     */
    public BsonDocument of(RawBsonDocument document) {
        if (settings.matchesById()) {
            return byId(document);
        }
        BsonDocument filter = new BsonDocument();
        for (String path : settings.match()) {
            filter.append(path, new BsonDocument("$eq", valueOrNull(document, path)));
        }
        return filter;
    }

    /** Returns the filter of an id. Without {@code $eq} the server looks the id up in the index, and makes no plan. */
    private static BsonDocument byId(RawBsonDocument document) {
        BsonValue id = valueOf(document, ID);
        if (id == null) {
            throw new IllegalArgumentException("a document without _id cannot be matched by it");
        }
        return new BsonDocument(ID, PLAIN_TYPES.contains(id.getBsonType()) ? id : new BsonDocument("$eq", id));
    }

    /** Returns the fields that identify a document, with null for those that it lacks. */
    public BsonDocument keys(RawBsonDocument document) {
        BsonDocument keys = new BsonDocument();
        paths().forEach(path -> keys.append(path, valueOrNull(document, path)));
        return keys;
    }

    /**
     * Returns the update that sets the fields of a document in the one it matches: each by its path, so that other fields
     * stay. A nested document that one CSV field contains as JSON is set as a whole. The matched fields are not set. An
     * {@code _id} that is not matched becomes the id of a document that a merge adds.
     */
    public BsonDocument update(WriteOperation operation, RawBsonDocument document) {
        BsonDocument set = new BsonDocument();
        collect("", document, set);
        BsonDocument update = new BsonDocument("$set", set);
        BsonValue id = document.get(ID);
        return id == null || !operation.upserts() || settings.matchesById()
                ? update
                : update.append("$setOnInsert", new BsonDocument(ID, id));
    }

    /**
     * Returns a document after an update; null if the update leads through an array or a value.
     *
     * @param document is changed
     * @param update as {@link #update} returns it
     */
    public static @Nullable BsonDocument updated(BsonDocument document, BsonDocument update) {
        for (Map.Entry<String, BsonValue> set : update.getDocument("$set").entrySet()) {
            String[] path = set.getKey().split("\\.", -1);
            BsonDocument parent = document;
            for (int level = 0; level < path.length - 1; level++) {
                BsonValue next = parent.computeIfAbsent(path[level], name -> new BsonDocument());
                if (!next.isDocument()) {
                    return null;
                }
                parent = next.asDocument();
            }
            parent.put(path[path.length - 1], set.getValue());
        }
        return document;
    }

    private void collect(String parents, BsonDocument document, BsonDocument set) {
        document.forEach((name, value) -> {
            String path = parents + name;
            if (settings.nested().contains(path)) {
                collect(path + ".", value.asDocument(), set);
            } else if (!unset.contains(path)) {
                set.append(path, value);
            }
        });
    }

    /** Returns the first path of the match at which the document has no value, or null. */
    public Optional<String> blank(RawBsonDocument document) {
        return settings.match().stream()
                .filter(path -> valueOrNull(document, path).isNull())
                .findFirst();
    }

    private static BsonValue valueOrNull(BsonDocument document, String path) {
        return Objects.requireNonNullElse(valueAt(document, path), BsonNull.VALUE);
    }

    /** Returns the value of a field; null if there is none, or if an array is on its path. */
    public static @Nullable BsonValue valueAt(BsonDocument document, String path) {
        if (path.indexOf('.') < 0) {
            return valueOf(document, path);
        }
        BsonValue value = document;
        for (String element : path.split("\\.", -1)) {
            value = value != null && value.isDocument() ? value.asDocument().get(element) : null;
        }
        return value;
    }

    /** Returns the value of a field. A string in the first field, which most keys are, is read without the driver's reader. */
    private static @Nullable BsonValue valueOf(BsonDocument document, String name) {
        if (document instanceof RawBsonDocument raw) {
            ByteBuffer bytes = raw.getByteBuffer().asNIO();
            int from = bytes.position() + Integer.BYTES + 1;
            int end = from + name.length();
            if (bytes.limit() > end + Integer.BYTES
                    && bytes.get(from - 1) == (byte) BsonType.STRING.getValue()
                    && bytes.get(end) == 0
                    && name.equals(new String(
                            bytes.array(), bytes.arrayOffset() + from, name.length(), StandardCharsets.UTF_8))) {
                int length = bytes.getInt(end + 1) - 1;
                return new BsonString(new String(
                        bytes.array(), bytes.arrayOffset() + end + 1 + Integer.BYTES, length, StandardCharsets.UTF_8));
            }
        }
        return document.get(name);
    }

    /** Returns the filter of the documents that have the key of any of these documents. */
    public BsonDocument anyOf(Collection<RawBsonDocument> documents) {
        List<String> paths = paths();
        if (paths.size() > 1) {
            return new BsonDocument(
                    "$or", new BsonArray(documents.stream().map(this::of).toList()));
        }
        BsonArray values = new BsonArray();
        documents.forEach(document -> values.add(valueOrNull(document, paths.get(0))));
        return new BsonDocument(paths.get(0), new BsonDocument("$in", values));
    }

    /** Returns the projection of the fields that identify a document. */
    public BsonDocument projection() {
        BsonDocument fields = new BsonDocument();
        paths().forEach(path -> fields.append(path, new BsonInt32(1)));
        return fields.append(ID, new BsonInt32(settings.matchesById() ? 1 : 0));
    }

    /** Returns the most bytes that a document takes in {@link #anyOf}: those of its values, with all that is around them. */
    public long bytesInAnyOf(RawBsonDocument document) {
        return document.getByteBuffer().remaining() + around;
    }

    /** Returns the key of a document. */
    public MatchKey key(RawBsonDocument document) {
        List<String> paths = paths();
        return new MatchKey(
                paths.size() == 1
                        ? MatchKey.comparable(valueOrNull(document, paths.get(0)))
                        : paths.stream()
                                .map(path -> MatchKey.comparable(valueOrNull(document, path)))
                                .toList());
    }

    private List<String> paths() {
        return settings.matchesById() ? List.of(ID) : settings.match();
    }
}
