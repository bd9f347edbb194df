package dev.mongohaul.partition;

import dev.mongohaul.csv.InputSurvey.Start;
import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.partition.CutSearch.Cut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Plain file that can be cut inside, in sections of equal size.
 *
 * <p>The parts of one section must come in their order; different sections may be read on different threads.
 */
final class SectionedInput {

    private static final int MOST_ESCAPES = 1024;

    private final Marks marks;
    private final Input input;
    private final Start start;
    private final int sectionBytes;
    private final Section[] sections;

    SectionedInput(Marks marks, Input input, Start start, int sectionBytes) {
        this.marks = marks;
        this.input = input;
        this.start = start;
        this.sectionBytes = sectionBytes;
        sections = new Section[Math.toIntExact((input.capacity() + sectionBytes - 1) / sectionBytes)];
        Arrays.setAll(sections, index -> new Section(marks, Math.max(begin(), (long) index * sectionBytes)));
    }

    private long begin() {
        return start.offset() - input.baseOffset();
    }

    /** Reads bytes that begin at an offset of the file; bytes before its first record are skipped. */
    void read(long offset, byte[] bytes, int length) {
        int from = (int) Math.min(length, Math.max(0, begin() - offset));
        while (from < length) {
            int index = (int) ((offset + from) / sectionBytes);
            if (marks.hasEscape() && sections[index].isEmpty() && marks.canBeEscaped(bytes[from])) {
                begin(sections[index], offset + from);
            }
            int to = (int) Math.min(length, (index + 1L) * sectionBytes - offset);
            sections[index].read(bytes, from, to);
            from = to;
        }
    }

    /** Reads in the file whether an escape precedes the section: another thread may read that part later. */
    private void begin(Section section, long offset) {
        if (offset == begin()) {
            return;
        }
        try (FileChannel file = FileChannel.open(((FileSource) input.source()).path(), StandardOpenOption.READ)) {
            int length = (int) Math.min(MOST_ESCAPES, offset - begin());
            ByteBuffer before = ByteBuffer.allocate(length);
            while (before.hasRemaining() && file.read(before, offset - before.remaining()) > 0) {
                // Until all is there. A file that became shorter is found when it is read.
            }
            boolean behindReturn = before.get(length - 1) == '\r';
            int end = behindReturn ? length - 1 : length;
            int at = end;
            while (at > 0 && marks.isEscape(before.get(at - 1))) {
                at--;
            }
            if (at == 0 && length == MOST_ESCAPES) {
                section.endCuts();
            } else if ((end - at) % 2 == 1) {
                section.beginWith(behindReturn ? Section.Next.ESCAPED_IF_LINE_FEED : Section.Next.ESCAPED);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }

    boolean isQuoted() {
        return Arrays.stream(sections).anyMatch(Section::isQuoted);
    }

    /** Returns the cuts; called when every byte was read. */
    List<Cut> cuts(long mostBetweenCuts) {
        SectionChain chain = new SectionChain(marks, input, start, mostBetweenCuts);
        for (Section section : sections) {
            if (!section.isEmpty() && !chain.add(section)) {
                break;
            }
        }
        return chain.cuts();
    }

    /**
     * Chain of an input's sections from the first record on, which shows for each whether it begins inside quotes.
     *
     * <p>A record begins at each cut, for this reason: as long as every opening quote begins a field and every closing one
     * ends it or is half of a doubled one, an even number of quotes precedes a place if, and only if, the sequential reader
     * is outside quotes there; a line end outside quotes ends a record, a blank line or a comment. The reader ends no record
     * inside its quotes unless the record is longer than the limit, and then no two neighbouring cuts around it are within
     * that limit. A byte after an escape character is neither a quote nor a line end, for the sequential reader as well as
     * here. The first section that breaks one of the rules ends the cuts, so that the rest is read as one range.
     */
    static final class SectionChain {

        private final Marks marks;
        private final Input input;
        private final long mostBetweenCuts;
        private final List<Cut> cuts = new ArrayList<>();
        private boolean inside;
        private int before = '\n';
        private boolean behindCarriageReturn;
        private long line;
        private long lastCut;

        /** @param mostBetweenCuts the most bytes between two cuts that no longer record can hide */
        SectionChain(Marks marks, Input input, Start start, long mostBetweenCuts) {
            this.marks = marks;
            this.input = input;
            this.mostBetweenCuts = mostBetweenCuts;
            this.line = start.line();
            this.lastCut = start.offset() - input.baseOffset();
        }

        /** Adds the section after the last one; returns false where there can be no more cuts. */
        boolean add(Section section) {
            if (!joins(section.first()) || !section.isStrict(inside)) {
                return false;
            }
            if (behindCarriageReturn && section.beginsWithLineFeed()) {
                line--;
            }
            if (section.hasCut(inside) && !cut(section)) {
                return false;
            }
            line += section.lines();
            inside ^= section.isTurning();
            before = section.last();
            behindCarriageReturn = section.endsWithCarriageReturn();
            return true;
        }

        private boolean joins(int first) {
            boolean closedBefore = marks.isQuote(before) && !inside;
            boolean opens = marks.isQuote(first) && !inside;
            return (!closedBefore || marks.isNeighbour(first)) && (!opens || marks.isNeighbour(before));
        }

        private boolean cut(Section section) {
            long cut = section.cut(inside);
            if (cut - lastCut > mostBetweenCuts) {
                return false;
            }
            lastCut = cut;
            if (input.baseOffset() + cut < input.endOffset()) {
                cuts.add(new Cut(input.baseOffset() + cut, line + section.linesToCut(inside)));
            }
            return true;
        }

        List<Cut> cuts() {
            return cuts;
        }
    }

    /** Size of the sections of an input: each gives one cut at most and costs some memory. */
    static final class SectionSize {

        private static final long SMALLEST = 4 << 10;
        // A block of the digest: a section must lie in one.
        private static final long LARGEST = 8 << 20;
        private static final long MANY = 4096;
        private static final long TOO_MANY = 1 << 18;
        private static final long SECTIONS_BETWEEN_CUTS = 4;

        private SectionSize() {}

        /**
         * Returns a power of two from 4 KiB to 8 MiB, so that a large input has some 4,000 sections; more, up to 260,000, where
         * two cuts would otherwise be too far apart for the longest record that is allowed.
         */
        static int of(long inputBytes, long mostBetweenCuts) {
            long enough = powerOfTwo(inputBytes / MANY);
            long close = Math.max(1, Long.highestOneBit(mostBetweenCuts / SECTIONS_BETWEEN_CUTS));
            long bytes = Math.max(Math.min(enough, close), powerOfTwo(inputBytes / TOO_MANY));
            return (int) Math.max(SMALLEST, Math.min(LARGEST, bytes));
        }

        private static long powerOfTwo(long atLeast) {
            return atLeast <= 1 ? 1 : Long.highestOneBit(atLeast - 1) << 1;
        }
    }
}
