package dev.mongohaul.infer;

import dev.mongohaul.csv.Utf8Blocks;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The charset that the inputs are in, as far as bytes can tell.
 *
 * <p>A byte order mark's; UTF-8 where most characters above ASCII are; else one in which most bytes are characters.
 *
 * @param note why it is this one; null where nothing needs to be said
 */
public record CharsetGuess(Charset charset, @Nullable String note) {

    private static final int HEAD_BYTES = 64 << 10;
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** The bytes that windows-1252 leaves undefined. */
    private static final int[] NOT_IN_WINDOWS_1252 = {0x81, 0x8D, 0x8F, 0x90, 0x9D};

    /** One in this number of bytes above ASCII may be undefined, by a fault of the input. */
    private static final int MOST_UNDEFINED = 10;

    /** So many of a hundred characters of a text in UTF-16 are at least of ASCII. */
    private static final int OBVIOUS_PERCENT = 80;

    /** NULs of a text in UTF-16 that are on the other side of its characters, by faults of the input. */
    private static final double MOST_ODD = 0.01;

    /**
     * The guess for the inputs, of which those without a byte order mark are in one charset.
     *
     * @throws InputException for a file that is no text
     */
    public static CharsetGuess of(Sample sample) throws IOException {
        Map<Input, Charset> marked = new HashMap<>();
        for (Input input : sample.inputs().list()) {
            Charset mark = mark(input);
            if (mark != null) {
                marked.put(input, mark);
                continue;
            }
            Charset wide = wide(input);
            if (wide != null) {
                return new CharsetGuess(wide, "there is no byte order mark, but every other byte is a NUL");
            }
        }
        return ofBytes(sample, marked);
    }

    /** Whether a line end takes several bytes, so that lines cannot be found from anywhere. */
    public boolean isWide() {
        return charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32");
    }

    private static CharsetGuess ofBytes(Sample sample, Map<Input, Charset> marked) throws IOException {
        Input first = sample.inputs().list().get(0);
        if (marked.size() == sample.inputs().list().size()) {
            return new CharsetGuess(Objects.requireNonNull(marked.get(first)), "a byte order mark says so");
        }
        Utf8Scan scan = new Utf8Scan();
        sample.bytes(stretch -> {
            if (!marked.containsKey(stretch.input())) {
                scan.scan(stretch);
            }
        });
        return of(scan);
    }

    private static CharsetGuess of(Utf8Scan scan) {
        if (scan.invalid() == 0) {
            return new CharsetGuess(StandardCharsets.UTF_8, null);
        }
        // In another charset, hardly any characters above ASCII are UTF-8 by chance.
        if (scan.valid() >= scan.invalid()) {
            return new CharsetGuess(
                    StandardCharsets.UTF_8,
                    "but not in %s, whose records are rejected; the first is in %s"
                            .formatted(Counted.of(scan.invalid(), "place"), scan.place()));
        }
        String first = "the first byte that is not lies in " + scan.place();
        long undefined =
                IntStream.of(NOT_IN_WINDOWS_1252).mapToLong(scan::count).sum();
        if (undefined == 0) {
            return new CharsetGuess(WINDOWS_1252, "a guess: not UTF-8, " + first);
        }
        if (undefined * MOST_UNDEFINED <= scan.countAboveAscii()) {
            return new CharsetGuess(
                    WINDOWS_1252,
                    "a guess: not UTF-8, %s; it lacks %s, whose records are rejected"
                            .formatted(first, Counted.of(undefined, "byte")));
        }
        return new CharsetGuess(
                StandardCharsets.ISO_8859_1,
                "WRONG, as 0x%02X is no letter in it: name the right one, such as IBM850, Shift_JIS or GB18030; not UTF-8, %s"
                        .formatted(
                                IntStream.of(NOT_IN_WINDOWS_1252)
                                        .filter(octet -> scan.count(octet) > 0)
                                        .findFirst()
                                        .orElseThrow(),
                                first));
    }

    private static @Nullable Charset mark(Input input) throws IOException {
        try (Utf8Blocks blocks = Utf8Blocks.open(input, StandardCharsets.UTF_8, 0, true, HEAD_BYTES)) {
            return blocks.byteOrderMarkBytes() == 0 ? null : blocks.charset();
        }
    }

    /** UTF-16 where it is obvious; bytes that are NUL are in no other text. */
    private static @Nullable Charset wide(Input input) throws IOException {
        byte[] head = head(input);
        int[] nuls = new int[2];
        int first = -1;
        for (int at = 0; at < head.length; at++) {
            if (head[at] == 0) {
                nuls[at % 2]++;
                first = first < 0 ? at : first;
            }
        }
        if (first < 0) {
            return null;
        }
        int enough = head.length / 2 * OBVIOUS_PERCENT / 100;
        if (nuls[1] >= enough && nuls[0] <= MOST_ODD * nuls[1]) {
            return StandardCharsets.UTF_16LE;
        }
        if (nuls[0] >= enough && nuls[1] <= MOST_ODD * nuls[0]) {
            return StandardCharsets.UTF_16BE;
        }
        throw InputException.refused(("%s: is no text: byte %d is a NUL. Save a workbook as CSV first; the name of an"
                        + " archive ends in .gz or .zst")
                .formatted(input.name(), first + 1));
    }

    private static byte[] head(Input input) throws IOException {
        try (InputStream in = input.source().peek()) {
            return in.readNBytes(HEAD_BYTES);
        }
    }
}
