package dev.mongohaul.repository.target;

import org.bson.BsonValue;
import org.bson.types.Binary;

/**
 * Id of a document that the input lacks.
 *
 * @param hash of the document as it was found
 */
public record UnseenId(BsonValue id, Binary hash) {

    /** Number of bytes of a hash. */
    public static final int HASH_BYTES = 16;
}
