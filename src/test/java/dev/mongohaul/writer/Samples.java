package dev.mongohaul.writer;

import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Documents for the writers' tests. */
public final class Samples {

    /** Bytes of the largest document that a server takes. */
    public static final int LARGEST = 16 * 1024 * 1024;

    private Samples() {}

    /** A document of several types, its fields not in the order of their names. */
    public static BsonDocument document(int id) {
        return document(new BsonInt32(id), id);
    }

    public static List<BsonDocument> documents(int from, int to) {
        return IntStream.range(from, to).mapToObj(Samples::document).toList();
    }

    /** A document with an id as only an import generates it. */
    public static BsonDocument generated(int number) {
        return document(new BsonObjectId(new ObjectId(1_700_000_000, number)), number);
    }

    public static List<BsonDocument> generated(int from, int to) {
        return IntStream.range(from, to).mapToObj(Samples::generated).toList();
    }

    /** A document that {@link WriterBench#REFUSING} refuses. */
    public static BsonDocument invalid(int id) {
        return document(id).append("refused", new BsonInt32(1));
    }

    /** A document of so many bytes more than a server takes. */
    public static BsonDocument tooLarge(int id, int by) {
        return ofSize(id, LARGEST + by);
    }

    public static BsonDocument ofSize(int id, int size) {
        BsonDocument empty = new BsonDocument("_id", new BsonInt32(id)).append("cell", new BsonBinary(new byte[0]));
        int overhead = StoredDocument.raw(empty).getByteBuffer().remaining();
        return empty.append("cell", new BsonBinary(new byte[size - overhead]));
    }

    private static BsonDocument document(BsonValue id, int number) {
        return new BsonDocument("_id", id)
                .append("sku", new BsonString("sku-" + number))
                .append("price", new BsonDecimal128(Decimal128.parse(number + ".50")))
                .append("created", new BsonDateTime(1_700_000_000_000L + number))
                .append(
                        "attributes",
                        new BsonDocument("weight", new BsonInt64(number)).append("color", new BsonString("größer")))
                .append("also", new BsonArray(List.of(new BsonString("a"), new BsonInt32(number))));
    }
}
