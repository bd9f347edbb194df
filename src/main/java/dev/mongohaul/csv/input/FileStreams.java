package dev.mongohaul.csv.input;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Streams of files; archives are unpacked on a thread of their own. */
final class FileStreams {

    private FileStreams() {}

    /**
     * Opens the file at its first byte.
     *
     * @param warns whether unusual content is logged
     * @throws UnreadableInputException where the file changed, or is a damaged archive; so do the stream's methods
     */
    static InputStream open(FileSource file, boolean warns) throws IOException {
        PlainFileStream plain = new PlainFileStream(file);
        if (file.compression() == Compression.NONE) {
            return plain;
        }
        try {
            return new ReadAheadStream(new ArchiveStream(file, plain, warns));
        } catch (IOException damaged) {
            plain.close();
            throw ArchiveStream.damaged(file.path(), damaged);
        }
    }

    /**
     * Unpacked bytes of an archive. Failures name the file, and reading fails for an archive made to fill disks.
     *
     * <p>Beyond the first {@value #FREE_BYTES} bytes, at most {@value #MOST_TIMES} times the packed size is unpacked: CSV
     * packs to a three hundredth at best, gzip packs zeros to a 1,032nd. How many members or frames there are does not
     * matter: each takes packed bytes, and none is kept.
     */
    private static final class ArchiveStream extends BlockStream {

        private static final int PACKED_BUFFER_BYTES = 64 << 10;
        private static final long FREE_BYTES = 100L << 20;
        private static final int MOST_TIMES = 1_000;

        private final FileSource file;
        private final PlainFileStream packed;
        private final InputStream stream;
        private long unpacked;

        ArchiveStream(FileSource file, PlainFileStream packed, boolean warns) throws IOException {
            this.file = file;
            this.packed = packed;
            BufferedInputStream buffered = new BufferedInputStream(packed, PACKED_BUFFER_BYTES);
            stream = file.compression() == Compression.GZIP
                    ? new GzipStream(file.path(), buffered, warns)
                    : new ZstdInputStream(buffered);
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
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                int count = stream.read(bytes, offset, length);
                unpacked += Math.max(0, count);
                requireWithinLimits();
                return count;
            } catch (IOException cause) {
                throw damaged(file.path(), cause);
            }
        }

        private void requireWithinLimits() throws UnreadableInputException {
            if (unpacked > file.mostUnpackedBytes()) {
                throw new UnreadableInputException(String.format(
                        Locale.ROOT,
                        "%s: the archive holds more than %,d bytes, which is what mongohaul.import.max-unpacked-size allows",
                        file.path(),
                        file.mostUnpackedBytes()));
            }
            if (unpacked > FREE_BYTES && unpacked / MOST_TIMES > packed.position()) {
                throw new UnreadableInputException(String.format(
                        Locale.ROOT,
                        "%s: %,d packed bytes have unpacked to more than %,d times as many, as bytes do that were made to"
                                + " fill disks; if that is what you want, unpack the archive and import the plain file",
                        file.path(),
                        packed.position(),
                        MOST_TIMES));
            }
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    /**
     * Members of a gzip file one after another. Zeros after the last one, as tapes and block devices add them, are skipped
     * with a warning; other bytes there make reading fail.
     *
     * <p>The JDK's own stream treats a damaged second member as the end of the input.
     */
    private static final class GzipStream extends BlockStream {

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
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = ended ? -1 : member.read(bytes, offset, length);
            while (count < 0 && !ended) {
                nextMember();
                count = ended ? -1 : member.read(bytes, offset, length);
            }
            return count;
        }

        private void nextMember() throws IOException {
            packed.mark(1);
            int next = packed.read();
            if (next > 0) {
                packed.reset();
                member = member();
                return;
            }
            ended = true;
            long zeros = 0;
            while (next == 0) {
                zeros++;
                next = packed.read();
            }
            if (next > 0) {
                throw new IOException("other bytes follow %,d zeros behind its end".formatted(zeros));
            }
            if (zeros > 0 && warns) {
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
    private static final class PlainFileStream extends BlockStream {

        // The JDK keeps a direct buffer as large as the largest read for each thread.
        private static final int LARGEST_READ = 256 << 10;

        private final Path path;
        private final FileChannel channel;
        private final long size;
        private final @Nullable BlockSums sums;
        private final byte[] block;
        private long blockBegin = -1;
        private long position;

        PlainFileStream(FileSource file) throws IOException {
            path = file.path();
            size = file.size();
            sums = file.sums();
            block = new byte[sums == null ? 0 : (int) Math.min(size, BlockSums.BLOCK_BYTES)];
            channel = FileChannel.open(path);
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
            int count = sums == null ? channel.read(part, position) : readCompared(part, sums);
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
            long now = channel.size();
            if (now != size) {
                throw changed(now);
            }
        }

        private IOException changed(long now) {
            return new UnreadableInputException(
                    "%s: had %,d bytes when the import began and has %,d now; import a file only when it is complete"
                            .formatted(path, size, now));
        }

        /** Reads up to the end of the block at the position, which is compared as a whole before. */
        private int readCompared(ByteBuffer part, BlockSums expected) throws IOException {
            long begin = position - position % BlockSums.BLOCK_BYTES;
            int length = (int) Math.min(BlockSums.BLOCK_BYTES, size - begin);
            if (begin != blockBegin) {
                loadBlock(begin, length, expected);
            }
            int at = (int) (position - begin);
            int count = Math.min(part.remaining(), length - at);
            part.put(block, at, count);
            return count;
        }

        private void loadBlock(long begin, int length, BlockSums expected) throws IOException {
            blockBegin = -1;
            ByteBuffer whole = ByteBuffer.wrap(block, 0, length);
            while (whole.hasRemaining()) {
                if (channel.read(whole, begin + whole.position()) < 0) {
                    throw changed(begin + whole.position());
                }
            }
            if (!expected.match(begin, block, length)) {
                throw new UnreadableInputException(
                        "%s was written to, or replaced, while it was imported: bytes %,d to %,d are not those that the import was planned for; nothing of them was loaded"
                                .formatted(path, begin, begin + length));
            }
            blockBegin = begin;
        }
    }
}
