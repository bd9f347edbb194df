package dev.mongohaul.csv.input;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Checksums of a file's blocks, to compare a block that is read later with the one that was read first.
 *
 * <p>Two sums of 32 bits by different polynomials, which processors have instructions for. They find accidental changes
 * and are not protection against an attacker. Threads may set different blocks at the same time.
 */
public final class BlockSums {

    /** Bytes of each block but the last: 32 MiB of sums for 1 TiB. */
    public static final int BLOCK_BYTES = 256 << 10;

    private final int first;
    private final long[] sums;

    /** @param fileBytes the file's size on disk */
    public BlockSums(long fileBytes) {
        this(0, new long[Math.toIntExact((fileBytes + BLOCK_BYTES - 1) / BLOCK_BYTES)]);
    }

    /**
     * Sums of some of a file's blocks.
     *
     * @param first number of the first block
     */
    private BlockSums(int first, long[] sums) {
        this.first = first;
        this.sums = sums;
    }

    /** Returns sums from their bytes. */
    static BlockSums of(RangeSums range) {
        LongBuffer longs = ByteBuffer.wrap(range.sums()).asLongBuffer();
        long[] sums = new long[longs.remaining()];
        longs.get(sums);
        return new BlockSums(range.firstBlock(), sums);
    }

    /** Returns the sums of the blocks of a part of the file. */
    RangeSums of(int input, long from, long to) {
        int begin = blockAt(from);
        int end = Math.min(sums.length, blockAt(to + BLOCK_BYTES - 1));
        ByteBuffer bytes = ByteBuffer.allocate((end - begin) * Long.BYTES);
        bytes.asLongBuffer().put(sums, begin, end - begin);
        return new RangeSums(input, begin, bytes.array());
    }

    /** Returns whether there is a sum of each block of a part of the file. */
    boolean cover(long from, long to) {
        return first <= blockAt(from) && blockAt(to + BLOCK_BYTES - 1) <= first + sums.length;
    }

    /** Remembers the block at the offset, a multiple of {@link #BLOCK_BYTES}. */
    public void set(long offset, byte[] bytes, int length) {
        sums[blockAt(offset)] = sum(bytes, length);
    }

    /** Returns whether the block at the offset has the remembered bytes, or was not remembered. */
    boolean match(long offset, byte[] bytes, int length) {
        int block = blockAt(offset) - first;
        return block < 0 || block >= sums.length || sums[block] == sum(bytes, length);
    }

    private static int blockAt(long offset) {
        return (int) (offset / BLOCK_BYTES);
    }

    private static long sum(byte[] bytes, int length) {
        CRC32 first = new CRC32();
        CRC32C second = new CRC32C();
        first.update(bytes, 0, length);
        second.update(bytes, 0, length);
        return first.getValue() << Integer.SIZE | second.getValue();
    }
}
