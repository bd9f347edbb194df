package dev.mongohaul.writer.delivery;

/**
 * How chunks reach the server.
 *
 * @param chunks those with anything to send
 * @param commands that they take
 * @param waiting records that wait for another of their key
 */
public record ChunkPlan(long chunks, long commands, long waiting) {

    /** Of no chunk. */
    public static final ChunkPlan NOTHING = new ChunkPlan(0, 0, 0);

    /** This one and another. */
    public ChunkPlan plus(ChunkPlan other) {
        return new ChunkPlan(chunks + other.chunks, commands + other.commands, waiting + other.waiting);
    }
}
