package dev.mongohaul.mongo.session;

import java.util.Arrays;
import java.util.Objects;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.springframework.util.DigestUtils;

/**
 * Document as it was before an import changed it, and a hash of it as the import leaves it.
 *
 * @param id of the document
 * @param before the document; null if there was none
 * @param after hash of the document as the import leaves it; null if it leaves none
 */
public record PreImage(
        BsonValue id,
        @Nullable RawBsonDocument before,
        @Nullable Binary after) {

    /** Hash of a document whose content cannot be predicted: no document has it. */
    public static final Binary UNKNOWN = new Binary(new byte[0]);

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final int EXACT_BYTES = 16;

    /** Returns the {@code _id} of a document, as {@link #decoded}. */
    public static BsonValue idOf(BsonDocument document) {
        return decoded(Objects.requireNonNull(document.get("_id")));
    }

    /** Returns the value of a field so that it can be kept: a raw document holds the bytes of the document around it. */
    public static BsonValue decoded(BsonValue value) {
        return value instanceof RawBsonDocument nested ? nested.decode(CODEC) : value;
    }

    /** Returns the hash of a document, whose fields are stored in this order. */
    public static Binary hash(RawBsonDocument document) {
        byte[] bytes = new byte[document.getByteBuffer().remaining()];
        document.getByteBuffer().get(bytes);
        return new Binary(DigestUtils.md5Digest(bytes));
    }

    /** Returns the hash of a document whose fields the server may store in any order. */
    public static Binary hashInAnyOrder(BsonDocument document) {
        byte[] exact =
                hash(new RawBsonDocument(sorted(document).asDocument(), CODEC)).getData();
        return new Binary(Arrays.copyOf(exact, EXACT_BYTES + 1));
    }

    private static BsonValue sorted(BsonValue value) {
        if (value.isDocument()) {
            BsonDocument sorted = new BsonDocument();
            new TreeMap<>(value.asDocument()).forEach((name, field) -> sorted.append(name, sorted(field)));
            return sorted;
        }
        return value.isArray()
                ? new BsonArray(value.asArray().stream().map(PreImage::sorted).toList())
                : value;
    }

    /** Returns whether the present document, null if there is none, is the one that the import left. */
    public boolean isAsWritten(@Nullable RawBsonDocument present) {
        if (present == null || after == null) {
            return present == null && after == null;
        }
        return after.equals(after.length() > EXACT_BYTES ? hashInAnyOrder(present) : hash(present));
    }

    /** Returns whether the present document, null if there is none, is the one before the import, in every byte. */
    public boolean isAsBefore(@Nullable RawBsonDocument present) {
        if (present == null || before == null) {
            return present == null && before == null;
        }
        return before.getByteBuffer().asNIO().equals(present.getByteBuffer().asNIO());
    }

    /** Returns whether the import left the document as it was. */
    public boolean isUnchanged() {
        return isAsWritten(before);
    }
}
