package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.InputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
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

    private static final Pattern HZ = Pattern.compile("~\\{((?:[!-w][!-~])+)~}");
    private static final Pattern UTF_7 = Pattern.compile("\\+([A-Za-z0-9+/]+)");

    private final List<String> kept = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private int keptBytes;

    /** Adds a line in ASCII, if it may hold an escape sequence. */
    void add(CsvItem item, byte[] line, Sample sample) {
        boolean suspect = false;
        for (byte octet : line) {
            suspect |= octet == ESCAPE || octet == SHIFT_OUT || octet == '~' || octet == '+';
        }
        if (suspect && keptBytes + line.length <= MOST_KEPT_BYTES) {
            keptBytes += line.length;
            kept.add(new String(line, StandardCharsets.US_ASCII));
            numbers.add(sample.hasLine(item) ? item.location().line() : 0);
        }
    }

    /**
     * Returns the charset of the lines; null if they are plain ASCII.
     *
     * @param input name of the first input
     * @throws InputException for a charset that cannot be read
     */
    @Nullable
    CharsetGuess charset(String input) {
        for (int index = 0; index < kept.size(); index++) {
            if (ISO_2022.matcher(kept.get(index)).find()) {
                return iso2022(numbers.get(index));
            }
        }
        refuse(input, "HZ-GB-2312", HZ, EscapedText::isChinese);
        refuse(input, "UTF-7", UTF_7, EscapedText::isUtf7);
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

    /** Refuses a charset that cannot be read, if most of what looks like its escapes are characters. */
    private void refuse(String input, String charset, Pattern escape, Predicate<String> isText) {
        int texts = 0;
        int others = 0;
        long first = 0;
        for (int index = 0; index < kept.size(); index++) {
            for (MatchResult found : escape.matcher(kept.get(index)).results().toList()) {
                boolean text = isText.test(found.group(1));
                first = text && texts == 0 ? numbers.get(index) : first;
                texts += text ? 1 : 0;
                others += text ? 0 : 1;
            }
        }
        if (texts > others) {
            throw InputException.refused(
                    "%s: %s has characters in %s, which cannot be read. Convert the file, for example with 'iconv -f %s -t UTF-8'. If they are plain text, set charset=UTF-8."
                            .formatted(input, first == 0 ? "a line" : "line " + first, charset, charset));
        }
    }

    private static boolean isChinese(String pairs) {
        byte[] bytes = pairs.getBytes(StandardCharsets.US_ASCII);
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] |= (byte) 0x80;
        }
        try {
            Charset.forName("GB2312").newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Returns whether the text is whole characters of UTF-16 above ASCII in Base64, some of them letters. */
    private static boolean isUtf7(String base64) {
        boolean whole = base64.length() * 6 % 16 < 6 && base64.matches(".*[A-Za-z+/].*");
        if (!whole) {
            return false;
        }
        byte[] bytes = Base64.getDecoder().decode(base64);
        boolean padded =
                !Base64.getEncoder().withoutPadding().encodeToString(bytes).equals(base64);
        String text = new String(bytes, 0, bytes.length / 2 * 2, StandardCharsets.UTF_16BE);
        return !padded
                && text.chars().allMatch(each -> each > 0x7F && each != 0xFFFD && Character.isDefined(each))
                && text.codePoints().anyMatch(Character::isLetter);
    }
}
