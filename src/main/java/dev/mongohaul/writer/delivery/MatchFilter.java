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

    /**
     * What finds a document, equal where the server's comparison is: numbers are, whatever their types. A collation's notion
     * of equal texts is not known here.
     *
     * @param value of Java types that know {@code equals}
     */
    public record MatchKey(Object value) {

        /** Of the high half of a Decimal128, its digits, where there is no more than 34 of them. */
        private static final long DIGITS = (1L << 49) - 1;

        /** The key of a filter, which demands equality of each of its fields. */
        public static MatchKey of(BsonDocument filter) {
            return new MatchKey(comparable(filter));
        }

        /** 64 bits of a digest of it: of keys that differ, equal by chance alone. */
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

        /** Whatever its sign: a negative zero is no BigDecimal. */
        private static boolean isZero(Decimal128 decimal) {
            return decimal.getLow() == 0 && (decimal.getHigh() & DIGITS) == 0;
        }
    }
}
