package dev.mongohaul.writer.delivery;

/**
 * Numbers of the commands of chunks.
 *
 * @param chunks with anything to send
 * @param commands that the chunks take
 * @param waiting records that wait for another record of their key
 */
public record ChunkPlan(long chunks, long commands, long waiting) {

    public static final ChunkPlan NOTHING = new ChunkPlan(0, 0, 0);

    public ChunkPlan plus(ChunkPlan other) {
        return new ChunkPlan(chunks + other.chunks, commands + other.commands, waiting + other.waiting);
    }
}
