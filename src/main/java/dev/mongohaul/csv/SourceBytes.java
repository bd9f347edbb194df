package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.UnreadableInputException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** Decompressed bytes of an input from an offset on; reading fails where they outgrow the input's share of offsets. */
final class SourceBytes implements Closeable {

    private static final int MOST_GROWTH = 1 << 20;

    private final Input input;
    private final InputStream stream;
    private long position;
    private boolean exhausted;

    SourceBytes(Input input, InputStream stream, long position) throws IOException {
        this.input = input;
        this.stream = stream;
        this.position = position;
        stream.skipNBytes(position);
    }

    /** Returns how many bytes to read after those kept: the rest of a block, or more where a record outgrows it. */
    static int room(int kept, int blockBytes) {
        return Math.max(blockBytes - kept, Math.max(1, Math.min(kept, MOST_GROWTH)));
    }

    long position() {
        return position;
    }

    boolean exhausted() {
        return exhausted;
    }

    /** Fills the part of the array, unless the input ends before, and returns the number of bytes. */
    int read(byte[] bytes, int offset, int length) throws IOException {
        int count = stream.readNBytes(bytes, offset, length);
        exhausted = count < length;
        position += count;
        if (position > input.capacity()) {
            throw new UnreadableInputException(
                    "%s: has more than the %,d bytes that it can have beside the other inputs; import it alone"
                            .formatted(input.name(), input.capacity()));
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    /**
     * Charset that an input is in, with the length of its byte order mark.
     *
     * @param byteOrderMarkBytes length of the mark at the input's beginning, 0 without one
     */
    record InputEncoding(Charset charset, int byteOrderMarkBytes) {

        static final int LONGEST_MARK = 4;

        private static final HexFormat HEX = HexFormat.of();

        /**
         * Returns the encoding; a byte order mark takes precedence over the declared charset.
         *
         * @param head the input's first bytes, at least four where it has as many
         */
        static InputEncoding detect(byte[] head, Charset declared) {
            // UTF-32 first: its little-endian mark begins with that of UTF-16.
            if (startsWith(head, "0000feff")) {
                return new InputEncoding(Charset.forName("UTF-32BE"), 4);
            }
            if (startsWith(head, "fffe0000")) {
                return new InputEncoding(Charset.forName("UTF-32LE"), 4);
            }
            if (startsWith(head, "efbbbf")) {
                return new InputEncoding(StandardCharsets.UTF_8, 3);
            }
            if (startsWith(head, "feff")) {
                return new InputEncoding(StandardCharsets.UTF_16BE, 2);
            }
            if (startsWith(head, "fffe")) {
                return new InputEncoding(StandardCharsets.UTF_16LE, 2);
            }
            return new InputEncoding(withoutMark(declared), 0);
        }

        /** The JDK's decoders of the names without a byte order look for a mark at each reset; RFC 2781 4.3 says BE. */
        private static Charset withoutMark(Charset declared) {
            return switch (declared.name()) {
                case "UTF-16" -> StandardCharsets.UTF_16BE;
                case "x-UTF-16LE-BOM" -> StandardCharsets.UTF_16LE;
                case "UTF-32" -> Charset.forName("UTF-32BE");
                case "X-UTF-32BE-BOM" -> Charset.forName("UTF-32BE");
                case "X-UTF-32LE-BOM" -> Charset.forName("UTF-32LE");
                default -> declared;
            };
        }

        /** Returns the number of bytes of a CR or LF in the charset. */
        static int unitBytes(Charset charset) {
            String name = charset.name().toUpperCase(Locale.ROOT);
            if (name.contains("UTF-16")) {
                return 2;
            }
            return name.contains("UTF-32") ? 4 : 1;
        }

        boolean isUtf8() {
            return charset.equals(StandardCharsets.UTF_8);
        }

        boolean isLittleEndian() {
            return charset.name().endsWith("LE");
        }

        private static boolean startsWith(byte[] head, String hex) {
            byte[] mark = HEX.parseHex(hex);
            return head.length >= mark.length && Arrays.equals(head, 0, mark.length, mark, 0, mark.length);
        }
    }
}
