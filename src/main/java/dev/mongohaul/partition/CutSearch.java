package dev.mongohaul.partition;

import dev.mongohaul.csv.RecordsStart;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.digest.BlockListener;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Search for the places where the inputs can be cut into ranges, in the pass that makes the digest.
 *
 * <p>Ranges from cut to cut have together exactly the records, rejects, offsets and line numbers that one reader of all
 * inputs has. Every input's beginning is a cut. Plain files are also cut inside, up to the first
 * quote that is misplaced or never closed. There are no cuts inside archives, standard input, charsets such as UTF-16 and
 * Shift_JIS, and files with both comments and quotes.
 */
public final class CutSearch implements BlockListener {

    // A character of the Basic Multilingual Plane, or the escape of a byte that is none.
    private static final int UTF_8_BYTES_OF_A_BYTE = 3;
    private static final int BYTES = 256;
    private static final int ASCII = 128;
    private static final int SMALLEST_SECTION = 4 << 10;
    // A block of the digest: a section must lie in one.
    private static final int LARGEST_SECTION = 8 << 20;
    private static final int MANY_SECTIONS = 4096;
    private static final int TOO_MANY_SECTIONS = 1 << 18;
    private static final int SECTIONS_BETWEEN_CUTS = 4;

    private final Inputs inputs;
    private final CsvDialect dialect;
    private final List<RecordsStart> starts;
    private final Marks marks;
    private final Map<Integer, SectionedInput> sectioned = new HashMap<>();

    /** @param starts of the inputs, in their order */
    public CutSearch(Inputs inputs, CsvDialect dialect, List<RecordsStart> starts) {
        this(inputs, dialect, starts, 0);
    }

    /** @param sectionBytes a power of two up to 8 MiB, or 0 to choose it for each input */
    CutSearch(Inputs inputs, CsvDialect dialect, List<RecordsStart> starts, int sectionBytes) {
        this.inputs = inputs;
        this.dialect = dialect;
        this.starts = List.copyOf(starts);
        this.marks = new Marks(dialect);
        for (Input input : inputs.list()) {
            if (canBeCut(input)) {
                int bytes = sectionBytes > 0 ? sectionBytes : sectionBytes(input.capacity(), mostBetweenCuts(input));
                sectioned.put(input.index(), new SectionedInput(marks, input, start(input), bytes));
            }
        }
    }

    private boolean canBeCut(Input input) {
        return input.isPlain() && hasAsciiBytes(start(input).charset());
    }

    /** Returns whether every byte below 0x80 is an ASCII character, wherever it is. */
    private static boolean hasAsciiBytes(Charset charset) {
        if (charset.equals(StandardCharsets.UTF_8)) {
            return true;
        }
        if (!charset.canEncode() || charset.newEncoder().maxBytesPerChar() != 1) {
            return false;
        }
        byte[] bytes = new byte[BYTES];
        for (int value = 0; value < BYTES; value++) {
            bytes[value] = (byte) value;
        }
        String text = new String(bytes, charset);
        return text.length() == BYTES
                && IntStream.range(0, BYTES)
                        .allMatch(value -> value < ASCII ? text.charAt(value) == value : text.charAt(value) >= ASCII);
    }

    private RecordsStart start(Input input) {
        return starts.get(input.index());
    }

    /** Returns the longest record that is never rejected for its length, and its line feed. */
    private long mostBetweenCuts(Input input) {
        if (!marks.hasQuote() && !marks.hasEscape()) {
            return Long.MAX_VALUE;
        }
        boolean utf8 = start(input).charset().equals(StandardCharsets.UTF_8);
        int longest = utf8 ? dialect.maxRecordBytes() : dialect.maxRecordBytes() / UTF_8_BYTES_OF_A_BYTE;
        return longest + 1L;
    }

    /**
     * Returns a power of two from 4 KiB to 8 MiB, so that a large input has some 4,000 sections; more, up to 260,000, where
     * two cuts would otherwise be too far apart for the longest record that is allowed. Each section gives one cut at most
     * and costs some memory.
     */
    private static int sectionBytes(long inputBytes, long mostBetweenCuts) {
        long enough = powerOfTwo(inputBytes / MANY_SECTIONS);
        long close = Math.max(1, Long.highestOneBit(mostBetweenCuts / SECTIONS_BETWEEN_CUTS));
        long bytes = Math.max(Math.min(enough, close), powerOfTwo(inputBytes / TOO_MANY_SECTIONS));
        return (int) Math.max(SMALLEST_SECTION, Math.min(LARGEST_SECTION, bytes));
    }

    private static long powerOfTwo(long atLeast) {
        return atLeast <= 1 ? 1 : Long.highestOneBit(atLeast - 1) << 1;
    }

    @Override
    public void read(Input input, long offset, byte[] bytes, int length) {
        SectionedInput sections = sectioned.get(input.index());
        if (sections != null) {
            sections.read(offset, bytes, length);
        }
    }

    /** Returns the cuts in ascending order, without the first byte; called once, after the digest. */
    public List<InputCut> cuts() {
        List<InputCut> cuts = new ArrayList<>();
        long last = 0;
        for (Input input : inputs.list()) {
            if (input.baseOffset() > last && input.baseOffset() < inputs.endOffset()) {
                cuts.add(new InputCut(input.baseOffset(), 1));
            }
            SectionedInput sections = sectioned.get(input.index());
            if (sections != null && (dialect.comment().isEmpty() || !sections.isQuoted())) {
                cuts.addAll(sections.cuts(mostBetweenCuts(input)));
            }
            last = input.baseOffset();
        }
        return cuts;
    }
}
