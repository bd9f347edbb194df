package dev.mongohaul.csv.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Unpacked bytes of a file in a ZIP archive. Reading fails where their number or their checksum is not that of the directory. */
final class ZipMemberStream extends InputStream {

    private static final int BUFFER_BYTES = 64 << 10;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 sum = new CRC32();
    private final ZipHeader header;
    private final InputStream content;
    private long count;

    ZipMemberStream(InputStream packed, ZipHeader header) {
        this.header = header;
        this.content = header.isDeflated() ? new InflaterInputStream(packed, inflater, BUFFER_BYTES) : packed;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = content.read(bytes, offset, length);
        count += Math.max(0, read);
        if (count > header.size() || (read < 0 && count < header.size())) {
            throw new ZipException("its size is not the %,d bytes of the directory".formatted(header.size()));
        }
        if (read < 0 && sum.getValue() != header.crc()) {
            throw new ZipException("its checksum is %08x, and not %08x".formatted(sum.getValue(), header.crc()));
        }
        sum.update(bytes, offset, Math.max(0, read));
        return read;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        content.close();
    }
}
