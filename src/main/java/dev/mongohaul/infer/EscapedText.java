package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines in ASCII that hold other characters as escape sequences, as the charsets for 7-bit mail do. */
final class EscapedText {

    private static final int MOST_KEPT_BYTES = 64 << 10;
    private static final byte ESCAPE = 0x1B;
    private static final byte SHIFT_OUT = 0x0E;

    /** Sequences that choose a set of characters for the bytes after them; terminals have others. */
    private static final Pattern ISO_2022 = Pattern.compile("\\x1B(\\$[@ABCDEFGH(-/*+]|[(.][A-KN])");

    private static final List<Charset> DECODERS = Stream.of(
                    "ISO-2022-JP",
                    "ISO-2022-JP-2",
                    "x-windows-50221",
                    "x-windows-iso2022jp",
                    "ISO-2022-KR",
                    "ISO-2022-CN")
            .filter(Charset::isSupported)
            .map(Charset::forName)
            .toList();

    private final List<String> kept = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private int keptBytes;

    /** Adds a line in ASCII, if it may hold an escape sequence. */
    void add(CsvItem item, byte[] line, Sample sample) {
        boolean suspect = false;
        for (byte octet : line) {
            suspect |= octet == ESCAPE || octet == SHIFT_OUT;
        }
        if (suspect && keptBytes + line.length <= MOST_KEPT_BYTES) {
            keptBytes += line.length;
            kept.add(new String(line, StandardCharsets.US_ASCII));
            numbers.add(sample.hasLine(item) ? item.location().line() : 0);
        }
    }

    /**
     * Returns the charset of the lines; null if they are plain ASCII.
     */
    @Nullable
    CharsetGuess charset() {
        for (int index = 0; index < kept.size(); index++) {
            if (ISO_2022.matcher(kept.get(index)).find()) {
                return iso2022(numbers.get(index));
            }
        }
        return null;
    }

    private CharsetGuess iso2022(long line) {
        Charset best =
                DECODERS.stream().min(Comparator.comparingInt(this::faults)).orElseThrow();
        int faults = faults(best);
        String place = line == 0 ? "" : ", the first of them in line " + line;
        String note = faults == 0
                ? "a guess: only it reads all escape sequences" + place
                : "UNCERTAIN: it does not read all escape sequences%s. Set the right charset".formatted(place);
        return new CharsetGuess(best, note);
    }

    private int faults(Charset charset) {
        return (int) kept.stream()
                .filter(line -> {
                    String text = new String(line.getBytes(StandardCharsets.US_ASCII), charset);
                    return text.chars().anyMatch(each -> each == 0xFFFD || each == ESCAPE || each == SHIFT_OUT);
                })
                .count();
    }
}
