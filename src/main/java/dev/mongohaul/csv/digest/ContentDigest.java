package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.UnreadableInputException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Digest of the input files, which identifies their content: SHA-512/256 over the SHA-512/256 of each 8 MiB block and
 * each file's length, of the bytes on disk, archives packed. (<a href="https://doi.org/10.6028/NIST.FIPS.180-4">FIPS
 * 180-4</a>, 5.3.6.2: as strong and long as SHA-256, in two thirds of its time where the processor has no instructions
 * for that one, and fast enough where it has.)
 *
 * <p>The digest takes one pass, in parallel over blocks. A {@link BlockListener} sees all bytes in that pass.
 */
public final class ContentDigest {

    private static final int BLOCK_BYTES = 8 << 20;

    private ContentDigest() {}

    /** Returns the digest of all inputs, as {@link #digests} does. */
    public static String of(Inputs inputs) throws IOException {
        return digests(inputs, (input, offset, bytes, length) -> {}).whole();
    }

    /**
     * Returns the digests in hexadecimal, of all inputs and of each file, made on as many threads as there are processors.
     *
     * @throws IllegalArgumentException for standard input, which can be read only once
     * @throws IOException where a file cannot be read or is shorter than when it was found
     */
    public static Digests digests(Inputs inputs, BlockListener listener) throws IOException {
        if (inputs.isReadOnce()) {
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
                long size = input.stamp().size();
                for (long offset = 0; offset < size; offset += BLOCK_BYTES) {
                    long from = offset;
                    blocks.add(threads.submit(() -> digestBlock(input, from, listener)));
                }
                sizes.putLong(size);
            }
            MessageDigest whole = DigestUtils.getSha512_256Digest();
            List<String> digests = new ArrayList<>();
            for (int index = 0; index < files.size(); index++) {
                MessageDigest alone = DigestUtils.getSha512_256Digest();
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

    private static byte[] digestBlock(Input input, long from, BlockListener listener) throws IOException {
        MessageDigest digest = DigestUtils.getSha512_256Digest();
        byte[] bytes = new byte[BlockSums.BLOCK_BYTES];
        long to = Math.min(from + BLOCK_BYTES, input.stamp().size());
        try (FileChannel channel = input.channel()) {
            long offset = from;
            while (offset < to) {
                int length = (int) Math.min(bytes.length, to - offset);
                fill(ByteBuffer.wrap(bytes, 0, length), channel, offset, input);
                digest.update(bytes, 0, length);
                listener.read(input, offset, bytes, length);
                offset += length;
            }
        }
        return digest.digest();
    }

    private static void fill(ByteBuffer part, FileChannel channel, long offset, Input input) throws IOException {
        while (part.hasRemaining()) {
            if (channel.read(part, input.object().begin() + offset + part.position()) < 0) {
                throw new UnreadableInputException(
                        "%s: is shorter than the %,d bytes it had; import a file only when it is complete"
                                .formatted(input.address(), input.stamp().size()));
            }
        }
    }
}
