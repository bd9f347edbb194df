package dev.mongohaul.csv.digest;

import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.UnreadableInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Digest of the input files, which identifies their content: SHA-512/256 over the SHA-512/256 of each 8 MiB block and
 * each file's length, of the unpacked bytes, so that a file has the same digest in each packing. (<a
 * href="https://doi.org/10.6028/NIST.FIPS.180-4">FIPS 180-4</a>, 5.3.6.2: as strong and long as SHA-256, in two thirds of
 * its time where the processor has no instructions for that one, and fast enough where it has.)
 *
 * <p>The digest takes one pass, in parallel over the blocks of plain files, and over packed files. A {@link BlockListener}
 * sees all stored bytes in that pass.
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
            List<List<Future<Part>>> files = new ArrayList<>();
            for (Input input : inputs.list()) {
                files.add(parts(input, listener).map(threads::submit).toList());
            }
            MessageDigest whole = DigestUtils.getSha512_256Digest();
            ByteBuffer sizes = ByteBuffer.allocate(Long.BYTES * files.size());
            List<String> digests = new ArrayList<>();
            for (List<Future<Part>> file : files) {
                MessageDigest alone = DigestUtils.getSha512_256Digest();
                long size = 0;
                for (Future<Part> future : file) {
                    Part part = await(future);
                    part.digests().forEach(whole::update);
                    part.digests().forEach(alone::update);
                    size += part.size();
                }
                alone.update(ByteBuffer.allocate(Long.BYTES).putLong(size).flip());
                sizes.putLong(size);
                digests.add(HexFormat.of().formatHex(alone.digest()));
            }
            return new Digests(HexFormat.of().formatHex(whole.digest(sizes.array())), digests);
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * Part of a file.
     *
     * @param digests of its blocks
     * @param size unpacked bytes
     */
    private record Part(List<byte[]> digests, long size) {}

    private static Stream<Callable<Part>> parts(Input input, BlockListener listener) {
        return input.isPlain()
                ? LongStream.iterate(0, offset -> offset < input.stamp().size(), offset -> offset + BLOCK_BYTES)
                        .mapToObj(offset -> () -> digestBlock(input, offset, listener))
                : Stream.of(() -> digestPacked(input, listener));
    }

    private static Part await(Future<Part> block) throws IOException {
        try {
            return block.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("Stopped while the input was read").initCause(interrupted);
        } catch (ExecutionException failed) {
            Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
            throw cause instanceof UnreadableInputException unreadable
                    ? unreadable
                    : new IOException(cause.getMessage(), cause);
        }
    }

    private static Part digestBlock(Input input, long from, BlockListener listener) throws IOException {
        MessageDigest digest = DigestUtils.getSha512_256Digest();
        byte[] bytes = new byte[BlockSums.BLOCK_BYTES];
        long to = Math.min(from + BLOCK_BYTES, input.stamp().size());
        try (FileChannel channel = input.channel()) {
            long offset = from;
            while (offset < to) {
                int length = (int) Math.min(bytes.length, to - offset);
                StoredBytes.fill(ByteBuffer.wrap(bytes, 0, length), channel, offset, input);
                digest.update(bytes, 0, length);
                listener.read(input, offset, bytes, length);
                offset += length;
            }
        }
        return new Part(List.of(digest.digest()), to - from);
    }

    private static Part digestPacked(Input input, BlockListener listener) throws IOException {
        MessageDigest digest = DigestUtils.getSha512_256Digest();
        List<byte[]> digests = new ArrayList<>();
        byte[] bytes = new byte[BlockSums.BLOCK_BYTES];
        long size = 0;
        try (FileChannel channel = input.channel()) {
            StoredBytes stored = new StoredBytes(input, channel, listener);
            try (InputStream unpacked = input.unpack(stored)) {
                int length = unpacked.readNBytes(bytes, 0, bytes.length);
                while (length > 0) {
                    digest.update(bytes, 0, length);
                    size += length;
                    if (size % BLOCK_BYTES == 0) {
                        digests.add(digest.digest());
                    }
                    length = unpacked.readNBytes(bytes, 0, bytes.length);
                }
                if (size % BLOCK_BYTES > 0) {
                    digests.add(digest.digest());
                }
            }
            stored.drain();
        }
        return new Part(digests, size);
    }
}
