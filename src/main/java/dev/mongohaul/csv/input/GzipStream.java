package dev.mongohaul.csv.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members of a gzip file one after another. Zeros behind the last one, as tapes and block devices add them, are left
 * out with a warning; other bytes there are refused.
 *
 * <p>The JDK's own stream takes a damaged second member for the end of the input.
 */
final class GzipStream extends InputStream {

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
