package dev.mongohaul.writer.delivery;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.springframework.util.DigestUtils;

/** Filter of the document to replace, update or delete: typed equality, never an operator. */
public final class MatchFilter {

    private final WriteSettings settings;

    public MatchFilter(WriteSettings settings) {
        this.settings = settings;
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
            equality(path, valueAt(document, path), filter);
        }
        return filter;
    }

    /** Returns a filter by {@code _id}, regardless of the settings. */
    public static BsonDocument byId(RawBsonDocument document) {
        BsonValue id = document.get("_id");
        if (id == null) {
            throw new IllegalArgumentException("a document without _id cannot be matched by it");
        }
        return equality("_id", id, new BsonDocument());
    }

    /** Returns the first path of the match at which the document has no value, or null. */
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
