package dev.mongohaul.csv.input;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.io.input.BoundedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unpacked bytes of an archive. Failures name the file, and reading fails for an archive made to fill disks.
 *
 * <p>Beyond the first {@value #FREE_BYTES} bytes, at most {@value #MOST_TIMES} times the packed size is unpacked: CSV
 * packs to a three hundredth at best, gzip packs zeros to a 1,032nd. How many members or frames there are does not
 * matter: each takes packed bytes, and none is kept.
 */
final class UnpackedStream extends BlockStream {

    private static final int PACKED_BUFFER_BYTES = 64 << 10;
    private static final long FREE_BYTES = 100L << 20;
    private static final int MOST_TIMES = 1_000;

    private final Input input;
    private final BoundedInputStream packed;
    private final InputStream stream;
    private long unpacked;

    private UnpackedStream(Input input, InputStream packed, boolean warns) throws IOException {
        this.input = input;
        this.packed = BoundedInputStream.builder().setInputStream(packed).get();
        BufferedInputStream buffered = new BufferedInputStream(this.packed, PACKED_BUFFER_BYTES);
        stream = switch (input.object().compression()) {
            case GZIP -> new GzipStream(input.address(), buffered, warns);
            case ZSTANDARD -> new ZstdInputStream(buffered);
            case BZIP2 -> new BZip2CompressorInputStream(buffered, true);
            case MEMBER, NONE -> input.object().unpack(buffered);
        };
    }

    /**
     * Opens the unpacked bytes of an archive, which is unpacked on a thread of its own.
     *
     * @param packed the archive's bytes; closed if it cannot be unpacked
     * @param warns whether unusual content is logged
     */
    static InputStream ahead(Input archive, InputStream packed, boolean warns) throws IOException {
        try {
            return new ReadAheadStream(new UnpackedStream(archive, packed, warns));
        } catch (IOException | RuntimeException damaged) {
            packed.close();
            throw damaged(archive.address(), damaged);
        }
    }

    /** Returns the failure with the file named, unless it names the file already. */
    private static IOException damaged(String address, Exception cause) {
        if (cause instanceof UnreadableInputException known) {
            return known;
        }
        return new UnreadableInputException(
                "%s: the archive is damaged or cut short (%s); nothing behind that place can be read, get the file again"
                        .formatted(address, Objects.requireNonNullElse(cause.getMessage(), "it ends too early")),
                cause);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            int count = stream.read(bytes, offset, length);
            unpacked += Math.max(0, count);
            requireWithinLimits();
            return count;
        } catch (IOException | RuntimeException cause) {
            // Decoders of damaged bytes throw both.
            throw damaged(input.address(), cause);
        }
    }

    private void requireWithinLimits() throws UnreadableInputException {
        input.requireRoom(unpacked);
        if (unpacked > input.mostUnpackedBytes()) {
            throw new UnreadableInputException(
                    "%s: the archive holds more than %,d bytes, which is what mongohaul.import.max-unpacked-size allows"
                            .formatted(input.address(), input.mostUnpackedBytes()));
        }
        if (unpacked > FREE_BYTES && unpacked / MOST_TIMES > packed.getCount()) {
            throw new UnreadableInputException(
                    ("%s: %,d packed bytes have unpacked to more than %,d times as many, as bytes do that were made to"
                                    + " fill disks; if that is what you want, unpack the archive and import the plain file")
                            .formatted(input.address(), packed.getCount(), MOST_TIMES));
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    /**
     * Members of a gzip file one after another. Zeros after the last one, as tapes and block devices add them, are skipped
     * with a warning; other bytes there make reading fail.
     *
     * <p>The JDK's own stream treats a damaged second member as the end of the input.
     */
    private static final class GzipStream extends BlockStream {

        private static final Logger LOG = LoggerFactory.getLogger(GzipStream.class);

        private final String address;
        private final BufferedInputStream packed;
        private final boolean warns;
        private InputStream member;
        private boolean ended;

        GzipStream(String address, BufferedInputStream packed, boolean warns) throws IOException {
            this.address = address;
            this.packed = packed;
            this.warns = warns;
            this.member = member();
        }

        private InputStream member() throws IOException {
            // Leaves the packed stream after the member, since that one can go back.
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
                LOG.warn("{}: {} zeros behind the end of the archive were left out", address, zeros);
            }
        }

        @Override
        public void close() throws IOException {
            member.close();
            packed.close();
        }
    }
}
