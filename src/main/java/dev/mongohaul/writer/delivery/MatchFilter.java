package dev.mongohaul.writer.delivery;

import com.mongodb.client.model.Filters;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.springframework.util.DigestUtils;

/**
 * Filter of the document to replace, update or delete: typed equality, never an operator. With it, the update of that
 * document.
 */
public final class MatchFilter {

    private static final String ID = "_id";

    private final WriteSettings settings;
    private final Set<String> unset;

    public MatchFilter(WriteSettings settings) {
        this.settings = settings;
        this.unset = new HashSet<>(settings.match());
        unset.add(ID);
    }

    /** Returns the filter of the operation: by {@code _id} if an insert is sent again, else as {@link #of(RawBsonDocument)}. */
    public BsonDocument of(WriteOperation operation, RawBsonDocument document) {
        return operation == WriteOperation.INSERT_AGAIN ? byId(document) : of(document);
    }

    /** Returns whether the operation adds the document if it matches none. */
    boolean upserts(WriteOperation operation) {
        return settings.upsert() || operation == WriteOperation.INSERT_AGAIN;
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

    private static BsonDocument byId(RawBsonDocument document) {
        BsonValue id = document.get(ID);
        if (id == null) {
            throw new IllegalArgumentException("a document without _id cannot be matched by it");
        }
        return new BsonDocument(ID, new BsonDocument("$eq", id));
    }

    /**
     * Returns the update that sets the fields of a document in the one it matches: each by its path, so that other fields
     * stay. A nested document that one CSV field contains as JSON is set as a whole. The matched fields are not set. An
     * {@code _id} that is not matched becomes the id of an upserted document.
     */
    public BsonDocument update(RawBsonDocument document) {
        BsonDocument set = new BsonDocument();
        collect("", document, set);
        BsonDocument update = new BsonDocument("$set", set);
        BsonValue id = document.get(ID);
        return id == null || !settings.upsert() || settings.matchesById()
                ? update
                : update.append("$setOnInsert", new BsonDocument(ID, id));
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
    static @Nullable BsonValue valueAt(BsonDocument document, String path) {
        BsonValue value = document;
        for (String element : path.split("\\.", -1)) {
            value = value != null && value.isDocument() ? value.asDocument().get(element) : null;
        }
        return value;
    }

    /** Returns the filter of the documents that match any of the filters, which are of the same fields. */
    static Bson anyOf(List<BsonDocument> filters) {
        List<String> fields = List.copyOf(filters.get(0).keySet());
        if (fields.size() > 1) {
            return Filters.or(List.<Bson>copyOf(filters));
        }
        BsonArray values = new BsonArray();
        filters.forEach(find -> values.add(find.getDocument(fields.get(0)).get("$eq")));
        return new BsonDocument(fields.get(0), new BsonDocument("$in", values));
    }

    /**
     * Key of a document, equal if the server's comparison is: numbers are equal regardless of their types. The equality of a
     * collation is not supported.
     *
     * @param value of Java types that implement {@code equals}
     */
    public record MatchKey(Object value) {

        /** Digits in the high half of a Decimal128 of at most 34 digits. */
        private static final long DIGITS = (1L << 49) - 1;

        /** Returns the key of a filter on the equality of fields. */
        public static MatchKey of(BsonDocument filter) {
            return new MatchKey(comparable(filter));
        }

        /** Returns 64 bits of a digest, which differ for different keys except by chance. */
        public long fingerprint() {
            byte[] digest = DigestUtils.md5Digest(value.toString().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        }

        private static Object comparable(BsonValue value) {
            if (value.isNumber()) {
                return number(value.asNumber());
            }
            if (value.isDocument()) {
                return value.asDocument().entrySet().stream()
                        .map(field -> Map.entry(field.getKey(), comparable(field.getValue())))
                        .toList();
            }
            return value.isArray()
                    ? value.asArray().stream().map(MatchKey::comparable).toList()
                    : List.of(value);
        }

        private static Object number(BsonNumber number) {
            Decimal128 decimal = number.decimal128Value();
            if (decimal.isNaN() || decimal.isInfinite()) {
                return decimal.toString();
            }
            return isZero(decimal) ? BigDecimal.ZERO : decimal.bigDecimalValue().stripTrailingZeros();
        }

        /** Ignores the sign, because a BigDecimal cannot be a negative zero. */
        private static boolean isZero(Decimal128 decimal) {
            return decimal.getLow() == 0 && (decimal.getHigh() & DIGITS) == 0;
        }
    }
}
