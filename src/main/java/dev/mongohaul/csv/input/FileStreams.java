package dev.mongohaul.csv.input;

import dev.mongohaul.csv.input.FileSource.Compression;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streams of files; archives are unpacked on a thread of their own. */
final class FileStreams {

    private static final int PACKED_BUFFER_BYTES = 64 << 10;

    private FileStreams() {}

    /**
     * Opens the file at its first byte.
     *
     * @param size that the file must have until the end of its reading
     * @param mostUnpackedBytes that may come out of an archive
     * @param sums that the file's bytes must have; null for any
     * @param warns whether unusual content is logged
     * @throws UnreadableInputException where the file changed, or is a damaged archive; so do the stream's methods
     */
    public static InputStream open(
            Path path,
            Compression compression,
            long size,
            long mostUnpackedBytes,
            @Nullable BlockSums sums,
            boolean warns)
            throws IOException {
        PlainFileStream file = new PlainFileStream(path, size, sums);
        if (compression == Compression.NONE) {
            return file;
        }
        try {
            InputStream unpacked = compression.unpack(path, new BufferedInputStream(file, PACKED_BUFFER_BYTES), warns);
            UnpackLimit limit = new UnpackLimit(path, file::position, mostUnpackedBytes);
            return new ReadAheadStream(new ArchiveStream(path, unpacked, limit));
        } catch (IOException damaged) {
            file.close();
            throw ArchiveStream.damaged(path, damaged);
        }
    }

    /** Unpacked bytes of an archive. Failures name the file, and reading fails where too much is unpacked. */
    static final class ArchiveStream extends FilterInputStream {

        private final Path path;
        private final UnpackLimit limit;

        ArchiveStream(Path path, InputStream unpacked, UnpackLimit limit) {
            super(unpacked);
            this.path = path;
            this.limit = limit;
        }

        /** Returns the failure with the file named, unless it names the file already. */
        static IOException damaged(Path path, IOException cause) {
            if (cause instanceof UnreadableInputException) {
                return cause;
            }
            return new UnreadableInputException(
                    "%s: the archive is damaged or cut short (%s); nothing behind that place can be read, get the file again"
                            .formatted(path, Objects.requireNonNullElse(cause.getMessage(), "it ends too early")),
                    cause);
        }

        @Override
        public int read() throws IOException {
            try {
                int octet = super.read();
                limit.count(octet < 0 ? 0 : 1);
                return octet;
            } catch (IOException cause) {
                throw damaged(path, cause);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                int count = super.read(bytes, offset, length);
                limit.count(count);
                return count;
            } catch (IOException cause) {
                throw damaged(path, cause);
            }
        }

        @Override
        public long skip(long count) throws IOException {
            try {
                long skipped = super.skip(count);
                limit.count(skipped);
                return skipped;
            } catch (IOException cause) {
                throw damaged(path, cause);
            }
        }
    }

    /**
     * Ends the reading of an archive made to unpack to more than anybody wants.
     *
     * <p>Beyond the first {@value #FREE_BYTES} bytes, {@value #MOST_TIMES} times its packed size: CSV packs to a three
     * hundredth at best, gzip packs zeros to a 1,032nd. How many members or frames there are does not matter: each takes
     * packed bytes, and none is kept.
     */
    static final class UnpackLimit {

        static final long FREE_BYTES = 100L << 20;
        static final int MOST_TIMES = 1_000;

        private final Path path;
        private final LongSupplier packed;
        private final long mostBytes;
        private long unpacked;

        /** @param packed how many bytes were taken from the archive so far */
        UnpackLimit(Path path, LongSupplier packed, long mostBytes) {
            this.path = path;
            this.packed = packed;
            this.mostBytes = mostBytes;
        }

        void count(long bytes) throws IOException {
            unpacked += Math.max(0, bytes);
            if (unpacked > mostBytes) {
                throw new UnreadableInputException(String.format(
                        Locale.ROOT,
                        "%s: the archive holds more than %,d bytes, which is what mongohaul.import.max-unpacked-size allows",
                        path,
                        mostBytes));
            }
            if (unpacked > FREE_BYTES && unpacked / MOST_TIMES > packed.getAsLong()) {
                throw new UnreadableInputException(String.format(
                        Locale.ROOT,
                        "%s: %,d packed bytes have unpacked to more than %,d times as many, as bytes do that were made to"
                                + " fill disks; if that is what you want, unpack the archive and import the plain file",
                        path,
                        packed.getAsLong(),
                        MOST_TIMES));
            }
        }
    }

    /**
     * Members of a gzip file one after another. Zeros after the last one, as tapes and block devices add them, are skipped
     * with a warning; other bytes there make reading fail.
     *
     * <p>The JDK's own stream treats a damaged second member as the end of the input.
     */
    static final class GzipStream extends InputStream {

        private static final Logger LOG = LoggerFactory.getLogger(GzipStream.class);

        private final Path path;
        private final BufferedInputStream packed;
        private final boolean warns;
        private InputStream member;
        private boolean ended;

        GzipStream(Path path, BufferedInputStream packed, boolean warns) throws IOException {
            this.path = path;
            this.packed = packed;
            this.warns = warns;
            this.member = member();
        }

        private InputStream member() throws IOException {
            // Leaves the packed stream behind the member, since that one can go back.
            return GzipCompressorInputStream.builder().setInputStream(packed).get();
        }

        @Override
        public int read() throws IOException {
            byte[] octet = new byte[1];
            return read(octet, 0, 1) < 0 ? -1 : octet[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = ended ? -1 : member.read(bytes, offset, length);
            while (count < 0 && nextMember()) {
                count = member.read(bytes, offset, length);
            }
            return count;
        }

        private boolean nextMember() throws IOException {
            if (ended) {
                return false;
            }
            packed.mark(1);
            int first = packed.read();
            if (first > 0) {
                packed.reset();
                member = member();
                return true;
            }
            ended = true;
            if (first == 0) {
                passZeros();
            }
            return false;
        }

        private void passZeros() throws IOException {
            long zeros = 1;
            int next = packed.read();
            while (next == 0) {
                zeros++;
                next = packed.read();
            }
            if (next > 0) {
                throw new IOException("other bytes follow %,d zeros behind its end".formatted(zeros));
            }
            if (warns) {
                LOG.warn("{}: {} zeros behind the end of the archive were left out", path, zeros);
            }
        }

        @Override
        public void close() throws IOException {
            member.close();
            packed.close();
        }
    }

    /**
     * Bytes of a plain file, which can be skipped without reading. Reading fails at the beginning and at the end of a file
     * that grew or shrank since its size was taken: its last record may be half of one. Where the sums of its blocks are
     * known, reading fails before a byte of a changed block is returned.
     */
    static final class PlainFileStream extends InputStream {

        // The JDK keeps a direct buffer as large as the largest read for each thread.
        private static final int LARGEST_READ = 256 << 10;

        private final Path path;
        private final FileChannel channel;
        private final long size;
        private final @Nullable ComparedBlock block;
        private long position;

        PlainFileStream(Path path, long size, @Nullable BlockSums sums) throws IOException {
            this.path = path;
            this.size = size;
            this.block = sums == null ? null : new ComparedBlock(sums);
            this.channel = FileChannel.open(path, StandardOpenOption.READ);
            try {
                refuseIfChanged();
            } catch (IOException changed) {
                channel.close();
                throw changed;
            }
        }

        /** Returns the number of bytes that were read or skipped. */
        long position() {
            return position;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int wanted = (int) Math.min(Math.min(length, LARGEST_READ), size - position);
            if (wanted <= 0) {
                refuseIfChanged();
                return -1;
            }
            ByteBuffer part = ByteBuffer.wrap(bytes, offset, wanted);
            int count = block == null ? channel.read(part, position) : block.read(part);
            if (count < 0) {
                throw changed(position);
            }
            position += count;
            return count;
        }

        @Override
        public long skip(long count) {
            long skipped = Math.max(0, Math.min(count, size - position));
            position += skipped;
            return skipped;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, size - position);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }

        private void refuseIfChanged() throws IOException {
            if (channel.size() != size) {
                throw changed(channel.size());
            }
        }

        private IOException changed(long now) {
            return new UnreadableInputException(
                    "%s: had %,d bytes when the import began and has %,d now; import a file only when it is complete"
                            .formatted(path, size, now));
        }

        /** Block at the position, read and compared as a whole before any of its bytes is returned. */
        private final class ComparedBlock {

            private final BlockSums sums;
            private final byte[] bytes = new byte[(int) Math.min(size, BlockSums.BLOCK_BYTES)];
            private long from = -1;

            ComparedBlock(BlockSums sums) {
                this.sums = sums;
            }

            /** Reads up to the end of the block. */
            int read(ByteBuffer part) throws IOException {
                long begin = position - position % BlockSums.BLOCK_BYTES;
                int length = (int) Math.min(BlockSums.BLOCK_BYTES, size - begin);
                if (begin != from) {
                    load(begin, length);
                }
                int at = (int) (position - begin);
                int count = Math.min(part.remaining(), length - at);
                part.put(bytes, at, count);
                return count;
            }

            private void load(long begin, int length) throws IOException {
                from = -1;
                ByteBuffer whole = ByteBuffer.wrap(bytes, 0, length);
                while (whole.hasRemaining()) {
                    if (channel.read(whole, begin + whole.position()) < 0) {
                        throw changed(begin + whole.position());
                    }
                }
                if (!sums.match(begin, bytes, length)) {
                    throw new UnreadableInputException(
                            "%s was written to, or replaced, while it was imported: bytes %,d to %,d are not those that the import was planned for; nothing of them was loaded"
                                    .formatted(path, begin, begin + length));
                }
                from = begin;
            }
        }
    }
}
