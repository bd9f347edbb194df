package dev.mongohaul.csv;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes a header from an input's first record. */
final class HeaderReader {

    private static final byte[] NOTHING = new byte[0];
    private static final int LAST_SHOWN = 80;

    private HeaderReader() {}

    static List<String> names(Input input, CsvItem item) {
        if (item instanceof MalformedRecord malformed) {
            throw InputException.refused("%s:%d: the header cannot be read: column %d: %s: %s"
                    .formatted(
                            input.name(),
                            malformed.location().line(),
                            malformed.column(),
                            malformed.reason(),
                            beginning(malformed)));
        }
        CsvRecord record = (CsvRecord) item;
        List<String> names = new ArrayList<>(record.cellCount());
        for (int cell = 0; cell < record.cellCount(); cell++) {
            names.add(record.text(cell));
        }
        return names;
    }

    private static String beginning(MalformedRecord malformed) {
        byte[] bytes = malformed.toByteArray();
        return new String(bytes, 0, Math.min(bytes.length, LAST_SHOWN), StandardCharsets.UTF_8);
    }

    /** Of an input whose header was read last. */
    static HeaderBytes bytes(CsvItem item, RecordReader reader) {
        byte[] lineEnd = reader.lineEndOf(item.location());
        Utf8Blocks blocks = reader.blocks();
        return new HeaderBytes(mark(blocks), item.toByteArray(), lineEnd.length == 0 ? lineFeed(blocks) : lineEnd);
    }

    /** Of an input that has records only. */
    static HeaderBytes without(Utf8Blocks blocks) {
        return new HeaderBytes(mark(blocks), NOTHING, lineFeed(blocks));
    }

    private static byte[] lineFeed(Utf8Blocks blocks) {
        Charset charset = blocks.charset();
        return "\n".getBytes(charset.canEncode() ? charset : StandardCharsets.US_ASCII);
    }

    private static byte[] mark(Utf8Blocks blocks) {
        return blocks.byteOrderMarkBytes() == 0 ? NOTHING : "\uFEFF".getBytes(blocks.charset());
    }
}
