package dev.mongohaul.reject.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;

/** What surrounds the rejected records so that the file can be imported by the very job that rejected them. */
public final class CsvFrame {

    private final byte[] head;
    private final byte[] lineEnd;

    private CsvFrame(byte[] head, byte[] lineEnd) {
        this.head = head;
        this.lineEnd = lineEnd;
    }

    /**
     * A frame like that of the input.
     *
     * @param head all bytes of the input before its first record: byte-order mark, skipped lines, header record. Its
     *     last line end may be missing; empty where the input begins with a record
     * @param lineEnd of the input, such as {@code "\n"}
     * @param charset of the input; where it is wider than a byte, the one that names its byte order (UTF-16LE)
     */
    public static CsvFrame of(byte[] head, String lineEnd, Charset charset) {
        byte[] encodedLineEnd = encode(lineEnd, charset);
        boolean complete = endsBeforeRecord(new String(head, charset));
        return new CsvFrame(complete ? head.clone() : concatenate(head, encodedLineEnd), encodedLineEnd);
    }

    void begin(OutputStream out) throws IOException {
        out.write(head);
    }

    void endRecord(OutputStream out) throws IOException {
        out.write(lineEnd);
    }

    /** Some charsets put a byte-order mark before whatever they encode: only the bytes behind it are wanted. */
    private static byte[] encode(String text, Charset charset) {
        byte[] twice = (text + text).getBytes(charset);
        int length = twice.length - text.getBytes(charset).length;
        return Arrays.copyOfRange(twice, twice.length - length, twice.length);
    }

    /** Behind a line end, or at the very beginning: some charsets decode a byte-order mark, others swallow it. */
    private static boolean endsBeforeRecord(String head) {
        return head.isEmpty() || head.equals("\uFEFF") || head.endsWith("\n") || head.endsWith("\r");
    }

    private static byte[] concatenate(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
