package dev.mongohaul.writer.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Division of keys among queries, each of which stays under the 16 MiB of a command. */
final class KeyQueries {

    static final int MOST_KEYS = 5_000;

    /** The rest is for the command around the keys, and for one key of any size. */
    static final long MOST_BYTES = 8 << 20;

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private KeyQueries() {}

    /** Divides keys, in their order, as {@link #of(Collection, int, ToLongFunction)} with {@value #MOST_KEYS} each. */
    static <K> List<List<K>> of(Collection<K> keys, ToLongFunction<K> bytes) {
        return of(keys, MOST_KEYS, bytes);
    }

    /**
     * Divides keys, in their order, among as many queries as they need.
     *
     * @param most keys in a query, at most {@value #MOST_KEYS}
     * @param bytes returns the most bytes that a key takes in the filter of a query
     */
    static <K> List<List<K>> of(Collection<K> keys, int most, ToLongFunction<K> bytes) {
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

    /** Returns the bytes of a value in a filter of values. */
    static long bytesOf(BsonValue value) {
        return new RawBsonDocument(new BsonDocument("1234567", value), CODEC)
                .getByteBuffer()
                .remaining();
    }
}
