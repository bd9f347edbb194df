package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.Utf8Blocks;
import dev.mongohaul.csv.Utf8Encoding;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Charset of the inputs, guessed from their bytes.
 *
 * <p>A byte order mark decides; without one, escape sequences where all is ASCII, or UTF-8 where most characters above
 * ASCII are valid. Other text is in the charset whose letters are the most likely ones of a language, or in one of Chinese,
 * Japanese or Korean.
 *
 * @param note why it is this one; null where nothing needs to be said
 * @param others charsets that are possible as well, each with the first words that differ
 * @param isAscii whether all of the inputs were read, and have ASCII only
 */
record CharsetGuess(Charset charset, @Nullable String note, List<String> others, boolean isAscii) {

    CharsetGuess(Charset charset, @Nullable String note) {
        this(charset, note, List.of());
    }

    CharsetGuess(Charset charset, @Nullable String note, List<String> others) {
        this(charset, note, others, false);
    }

    /** Charsets of ISO 2022, which hold characters above ASCII as escape sequences. */
    private static final List<String> ESCAPING =
            List.of("ISO-2022-JP", "ISO-2022-JP-2", "x-windows-iso2022jp", "ISO-2022-KR", "ISO-2022-CN");

    /** Sequences that choose a set of characters for the bytes after them; terminals have others. */
    private static final Pattern ESCAPE = Pattern.compile("\\x1B(\\$[@ABCDEFGH(-/*+]|[(.][A-KN])");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

    private static final int HEAD_BYTES = 64 << 10;
    private static final Charset SHIFT_JIS = Charset.forName("Shift_JIS");

    /** One in this number of bytes above ASCII may be undefined, by a fault of the input. */
    private static final int MOST_UNDEFINED = 10;

    /** The score of a letter in a text that is certainly of a language. */
    private static final double USUAL_LETTER = -4;

    /** Differences of scores between readings that are both possible, and between those that are worth a look. */
    private static final double NEAR = 4;

    private static final double FAR = 8;

    private static final int MOST_CANDIDATES = 4;

    /** The lowest percentage of ASCII characters in a text that is taken for UTF-16. */
    private static final int OBVIOUS_PERCENT = 80;

    /** The most NULs on the other side of the characters of a text in UTF-16, relative to the others. */
    private static final double MOST_ODD = 0.01;

    /**
     * Returns the guess for the inputs; those without a byte order mark are in one charset.
     *
     * @throws InputException for a file that is not text
     */
    static CharsetGuess of(Sample sample) throws IOException {
        List<Input> inputs = sample.inputs().list();
        Map<Input, Charset> marked = new HashMap<>();
        for (Input input : inputs) {
            Charset mark = mark(input);
            if (mark != null) {
                marked.put(input, mark);
                continue;
            }
            Charset wide = wide(input);
            if (wide != null) {
                return new CharsetGuess(wide, "a guess: every other byte is a NUL");
            }
        }
        Charset mark = marked.get(inputs.get(0));
        if (mark != null && marked.size() == inputs.size()) {
            return new CharsetGuess(mark, "the file begins with a byte order mark");
        }
        NonAsciiLines lines = new NonAsciiLines();
        SampleExtent extent =
                sample.records(DialectSearch.lines(StandardCharsets.UTF_8), Sample.ANY_WIDTH, (item, first) -> {
                    if (!marked.containsKey(inputs.get(item.location().input()))) {
                        lines.add(item, sample);
                    }
                });
        CharsetGuess guess = of(lines);
        boolean ascii = extent.isWhole() && !sample.isCut() && marked.isEmpty() && lines.valid + lines.invalid == 0;
        return ascii && !guess.isLegacy() ? new CharsetGuess(guess.charset, guess.note, guess.others, true) : guess;
    }

    /** Returns whether lines cannot be found from any offset: a line end takes several bytes, or escapes come before. */
    boolean isWide() {
        return charset.name().contains("2022")
                || charset.name().startsWith("UTF-16")
                || charset.name().startsWith("UTF-32");
    }

    /** Returns whether it is a guess among charsets that have one byte or two for a character above ASCII. */
    boolean isLegacy() {
        return !charset.name().startsWith("UTF-");
    }

    /** Returns a sentence on the other charsets. */
    String alternatives() {
        return others.isEmpty() ? " The option --charset changes it." : " " + String.join("; ", others) + ".";
    }

    private static CharsetGuess of(NonAsciiLines lines) {
        if (lines.invalid == 0) {
            return lines.escaped() ? escaped(lines.kept) : new CharsetGuess(StandardCharsets.UTF_8, null);
        }
        // In another charset, hardly any characters above ASCII are UTF-8 by chance.
        if (lines.valid >= lines.invalid) {
            return new CharsetGuess(
                    StandardCharsets.UTF_8,
                    "except for %s, whose records are rejected; the first is in %s"
                            .formatted(Counted.of(lines.invalid, "place"), lines.place));
        }
        String first = "not UTF-8, the first byte that is not is in " + lines.place;
        List<LegacyCharset> readings = LegacyCharset.readings(lines.kept);
        LegacyCharset best = readings.get(0);
        Charset asian = best.score() < USUAL_LETTER * best.characters() ? lines.asianCharset() : null;
        return asian == null
                ? legacy(lines, readings, first)
                : new CharsetGuess(asian, "a guess: " + first + lines.read(asian));
    }

    /** Returns the charset of ISO 2022 that reads the most escape sequences. */
    private static CharsetGuess escaped(List<byte[]> lines) {
        Words best = ESCAPING.stream()
                .filter(Charset::isSupported)
                .map(name -> new Words(Charset.forName(name), lines))
                .min(Comparator.comparingInt(words -> words.faults))
                .orElseThrow();
        return new CharsetGuess(
                best.charset,
                best.faults == 0
                        ? "a guess: only it reads all escape sequences"
                        : "UNCERTAIN: it does not read all escape sequences. Set the right charset");
    }

    private static CharsetGuess legacy(NonAsciiLines lines, List<LegacyCharset> readings, String first) {
        LegacyCharset best = readings.get(0);
        List<String> others = readings.stream()
                .skip(1)
                .filter(other -> other.score() > best.score() - FAR)
                .limit(MOST_CANDIDATES)
                .map(other -> lines.otherwise(best.charset(), other.charset()))
                .filter(words -> !words.isEmpty())
                .toList();
        boolean near = readings.size() > 1 && readings.get(1).score() > best.score() - NEAR;
        if (best.faults() * MOST_UNDEFINED > best.characters()) {
            return new CharsetGuess(
                    StandardCharsets.ISO_8859_1,
                    "UNCERTAIN: no charset has letters for all bytes. Set the right one, such as Shift_JIS or GB18030; "
                            + first,
                    others);
        }
        return new CharsetGuess(
                best.charset(),
                (near || best.hasBrokenWords() ? "UNCERTAIN: " : "a guess: ")
                        + first
                        + (others.isEmpty() ? lines.read(best.charset()) : "")
                        + (best.faults() == 0
                                ? ""
                                : "; it does not define %s, whose records are rejected"
                                        .formatted(Counted.of(best.faults(), "byte"))),
                others);
    }

    private static @Nullable Charset mark(Input input) throws IOException {
        try (Utf8Blocks blocks = Utf8Blocks.open(input, StandardCharsets.UTF_8, 0, true, HEAD_BYTES)) {
            return blocks.byteOrderMarkBytes() == 0 ? null : blocks.charset();
        }
    }

    /** Returns UTF-16 where it is obvious; no other text has NUL bytes. */
    private static @Nullable Charset wide(Input input) throws IOException {
        byte[] head;
        try (InputStream in = input.peek()) {
            head = in.readNBytes(HEAD_BYTES);
        }
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
        throw InputException.refused(
                ("%s is not a text file: byte %d is a NUL. Save a workbook as CSV first. The name of"
                                + " an archive must end in .gz, .zst, .bz2 or .zip.")
                        .formatted(input.name(), first + 1));
    }

    /**
     * Lines with bytes above ASCII, how much of them is UTF-8, and the charset of Chinese, Japanese or Korean in which they are words.
     */
    private static final class NonAsciiLines {

        private static final int MOST_KEPT_BYTES = 64 << 10;

        /** Bytes of a character that the end of a shortened line may cut. */
        private static final int MOST_CUT = 3;

        /** Parts of the lines that are judged apart, since one bad byte makes the detector give up a charset. */
        private static final int MOST_PARTS = 8;

        private static final int LINES_PER_PART = 4;

        private static final int MOST_WORDS = 3;

        /** The charsets for each that the detector names: it and those that differ from it in a few characters. */
        private static final Map<String, List<String>> READINGS = Map.ofEntries(
                Map.entry("SHIFT_JIS", List.of("Shift_JIS", "windows-31j")),
                Map.entry("EUC-JP", List.of("EUC-JP")),
                Map.entry("GB18030", List.of("GB18030")),
                Map.entry("BIG5", List.of("Big5", "Big5-HKSCS")),
                Map.entry("EUC-KR", List.of("EUC-KR", "x-windows-949")),
                Map.entry("EUC-TW", List.of("x-EUC-TW")));

        private final List<byte[]> kept = new ArrayList<>();
        private int keptBytes;

        /** Characters above ASCII that are UTF-8. */
        private long valid;

        /** Sequences of bytes that belong to no character. */
        private long invalid;

        /** Line of the first of them. */
        private @Nullable String place;

        void add(CsvItem item, Sample sample) {
            byte[] line = item.toByteArray();
            boolean plain = true;
            for (byte octet : line) {
                plain &= octet >= ' ' || octet == '\t' || octet == '\n' || octet == '\r';
            }
            if (plain) {
                return;
            }
            if (keptBytes + line.length <= MOST_KEPT_BYTES) {
                keptBytes += line.length;
                byte[] ended = Arrays.copyOf(line, line.length + 1);
                ended[line.length] = '\n';
                kept.add(ended);
            }
            int whole = line.length < item.location().length() ? line.length - MOST_CUT : line.length;
            if (addValid(line, whole) && place == null) {
                String name =
                        sample.inputs().list().get(item.location().input()).name();
                place = (sample.hasLine(item) ? "line " + item.location().line() + " of " : "the middle of ") + name;
            }
        }

        /** Returns whether the lines are ASCII, and hold escape sequences. */
        boolean escaped() {
            return valid == 0
                    && kept.stream()
                            .anyMatch(line -> ESCAPE.matcher(new String(line, StandardCharsets.US_ASCII))
                                    .find());
        }

        /** Returns the first words above ASCII, as text. */
        String read(Charset charset) {
            return ", which reads "
                    + listed(kept.stream()
                            .flatMap(line -> BETWEEN_WORDS.splitAsStream(new String(line, charset)))
                            .filter(word -> word.chars().anyMatch(each -> each >= 0x80))
                            .distinct()
                            .limit(MOST_WORDS)
                            .toList());
        }

        /** Counts the characters; returns whether some bytes before the end belong to none. */
        private boolean addValid(byte[] line, int end) {
            long before = invalid;
            int from = 0;
            while (from < end) {
                int wrong = Utf8Encoding.firstInvalid(line, from, line.length);
                int to = wrong < 0 ? line.length : wrong;
                for (int at = from; at < to; at++) {
                    // Each character has one byte that begins it.
                    valid += (line[at] & 0xC0) == 0xC0 ? 1 : 0;
                }
                invalid += to < end ? 1 : 0;
                from = to + 1;
                while (from < end && (line[from] & 0xC0) == 0x80) {
                    from++;
                }
            }
            return invalid > before;
        }

        /** Returns the first words that another charset reads otherwise, as text; empty if there is none. */
        String otherwise(Charset charset, Charset other) {
            Map<String, String> words = LegacyCharset.differences(kept, charset, other, MOST_WORDS);
            return words.isEmpty()
                    ? ""
                    : "%s %s %s with --charset %s"
                            .formatted(
                                    listed(words.keySet()),
                                    words.size() == 1 ? "is" : "are",
                                    listed(words.values()),
                                    other.name());
        }

        private static String listed(Collection<String> words) {
            return words.stream().map(Printable::quoted).collect(Collectors.joining(", "));
        }

        /**
         * Returns the charset of Chinese, Japanese or Korean that the detector names for most parts, or Shift_JIS for a text that
         * is too short for it; null where they are words in none.
         */
        @Nullable
        Charset asianCharset() {
            Map<Charset, Integer> votes = new LinkedHashMap<>();
            vote(kept, votes);
            int parts = Math.min(MOST_PARTS, kept.size() / LINES_PER_PART);
            for (int part = 0; part < parts; part++) {
                vote(kept.subList(kept.size() * part / parts, kept.size() * (part + 1) / parts), votes);
            }
            Words japanese = new Words(SHIFT_JIS, kept);
            return votes.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(japanese.faults == 0 && japanese.areOfAnotherScript() ? SHIFT_JIS : null);
        }

        private void vote(List<byte[]> part, Map<Charset, Integer> votes) {
            UniversalDetector detector = new UniversalDetector();
            part.forEach(detector::handleData);
            detector.dataEnd();
            String detected = Objects.requireNonNullElse(detector.getDetectedCharset(), "");
            READINGS.getOrDefault(detected, List.of()).stream()
                    .filter(Charset::isSupported)
                    .map(name -> new Words(Charset.forName(name), kept))
                    .filter(Words::areOfAnotherScript)
                    .max(Comparator.comparingInt(words -> words.letters - words.faults))
                    .ifPresent(words -> votes.merge(words.charset, 1, Integer::sum));
        }
    }

    /** Words of the lines as a charset reads them. */
    private static final class Words {

        /** Factor by which words of another script outnumber those that mix it with Latin. */
        private static final int TIMES_MIXED = 2;

        private static final int FEWEST = 2;

        private final Charset charset;
        private int letters;
        private int faults;
        private int foreign;
        private int mixed;

        Words(Charset charset, List<byte[]> lines) {
            this.charset = charset;
            lines.forEach(line -> read(new String(line, charset)));
        }

        private void read(String line) {
            int latin = 0;
            int other = 0;
            for (int character : (line + '\n').codePoints().toArray()) {
                if (LegacyCharset.isFault(character)) {
                    faults++;
                }
                if (!Character.isLetter(character) && Character.getType(character) != Character.NON_SPACING_MARK) {
                    letters += other;
                    foreign += latin == 0 && other > 1 ? 1 : 0;
                    mixed += latin > 0 && other > 0 ? 1 : 0;
                    latin = 0;
                    other = 0;
                } else if (Character.UnicodeScript.of(character) == Character.UnicodeScript.LATIN) {
                    latin++;
                } else {
                    other++;
                }
            }
        }

        boolean areOfAnotherScript() {
            return foreign >= FEWEST && foreign > TIMES_MIXED * mixed && faults * MOST_UNDEFINED <= foreign;
        }
    }
}
