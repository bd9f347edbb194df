package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.Utf8Blocks;
import dev.mongohaul.csv.Utf8Encoding;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.text.Counted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Charset of the inputs, guessed from their bytes.
 *
 * <p>A byte order mark decides; without one, escape sequences where all is ASCII, or UTF-8 where most characters above
 * ASCII are valid. Other text is in the charset that {@link NonAsciiLines} reads most of its words in, and in windows-1252 where there is none.
 *
 * @param note why it is this one; null where nothing needs to be said
 */
record CharsetGuess(Charset charset, @Nullable String note) {

    private static final int HEAD_BYTES = 64 << 10;
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private static final Charset SHIFT_JIS = Charset.forName("Shift_JIS");

    /** The bytes that windows-1252 leaves undefined. */
    private static final int[] NOT_IN_WINDOWS_1252 = {0x81, 0x8D, 0x8F, 0x90, 0x9D};

    /** One in this number of bytes above ASCII may be undefined, by a fault of the input. */
    private static final int MOST_UNDEFINED = 10;

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
        sample.records(DialectSearch.lines(StandardCharsets.UTF_8), Sample.ANY_WIDTH, (item, first) -> {
            if (!marked.containsKey(inputs.get(item.location().input()))) {
                lines.add(item, sample);
            }
        });
        CharsetGuess escaped = lines.valid + lines.invalid == 0 && marked.isEmpty()
                ? lines.escaped.charset(inputs.get(0).name())
                : null;
        return escaped == null ? of(lines) : escaped;
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

    private static CharsetGuess of(NonAsciiLines lines) {
        if (lines.invalid == 0) {
            return new CharsetGuess(StandardCharsets.UTF_8, null);
        }
        // In another charset, hardly any characters above ASCII are UTF-8 by chance.
        if (lines.valid >= lines.invalid) {
            return new CharsetGuess(
                    StandardCharsets.UTF_8,
                    "except for %s, whose records are rejected; the first is in %s"
                            .formatted(Counted.of(lines.invalid, "place"), lines.place));
        }
        String first = "the first byte that is not is in " + lines.place;
        Charset legacy = lines.legacyCharset();
        return legacy == null ? windows1252(lines, first) : new CharsetGuess(legacy, "a guess: not UTF-8, " + first);
    }

    private static CharsetGuess windows1252(NonAsciiLines lines, String first) {
        Optional<String> other = lines.areCentralEuropean()
                ? Optional.of("windows-1250")
                : lines.areTurkish() ? Optional.of("windows-1254") : Optional.empty();
        if (other.isPresent()) {
            return new CharsetGuess(Charset.forName(other.get()), "a guess by its letters: not UTF-8, " + first);
        }
        long undefined = IntStream.of(NOT_IN_WINDOWS_1252)
                .mapToLong(octet -> lines.counts[octet])
                .sum();
        if (undefined > 0 && lines.areJapanese()) {
            return new CharsetGuess(SHIFT_JIS, "a guess: not UTF-8, " + first);
        }
        if (undefined == 0) {
            return new CharsetGuess(WINDOWS_1252, "a guess: not UTF-8, " + first);
        }
        if (undefined * MOST_UNDEFINED <= LongStream.of(lines.counts).sum()) {
            return new CharsetGuess(
                    WINDOWS_1252,
                    "a guess: not UTF-8, %s; it does not define %s, whose records are rejected"
                            .formatted(first, Counted.of(undefined, "byte")));
        }
        return new CharsetGuess(
                StandardCharsets.ISO_8859_1,
                "UNCERTAIN: 0x%02X is no letter in it. Set the right charset, such as IBM850, Shift_JIS or GB18030; not UTF-8, %s"
                        .formatted(
                                IntStream.of(NOT_IN_WINDOWS_1252)
                                        .filter(octet -> lines.counts[octet] > 0)
                                        .findFirst()
                                        .orElseThrow(),
                                first));
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
     * Lines with bytes above ASCII, how much of them is UTF-8, and the charset in which they are words of another script
     * than Latin.
     *
     * <p>The detector of legacy charsets looks for frequent pairs of letters, and takes some Western texts for Cyrillic or
     * Hebrew. In these, letters above ASCII stand among those of ASCII; in the scripts that it knows, whole words are above
     * ASCII.
     */
    private static final class NonAsciiLines {

        private static final int MOST_KEPT_BYTES = 64 << 10;

        /** Bytes of a character that the end of a shortened line may cut. */
        private static final int MOST_CUT = 3;

        /** Parts of the lines that are judged apart, since one bad byte makes the detector give up a charset. */
        private static final int MOST_PARTS = 8;

        private static final int LINES_PER_PART = 4;

        /** Signs within words, where windows-1250 has letters. */
        private static final Pattern POLISH =
                Pattern.compile("\\p{L}[\u00B9\u00B3\u00BF\u00A3\u00A5\u00AA\u00AF\u00BC\u00BE]\\p{L}");

        /** Factor by which letters of French outnumber s and z with a caron there. */
        private static final int TIMES_OTHERS = 8;

        /** The charsets for each that the detector names: it and those that differ from it in a few characters. */
        private static final Map<String, List<String>> READINGS = Map.ofEntries(
                Map.entry("WINDOWS-1251", List.of("windows-1251")),
                Map.entry("KOI8-R", List.of("KOI8-R")),
                Map.entry("ISO-8859-5", List.of("ISO-8859-5")),
                Map.entry("IBM855", List.of("IBM855")),
                Map.entry("IBM866", List.of("IBM866")),
                Map.entry("MACCYRILLIC", List.of("x-MacCyrillic")),
                Map.entry("WINDOWS-1253", List.of("windows-1253", "ISO-8859-7")),
                Map.entry("ISO-8859-7", List.of("windows-1253", "ISO-8859-7")),
                Map.entry("WINDOWS-1255", List.of("windows-1255")),
                Map.entry("ISO-8859-8", List.of("windows-1255")),
                Map.entry("TIS620", List.of("TIS-620", "x-windows-874")),
                Map.entry("SHIFT_JIS", List.of("Shift_JIS", "windows-31j")),
                Map.entry("EUC-JP", List.of("EUC-JP")),
                Map.entry("GB18030", List.of("GB18030")),
                Map.entry("BIG5", List.of("Big5", "Big5-HKSCS")),
                Map.entry("EUC-KR", List.of("EUC-KR", "x-windows-949")),
                Map.entry("EUC-TW", List.of("x-EUC-TW")));

        /** The number of bytes with each value above ASCII. */
        private final long[] counts = new long[256];

        private final List<byte[]> kept = new ArrayList<>();
        private final EscapedText escaped = new EscapedText();
        private int keptBytes;

        /** Characters above ASCII that are UTF-8. */
        private long valid;

        /** Sequences of bytes that belong to no character. */
        private long invalid;

        /** Line of the first of them. */
        private @Nullable String place;

        void add(CsvItem item, Sample sample) {
            byte[] line = item.toByteArray();
            boolean ascii = true;
            for (byte octet : line) {
                if (octet < 0) {
                    counts[octet & 0xFF]++;
                    ascii = false;
                }
            }
            if (ascii) {
                escaped.add(item, line, sample);
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

        /** Returns whether all is Japanese in Shift_JIS, in texts that are too short for the detector. */
        boolean areJapanese() {
            Words words = new Words(SHIFT_JIS, kept);
            return words.faults == 0 && words.areOfAnotherScript();
        }

        /** Returns whether the letters are those of windows-1250, which differ from those of windows-1252. */
        boolean areCentralEuropean() {
            boolean defined = count(0x81, 0x83, 0x88, 0x90, 0x98) == 0;
            boolean polish = kept.stream()
                    .anyMatch(line ->
                            POLISH.matcher(new String(line, WINDOWS_1252)).find());
            long carons = count(0x8A, 0x8E, 0x9A, 0x9E);
            boolean czech = carons > 0
                    && carons * TIMES_OTHERS >= count(0xE8, 0xEC, 0xF8, 0xF9, 0xE0, 0xEA)
                    && count(0xE8, 0xEC, 0xF8, 0xF9, 0xE6) > 0;
            boolean hungarian = count(0xD5, 0xDB, 0xF5, 0xFB) > 0
                    && count(0xF6, 0xFC, 0xD6, 0xDC) > 0
                    && count(0xE0, 0xE3, 0xE4, 0xE7, 0xE8, 0xEA, 0xF1, 0xF2) == 0;
            return defined && (polish || czech || hungarian);
        }

        /** Returns whether the letters are those of windows-1254 in place of those of Iceland. */
        boolean areTurkish() {
            return count(0xF0, 0xFE, 0xDD, 0xDE) > 0
                    && count(0xF0, 0xFD, 0xFE, 0xD0, 0xDD, 0xDE) > 1
                    && count(0xE1, 0xE2, 0xE3, 0xE6, 0xE8, 0xE9, 0xEA, 0xED, 0xEE, 0xF3, 0xFA) == 0;
        }

        private long count(int... octets) {
            return IntStream.of(octets).mapToLong(octet -> counts[octet]).sum();
        }

        /** Returns the charset that the detector names for most parts; null where they are words in none. */
        @Nullable
        Charset legacyCharset() {
            Map<Charset, Integer> votes = new LinkedHashMap<>();
            vote(kept, votes);
            int parts = Math.min(MOST_PARTS, kept.size() / LINES_PER_PART);
            for (int part = 0; part < parts; part++) {
                vote(kept.subList(kept.size() * part / parts, kept.size() * (part + 1) / parts), votes);
            }
            return votes.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(null);
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
                if (isFault(character)) {
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

        /** Returns whether no text has the character: one that was not decoded, a C1 control or one for private use. */
        private static boolean isFault(int character) {
            return character == 0xFFFD
                    || (character >= 0x80 && character < 0xA0)
                    || Character.getType(character) == Character.PRIVATE_USE;
        }

        boolean areOfAnotherScript() {
            return foreign >= FEWEST && foreign > TIMES_MIXED * mixed && faults * MOST_UNDEFINED <= foreign;
        }
    }
}
