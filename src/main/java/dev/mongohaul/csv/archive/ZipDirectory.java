package dev.mongohaul.csv.archive;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.ZipException;

/**
 * Directory of a ZIP archive (<a href="https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT">APPNOTE</a> 4.3), also
 * in the form of zip64, and with other bytes before or after the archive.
 *
 * <p>Libraries do not fit: the JDK refuses an archive for any file that it cannot read, and says nothing of offsets; Commons
 * Compress takes a damaged entry for the end of the directory, so that files would be missing without a word.
 */
final class ZipDirectory {

    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int LOCATOR64 = 0x07064b50;
    private static final int LOCATOR64_BYTES = 20;
    private static final int END64 = 0x06064b50;
    private static final int END64_BYTES = 56;
    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int LOCAL = 0x04034b50;
    private static final int LOCAL_BYTES = 30;

    private static final int ZIP64_EXTRA = 1;
    private static final int UNICODE_NAME_EXTRA = 0x7075;
    private static final int UTF8_NAME = 1 << 11;
    private static final int LINK = 0xA000;
    private static final int KIND = 0xF000;
    private static final int MORE_16 = 0xFFFF;
    private static final long MORE_32 = 0xFFFF_FFFFL;

    /** About 300,000 files. */
    private static final int MOST_BYTES = 32 << 20;

    private static final Charset CP437 =
            Charset.isSupported("IBM437") ? Charset.forName("IBM437") : StandardCharsets.ISO_8859_1;

    private final FileChannel channel;
    private long begin;
    private long length;
    private long offset;
    private long entries;
    private boolean zip64;

    private ZipDirectory(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Reads the directory of an archive.
     *
     * @param members receives its entries, in the order of the directory
     * @throws ZipException or {@link EOFException} for an archive that is damaged
     */
    static ZipDirectory read(FileChannel channel, Consumer<ZipHeader> members) throws IOException {
        ZipDirectory directory = new ZipDirectory(channel);
        directory.locate();
        directory.readEntries(members);
        return directory;
    }

    /** Returns the offset in the archive of the first byte of a member. */
    long contentOffset(ZipHeader member) throws IOException {
        ByteBuffer local = bytes(member.offset(), LOCAL_BYTES);
        long content = member.offset() + LOCAL_BYTES + unsigned(local, 26) + unsigned(local, 28);
        if (local.getInt(0) != LOCAL || content + member.packed() > begin) {
            throw new ZipException(member.name() + " does not lie where the directory says; get the file again");
        }
        return content;
    }

    private void locate() throws IOException {
        long size = channel.size();
        int tail = (int) Math.min(size, END_BYTES + LONGEST_COMMENT);
        ByteBuffer last = bytes(size - tail, tail);
        int at = tail - END_BYTES;
        while (at >= 0 && !(last.getInt(at) == END && at + END_BYTES + unsigned(last, at + 20) <= tail)) {
            at--;
        }
        if (at < 0) {
            throw new ZipException("the directory at its end is missing; get the file again");
        }
        long end = size - tail + at;
        entries = unsigned(last, at + 10);
        length = last.getInt(at + 12) & MORE_32;
        offset = last.getInt(at + 16) & MORE_32;
        boolean split = parts(unsigned(last, at + 4)) || parts(unsigned(last, at + 6));
        if (end >= LOCATOR64_BYTES + END64_BYTES
                && bytes(end - LOCATOR64_BYTES, 4).getInt(0) == LOCATOR64) {
            end = locate64(end - LOCATOR64_BYTES);
        }
        begin = end - length;
        if (split) {
            throw new ZipException(
                    "it is one part of a split archive, which is not read; join the parts: zip -s 0 a.zip --out whole.zip");
        }
        if (begin < offset) {
            throw new ZipException("%,d of its bytes are missing; get the file again".formatted(offset - begin));
        }
        if (length > MOST_BYTES) {
            throw new ZipException("its directory has %,d bytes, and at most %,d are read; make several archives"
                    .formatted(length, MOST_BYTES));
        }
    }

    private static boolean parts(int part) {
        return part != 0 && part != MORE_16;
    }

    /** Reads the end of a zip64 archive, and returns where that begins. */
    private long locate64(long locator) throws IOException {
        long end = locator - END64_BYTES;
        if (bytes(end, 4).getInt(0) != END64) {
            end = bytes(locator, LOCATOR64_BYTES).getLong(8);
        }
        if (end < 0 || end > locator - END64_BYTES || bytes(end, 4).getInt(0) != END64) {
            throw new ZipException("the end of its directory is missing; get the file again");
        }
        ByteBuffer record = bytes(end, END64_BYTES);
        zip64 = true;
        entries = record.getLong(32);
        length = record.getLong(40);
        offset = record.getLong(48);
        if (length < 0 || length > end || offset < 0) {
            throw damagedDirectory();
        }
        return end;
    }

    private void readEntries(Consumer<ZipHeader> members) throws IOException {
        ByteBuffer directory = bytes(begin, (int) length);
        long read = 0;
        int at = 0;
        while (at < length) {
            if (at + ENTRY_BYTES > length || directory.getInt(at) != ENTRY) {
                throw damagedDirectory();
            }
            int name = at + ENTRY_BYTES;
            int extra = name + unsigned(directory, at + 28);
            int comment = extra + unsigned(directory, at + 30);
            int next = comment + unsigned(directory, at + 32);
            if (next > length) {
                throw damagedDirectory();
            }
            members.accept(
                    entry(directory, at, directory.slice(extra, comment - extra).order(ByteOrder.LITTLE_ENDIAN)));
            at = next;
            read++;
        }
        // Some programs count up to 65,535 and begin again.
        if (zip64 ? read != entries : (read & MORE_16) != entries) {
            throw new ZipException("its directory should list %,d files and folders, and lists %,d; get the file again"
                    .formatted(entries, read));
        }
    }

    private ZipHeader entry(ByteBuffer directory, int at, ByteBuffer extras) throws IOException {
        int flags = unsigned(directory, at + 8);
        byte[] raw = new byte[unsigned(directory, at + 28)];
        directory.get(at + ENTRY_BYTES, raw);
        String name = name(raw, (flags & UTF8_NAME) != 0, extra(extras, UNICODE_NAME_EXTRA));
        boolean unix = directory.get(at + 5) != 0;
        if (!unix && name.indexOf('/') < 0) {
            name = name.replace('\\', '/');
        }
        boolean link = unix && (unsigned(directory, at + 40) & KIND) == LINK;
        ByteBuffer large = extra(extras, ZIP64_EXTRA);
        long size = number(directory.getInt(at + 24), large);
        long packed = number(directory.getInt(at + 20), large);
        long local = number(directory.getInt(at + 42), large) + begin - offset;
        if (size < 0 || packed < 0 || local < 0 || local > begin || packed > begin) {
            throw damagedDirectory();
        }
        return new ZipHeader(
                name,
                flags,
                unsigned(directory, at + 10),
                directory.getInt(at + 16) & MORE_32,
                packed,
                size,
                local,
                !link && !name.endsWith("/"));
    }

    /** Returns a number of 32 bits, or the next one of the zip64 extra if it does not fit into them. */
    private static long number(int field, ByteBuffer large) throws ZipException {
        long number = field & MORE_32;
        if (number == MORE_32 && large.remaining() >= Long.BYTES) {
            return large.getLong();
        }
        return number;
    }

    /** Returns the content of an extra field; nothing if there is none. */
    private static ByteBuffer extra(ByteBuffer extras, int id) {
        int at = 0;
        while (at + 4 <= extras.limit()) {
            int end = at + 4 + unsigned(extras, at + 2);
            if (unsigned(extras, at) == id && end <= extras.limit()) {
                return extras.slice(at + 4, end - at - 4).order(ByteOrder.LITTLE_ENDIAN);
            }
            at = end;
        }
        return ByteBuffer.allocate(0);
    }

    /** Reads a name: UTF-8 by its flag, by an extra field or by its bytes; else the charset of the first archives. */
    private static String name(byte[] raw, boolean utf8, ByteBuffer unicode) {
        if (unicode.remaining() > 5) {
            CRC32 sum = new CRC32();
            sum.update(raw);
            if (unicode.get() == 1 && unicode.getInt() == (int) sum.getValue()) {
                return StandardCharsets.UTF_8.decode(unicode).toString();
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(raw, utf8 ? StandardCharsets.UTF_8 : CP437);
        }
    }

    private static ZipException damagedDirectory() {
        return new ZipException("its directory is damaged; get the file again");
    }

    private static int unsigned(ByteBuffer bytes, int at) {
        return bytes.getShort(at) & 0xFFFF;
    }

    private ByteBuffer bytes(long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (from < 0 || channel.read(bytes, from + bytes.position()) < 0) {
                throw new EOFException("it ends too early; get the file again");
            }
        }
        return bytes.flip();
    }
}
