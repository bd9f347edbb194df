package dev.mongohaul.mongo;

import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;

/** Division of keys among queries, by their number and their bytes: each query stays under the 16 MiB of a command. */
public final class KeyQueries {

    public static final int MOST_KEYS = 5_000;

    /** The rest is for the command around the keys, and for one key of any size. */
    public static final long MOST_BYTES = 8 << 20;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private KeyQueries() {}

    /** Divides keys, in their order, as {@link #of(Collection, int, ToLongFunction)} with {@value #MOST_KEYS} each. */
    public static <K> List<List<K>> of(Collection<? extends K> keys, ToLongFunction<K> bytes) {
        return of(keys, MOST_KEYS, bytes);
    }

    /**
     * Divides keys, in their order, among as many queries as they need.
     *
     * @param most keys in a query, at most {@value #MOST_KEYS}
     * @param bytes returns the most bytes that a key takes in the filter of a query
     */
    public static <K> List<List<K>> of(Collection<? extends K> keys, int most, ToLongFunction<K> bytes) {
        List<List<K>> queries = new ArrayList<>();
        List<K> query = new ArrayList<>();
        long sum = 0;
        for (K key : keys) {
            long size = bytes.applyAsLong(key);
            if (query.size() == Math.min(most, MOST_KEYS) || (sum + size > MOST_BYTES && !query.isEmpty())) {
                queries.add(query);
                query = new ArrayList<>();
                sum = 0;
            }
            query.add(key);
            sum += size;
        }
        if (!query.isEmpty()) {
            queries.add(query);
        }
        return queries;
    }

    /** Returns filters, in the order of the ids, that together find the documents with these ids. */
    public static List<Bson> byIds(Collection<? extends BsonValue> ids) {
        return of(ids, KeyQueries::bytesOf).stream()
                .map(query -> Filters.in("_id", query))
                .toList();
    }

    /** Returns the bytes of a value in a filter of values. */
    public static long bytesOf(BsonValue value) {
        return new RawBsonDocument(new BsonDocument("1234567", value), CODEC)
                .getByteBuffer()
                .remaining();
    }
}
