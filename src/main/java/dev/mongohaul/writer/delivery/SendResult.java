package dev.mongohaul.writer.delivery;

/**
 * What the server did with the operations of a chunk.
 *
 * @param unmatched operations that matched no document
 * @param unchanged operations that matched a document and did not change it
 */
public record SendResult(long unmatched, long unchanged) {

    public static final SendResult ALL_WRITTEN = new SendResult(0, 0);
}
