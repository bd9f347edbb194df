package dev.mongohaul.compare.suite;

import dev.mongohaul.text.Rules;

/**
 * Sharding of a case's collection, applied before the first document.
 *
 * @param key one field
 * @param hashed whether by the hash of the field; else by ranges of its values
 * @param chunks that the collection has from the start, distributed over the shards in turn
 */
record ShardKeyCase(String key, boolean hashed, int chunks) {

    private static final int MOST = 8192;

    ShardKeyCase {
        new Rules()
                .count(chunks, 1, "chunks")
                .require(chunks <= MOST, chunks + " chunks are too many: at most " + MOST, "chunks")
                .enforce();
    }
}
