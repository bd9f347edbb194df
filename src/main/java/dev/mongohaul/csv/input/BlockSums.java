package dev.mongohaul.csv.input;

import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Checksums of a file's blocks, to compare a block that is read later with the one that was read first.
 *
 * <p>Two sums of 32 bits by different polynomials, which processors have instructions for. They find accidental changes
 * and are no protection against an attacker. Threads may set different blocks at the same time.
 */
public final class BlockSums {

    /** Bytes of each block but the last: 32 MiB of sums for 1 TiB. */
    public static final int BLOCK_BYTES = 256 << 10;

    private final long[] sums;

    /** @param fileBytes the file's size on disk */
    public BlockSums(long fileBytes) {
        sums = new long[Math.toIntExact((fileBytes + BLOCK_BYTES - 1) / BLOCK_BYTES)];
    }

    /** Remembers the block at the offset, a multiple of {@link #BLOCK_BYTES}. */
    public void set(long offset, byte[] bytes, int length) {
        sums[blockAt(offset)] = sum(bytes, length);
    }

    /** Whether the block at the offset has the bytes that were remembered. */
    boolean match(long offset, byte[] bytes, int length) {
        return sums[blockAt(offset)] == sum(bytes, length);
    }

    private static int blockAt(long offset) {
        return (int) (offset / BLOCK_BYTES);
    }

    private static long sum(byte[] bytes, int length) {
        return value(new CRC32(), bytes, length) << Integer.SIZE | value(new CRC32C(), bytes, length);
    }

    private static long value(Checksum checksum, byte[] bytes, int length) {
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }

    /**
     * Remembers what a {@link ContentDigest} was made of, so that what is read of the inputs afterwards is that content.
     *
     * <p>By a file's stamp alone, a content that is written and taken back between two looks could be read unnoticed.
     */
    public static final class SeenBytes implements ContentDigest.Listener {

        private final Inputs inputs;
        private final List<BlockSums> sums;

        /** @param inputs files, and not standard input */
        public SeenBytes(Inputs inputs) {
            this.inputs = inputs;
            this.sums = inputs.list().stream()
                    .map(input -> new BlockSums(((FileSource) input.source()).size()))
                    .toList();
        }

        @Override
        public void read(Input input, long offset, byte[] bytes, int length) {
            sums.get(input.index()).set(offset, bytes, length);
        }

        /** The inputs, of which no other byte than those can be read: their streams fail before they hand one out. */
        public Inputs inputs() {
            return inputs.comparedWith(sums);
        }
    }
}
