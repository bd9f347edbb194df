package dev.mongohaul.infer;

import dev.mongohaul.csv.Utf8;
import dev.mongohaul.csv.Utf8Blocks;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.Sample.Stretch;
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
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Charset of the inputs, guessed from their bytes.
 *
 * <p>A byte order mark decides; without one, UTF-8 where most characters above ASCII are valid. Other text is in the
 * charset that {@link LegacyText} reads most of its words in, and in windows-1252 where there is none.
 *
 * @param note why it is this one; null where nothing needs to be said
 */
record CharsetGuess(Charset charset, @Nullable String note) {

    private static final int HEAD_BYTES = 64 << 10;
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** The bytes that windows-1252 leaves undefined. */
    private static final int[] NOT_IN_WINDOWS_1252 = {0x81, 0x8D, 0x8F, 0x90, 0x9D};

    /** One in this number of bytes above ASCII may be undefined, by a fault of the input. */
    private static final int MOST_UNDEFINED = 10;

    /** The least percentage of ASCII characters in a text taken for UTF-16. */
    private static final int OBVIOUS_PERCENT = 80;

    /** The most NULs on the other side of the characters of a text in UTF-16, relative to the others. */
    private static final double MOST_ODD = 0.01;

    /**
     * Returns the guess for the inputs; those without a byte order mark are in one charset.
     *
     * @throws InputException for a file that is not text
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

    /** Returns whether a line end takes several bytes, so that lines cannot be found from any offset. */
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
        return of(scan, sample, marked.keySet());
    }

    private static CharsetGuess of(Utf8Scan scan, Sample sample, Set<Input> marked) throws IOException {
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
        Charset legacy = LegacyText.of(sample, marked).charset();
        return legacy == null ? windows1252(scan, first) : new CharsetGuess(legacy, "a guess: not UTF-8, " + first);
    }

    private static CharsetGuess windows1252(Utf8Scan scan, String first) {
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

    /** Returns UTF-16 where it is obvious; no other text has NUL bytes. */
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

    /**
     * Lines above ASCII of a sample that is not UTF-8, and the charset in which they are words of another script than
     * Latin.
     *
     * <p>The detector looks for frequent pairs of letters, and takes some Western texts for Cyrillic or Hebrew. In these,
     * letters above ASCII stand among those of ASCII; in the scripts that it knows, whole words are above ASCII.
     */
    private record LegacyText(List<byte[]> lines) {

        private static final int MOST_BYTES = 64 << 10;
        private static final int BLOCK_BYTES = 64 << 10;

        /** Parts of the lines that are judged apart, since one bad byte makes the detector give up a charset. */
        private static final int MOST_PARTS = 8;

        private static final int LINES_PER_PART = 4;

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

        /** Reads the first lines with bytes above ASCII, from inputs that have no byte order mark. */
        static LegacyText of(Sample sample, Set<Input> marked) throws IOException {
            LegacyText text = new LegacyText(new ArrayList<>());
            sample.bytes(stretch -> {
                if (!marked.contains(stretch.input())) {
                    text.add(stretch);
                }
            });
            return text;
        }

        /** Adds whole lines only: half a character would rule out its charset. A line longer than a block is left out. */
        private void add(Stretch stretch) throws IOException {
            byte[] block = new byte[BLOCK_BYTES];
            int kept = 0;
            int count = 1;
            while (isWanting() && count > 0) {
                count = stretch.read(block, kept, block.length - kept);
                int limit = kept + count;
                int from = addLines(block, limit);
                kept = from == 0 && limit == block.length ? 0 : limit - from;
                System.arraycopy(block, limit - kept, block, 0, kept);
            }
            if (isWanting() && stretch.endsInput()) {
                addLine(block, 0, kept);
            }
        }

        private boolean isWanting() {
            return lines.stream().mapToInt(line -> line.length).sum() < MOST_BYTES;
        }

        private int addLines(byte[] block, int limit) {
            int from = 0;
            for (int at = 0; at < limit; at++) {
                if (block[at] == '\n' || block[at] == '\r') {
                    addLine(block, from, at + 1);
                    from = at + 1;
                }
            }
            return from;
        }

        private void addLine(byte[] block, int from, int to) {
            if (IntStream.range(from, to).anyMatch(at -> block[at] < 0)) {
                lines.add(Arrays.copyOfRange(block, from, to));
            }
        }

        /** Returns the charset that the detector names for most parts; null where they are words in none. */
        @Nullable
        Charset charset() {
            Map<Charset, Integer> votes = new LinkedHashMap<>();
            vote(lines, votes);
            int parts = Math.min(MOST_PARTS, lines.size() / LINES_PER_PART);
            for (int part = 0; part < parts; part++) {
                vote(lines.subList(lines.size() * part / parts, lines.size() * (part + 1) / parts), votes);
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
                    .map(name -> new Words(Charset.forName(name), lines))
                    .filter(Words::areOfAnotherScript)
                    .max(Comparator.comparingInt(words -> words.letters - words.faults))
                    .ifPresent(words -> votes.merge(words.charset, 1, Integer::sum));
        }
    }

    /** Words of the lines as a charset reads them. */
    private static final class Words {

        /** Words of another script are so many times those that mix it with Latin. */
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

    /** Counts of the characters above ASCII that are valid UTF-8, of the bytes that are not, and of the values of all bytes. */
    static final class Utf8Scan {

        private static final int BLOCK_BYTES = 256 << 10;

        /** Bytes of a character that a block's end may cut. */
        private static final int MOST_CUT = 3;

        private final long[] counts = new long[256];
        private final byte[] block = new byte[BLOCK_BYTES];
        private long valid;
        private long invalid;
        private @Nullable String place;

        /** Counts a stretch; a character that the stretch's end cuts is valid, unless the input ends there. */
        void scan(Stretch stretch) throws IOException {
            long line = 1;
            int kept = 0;
            int count;
            while ((count = stretch.read(block, kept, BLOCK_BYTES - kept)) > 0) {
                int limit = kept + count;
                count(kept, limit);
                int end = judge(stretch, limit, MOST_CUT, line);
                line += lines(end, limit);
                kept = limit - end;
                System.arraycopy(block, end, block, 0, kept);
            }
            if (kept > 0 && stretch.endsInput()) {
                judge(stretch, kept, 0, line);
            }
        }

        /**
         * Counts valid characters and invalid bytes.
         *
         * @param mostCut bytes at the end that may be the beginning of a character
         * @param line of the block's beginning
         * @return index after what was counted
         */
        private int judge(Stretch stretch, int limit, int mostCut, long line) {
            int at = 0;
            while (at < limit) {
                int wrong = Utf8.firstInvalid(block, at, limit);
                valid += characters(at, wrong < 0 ? limit : wrong);
                if (wrong < 0) {
                    return limit;
                }
                if (wrong >= limit - mostCut) {
                    return wrong;
                }
                remember(stretch, line + lines(wrong, limit));
                invalid++;
                at = wrong + 1;
                while (at < limit && (block[at] & 0xC0) == 0x80) {
                    at++;
                }
            }
            return limit;
        }

        private void remember(Stretch stretch, long line) {
            if (place == null) {
                String name = stretch.input().name();
                place = stretch.isFromStart() ? "line " + line + " of " + name : "the midst of " + name;
            }
        }

        private void count(int from, int to) {
            for (int at = from; at < to; at++) {
                counts[block[at] & 0xFF]++;
            }
        }

        /** Returns the number of characters above ASCII in valid UTF-8: each has one byte that begins it. */
        private long characters(int from, int to) {
            long characters = 0;
            for (int at = from; at < to; at++) {
                characters += (block[at] & 0xC0) == 0xC0 ? 1 : 0;
            }
            return characters;
        }

        private long lines(int to, int limit) {
            long lines = 0;
            for (int at = 0; at < to; at++) {
                if (block[at] == '\n' || (block[at] == '\r' && at + 1 < limit && block[at + 1] != '\n')) {
                    lines++;
                }
            }
            return lines;
        }

        /** Returns where the first byte that is not UTF-8 lies; null where there is none. */
        @Nullable
        String place() {
            return place;
        }

        /** Returns the number of characters above ASCII that are valid UTF-8. */
        long valid() {
            return valid;
        }

        /** Returns the number of sequences of bytes that belong to no valid character. */
        long invalid() {
            return invalid;
        }

        /** Returns the number of bytes with the value. */
        long count(int octet) {
            return counts[octet];
        }

        /** Returns the number of bytes above ASCII. */
        long countAboveAscii() {
            return IntStream.range(0x80, 0x100).mapToLong(this::count).sum();
        }
    }
}
