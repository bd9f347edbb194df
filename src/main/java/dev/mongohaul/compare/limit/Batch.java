package dev.mongohaul.compare.limit;

/**
 * The documents of one message, as they lie in a {@link DocumentFile}.
 *
 * @param offset of the first
 * @param bytes of all
 * @param documents how many they are
 */
record Batch(long offset, int bytes, int documents) {}
