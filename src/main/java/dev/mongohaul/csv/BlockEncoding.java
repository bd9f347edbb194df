package dev.mongohaul.csv;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Charset that an input is in.
 *
 * @param byteOrderMarkBytes length of the mark at the input's beginning, which may be repeated; 0 without one
 * @param unit number of bytes of a CR or LF
 */
record BlockEncoding(Charset charset, int byteOrderMarkBytes, int unit) {

    /** A mark, and the same mark repeated, as by programs that write one before a text that has one. */
    static final int LONGEST_MARKS = 16;

    // UTF-32 first: its little-endian mark begins with that of UTF-16.
    private static final List<String> MARKED = List.of("UTF-32BE", "UTF-32LE", "UTF-8", "UTF-16BE", "UTF-16LE");

    /**
     * Returns the encoding; a byte order mark takes precedence over the declared charset.
     *
     * @param head the input's first bytes, at least {@link #LONGEST_MARKS} where it has as many
     */
    static BlockEncoding detect(byte[] head, Charset declared) {
        for (String name : MARKED) {
            Charset charset = Charset.forName(name);
            byte[] mark = "\uFEFF".getBytes(charset);
            int marks = 0;
            while (isAt(head, marks, mark)) {
                marks += mark.length;
            }
            if (marks > 0) {
                return new BlockEncoding(charset, marks, unit(name));
            }
        }
        Charset charset = withoutMark(declared);
        return new BlockEncoding(charset, 0, unit(charset.name()));
    }

    private static boolean isAt(byte[] head, int at, byte[] mark) {
        return head.length >= at + mark.length && Arrays.equals(head, at, at + mark.length, mark, 0, mark.length);
    }

    /** The JDK's decoders of the names without a byte order look for a mark at each reset; RFC 2781 4.3 says BE. */
    private static Charset withoutMark(Charset declared) {
        return switch (declared.name()) {
            case "UTF-16" -> StandardCharsets.UTF_16BE;
            case "x-UTF-16LE-BOM" -> StandardCharsets.UTF_16LE;
            case "UTF-32", "X-UTF-32BE-BOM" -> Charset.forName("UTF-32BE");
            case "X-UTF-32LE-BOM" -> Charset.forName("UTF-32LE");
            default -> declared;
        };
    }

    private static int unit(String name) {
        return name.startsWith("UTF-16") ? 2 : name.startsWith("UTF-32") ? 4 : 1;
    }
}
