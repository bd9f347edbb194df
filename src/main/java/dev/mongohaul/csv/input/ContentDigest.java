package dev.mongohaul.csv.input;

import dev.mongohaul.csv.input.Input.UnreadableInputException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Digest of the input files, which identifies their content: SHA-512/256 over the SHA-512/256 of each 8 MiB block and
 * each file's length, of the bytes on disk, archives packed. (<a href="https://doi.org/10.6028/NIST.FIPS.180-4">FIPS
 * 180-4</a>, 5.3.6.2: as strong and long as SHA-256, in two thirds of its time where the processor has no instructions
 * for that one, and fast enough where it has.)
 *
 * <p>The digest takes one pass, in parallel over blocks. A {@link Listener} sees all bytes in that pass.
 */
public final class ContentDigest {

    private static final int BLOCK_BYTES = 8 << 20;

    /** Receiver of the bytes of each block in their order; blocks come in any order, several at a time on different threads. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Called for each part of a block: of 256 KiB, but for a file's last.
         *
         * @param offset of the part in the file on disk, a block's first part at a multiple of 8 MiB
         * @param bytes its bytes from 0 on; the array is reused
         */
        void read(Input input, long offset, byte[] bytes, int length);

        /** Returns a listener that calls this one and then another. */
        default Listener and(Listener other) {
            return (input, offset, bytes, length) -> {
                read(input, offset, bytes, length);
                other.read(input, offset, bytes, length);
            };
        }
    }

    /**
     * Digests in hexadecimal.
     *
     * @param files digest of each file, in their order: that of an input which has only this file
     */
    public record Digests(String whole, List<String> files) {}

    private ContentDigest() {}

    /** As {@link #of(Inputs, Listener)}, without a listener. */
    public static String of(Inputs inputs) throws IOException {
        return of(inputs, (input, offset, bytes, length) -> {});
    }

    /**
     * Returns the digest in hexadecimal, made on as many threads as there are processors.
     *
     * @throws IllegalArgumentException for standard input, which can be read only once
     * @throws IOException where a file cannot be read or is shorter than when it was found
     */
    public static String of(Inputs inputs, Listener listener) throws IOException {
        return digests(inputs, listener).whole();
    }

    /** As {@link #of(Inputs, Listener)}, with the digest of each file. */
    public static Digests digests(Inputs inputs, Listener listener) throws IOException {
        if (inputs.isStandardInput()) {
            throw new IllegalArgumentException("Standard input has no digest");
        }
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<List<Future<byte[]>>> files = new ArrayList<>();
            ByteBuffer sizes = ByteBuffer.allocate(Long.BYTES * inputs.list().size());
            for (Input input : inputs.list()) {
                List<Future<byte[]>> blocks = new ArrayList<>();
                files.add(blocks);
                FileSource file = (FileSource) input.source();
                for (long offset = 0; offset < file.size(); offset += BLOCK_BYTES) {
                    long from = offset;
                    blocks.add(threads.submit(() -> digestBlock(input, file, from, listener)));
                }
                sizes.putLong(file.size());
            }
            MessageDigest whole = newDigest();
            List<String> digests = new ArrayList<>();
            for (int index = 0; index < files.size(); index++) {
                MessageDigest alone = newDigest();
                for (Future<byte[]> block : files.get(index)) {
                    byte[] digest = await(block);
                    whole.update(digest);
                    alone.update(digest);
                }
                alone.update(sizes.array(), index * Long.BYTES, Long.BYTES);
                digests.add(HexFormat.of().formatHex(alone.digest()));
            }
            return new Digests(HexFormat.of().formatHex(whole.digest(sizes.array())), digests);
        } finally {
            threads.shutdownNow();
        }
    }

    private static byte[] await(Future<byte[]> block) throws IOException {
        try {
            return block.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("Stopped while the input was read").initCause(interrupted);
        } catch (ExecutionException failed) {
            Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
            throw new IOException(cause.getMessage(), cause);
        }
    }

    private static byte[] digestBlock(Input input, FileSource file, long from, Listener listener) throws IOException {
        MessageDigest digest = newDigest();
        byte[] bytes = new byte[BlockSums.BLOCK_BYTES];
        long to = Math.min(from + BLOCK_BYTES, file.size());
        try (FileChannel channel = FileChannel.open(file.path())) {
            long offset = from;
            while (offset < to) {
                int length = (int) Math.min(bytes.length, to - offset);
                fill(ByteBuffer.wrap(bytes, 0, length), channel, offset, file);
                digest.update(bytes, 0, length);
                listener.read(input, offset, bytes, length);
                offset += length;
            }
        }
        return digest.digest();
    }

    private static void fill(ByteBuffer part, FileChannel channel, long offset, FileSource file) throws IOException {
        while (part.hasRemaining()) {
            if (channel.read(part, offset + part.position()) < 0) {
                throw new UnreadableInputException(
                        "%s: is shorter than the %,d bytes it had; import a file only when it is complete"
                                .formatted(file.path(), file.size()));
            }
        }
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-512/256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every JDK has SHA-512/256", impossible);
        }
    }

    /**
     * Listener that remembers the bytes of a digest, so that only inputs with these bytes can be read afterwards.
     *
     * <p>By a file's stamp alone, a content that is written and taken back between two looks could be read unnoticed.
     */
    public static final class SeenBytes implements Listener {

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

        /**
         * Returns the inputs, of which no other byte than those can be read: their streams fail before they hand one out.
         *
         * @param digests of the files
         */
        public Inputs inputs(List<String> digests) {
            return inputs.comparedWith(sums, digests);
        }
    }

    /**
     * Checksums of the blocks of a part of an input, to be stored.
     *
     * @param input index of the input
     * @param firstBlock number of the first block of the part
     * @param sums eight bytes for each block
     */
    @SuppressWarnings("ArrayRecordComponent") // Stored at once; never compared.
    public record RangeSums(int input, int firstBlock, byte[] sums) {}

    /**
     * Checksums of a file's blocks, to compare a block that is read later with the one that was read first.
     *
     * <p>Two sums of 32 bits by different polynomials, which processors have instructions for. They find accidental changes
     * and are no protection against an attacker. Threads may set different blocks at the same time.
     */
    static final class BlockSums {

        /** Bytes of each block but the last: 32 MiB of sums for 1 TiB. */
        static final int BLOCK_BYTES = 256 << 10;

        private final int first;
        private final long[] sums;

        /** @param fileBytes the file's size on disk */
        BlockSums(long fileBytes) {
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
        void set(long offset, byte[] bytes, int length) {
            sums[blockAt(offset)] = sum(bytes, length);
        }

        /** Returns whether the block at the offset has the bytes that were remembered, or is none of those blocks. */
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
}
