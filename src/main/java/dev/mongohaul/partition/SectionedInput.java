package dev.mongohaul.partition;

import dev.mongohaul.csv.RecordsStart;
import dev.mongohaul.csv.input.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Plain input that can be cut inside, in sections of equal size.
 *
 * <p>The parts of one section must come in their order; different sections may be read on different threads.
 */
final class SectionedInput {

    private static final int MOST_ESCAPES = 1024;

    private final Marks marks;
    private final Input input;
    private final RecordsStart start;
    private final int sectionBytes;
    private final Section[] sections;

    SectionedInput(Marks marks, Input input, RecordsStart start, int sectionBytes) {
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
            if (marks.hasEscape()
                    && sections[index].length == 0
                    && (marks.isEscape(bytes[from]) || marks.isNeighbour(bytes[from]))) {
                // An escape before these characters changes more than the text.
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
        try (FileChannel file = input.channel()) {
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
                // It is not known whether the section's first byte is escaped: no cuts from here on.
                section.strangeFromOutside = Marks.ALL;
                section.strangeFromInside = Marks.ALL;
            } else if ((end - at) % 2 == 1) {
                section.next = behindReturn ? Next.ESCAPED_IF_LINE_FEED : Next.ESCAPED;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }

    boolean isQuoted() {
        return Arrays.stream(sections).anyMatch(section -> section.quoted != 0);
    }

    /**
     * Returns the cuts; called when every byte was read.
     *
     * <p>The sections form a chain from the first record on, which shows for each whether it begins inside quotes. A record
     * begins at each cut, for this reason: as long as every opening quote begins a field and every closing one ends it or is
     * half of a doubled one, an even number of quotes precedes a place if, and only if, the sequential reader is outside
     * quotes there; a line end outside quotes ends a record, a blank line or a comment. The reader ends no record inside its
     * quotes unless the record is longer than the limit, and then no two neighbouring cuts around it are within that limit.
     * A byte after an escape character is neither a quote nor a line end, for the sequential reader as well as here. The
     * first section that breaks one of the rules ends the cuts, so that the rest is read as one range.
     *
     * @param mostBetweenCuts largest number of bytes between two cuts that no longer record can hide
     */
    List<InputCut> cuts(long mostBetweenCuts) {
        List<InputCut> cuts = new ArrayList<>();
        boolean inside = false;
        int before = '\n';
        boolean behindReturn = false;
        long line = start.line();
        long lastCut = begin();
        for (Section section : sections) {
            if (section.length == 0) {
                continue;
            }
            long strange = inside ? section.strangeFromInside : section.strangeFromOutside;
            if (strange != 0 || !joins(before, section.first(), inside)) {
                break;
            }
            line -= behindReturn && section.first == '\n' ? 1 : 0;
            int cut = inside ? section.oddCut : section.evenCut;
            if (cut > 0) {
                long offset = section.offset + cut;
                if (offset - lastCut > mostBetweenCuts) {
                    break;
                }
                lastCut = offset;
                if (input.baseOffset() + offset < input.endOffset()) {
                    int lines = inside ? section.oddLines : section.evenLines;
                    cuts.add(new InputCut(input.baseOffset() + offset, line + lines));
                }
            }
            line += section.lines;
            inside ^= section.odd != 0;
            before = section.last();
            behindReturn = section.last == '\r';
        }
        return cuts;
    }

    private boolean joins(int before, int first, boolean inside) {
        boolean closedBefore = marks.isQuote(before) && !inside;
        boolean opens = marks.isQuote(first) && !inside;
        return (!closedBefore || marks.isNeighbour(first)) && (!opens || marks.isNeighbour(before));
    }

    /** Meaning of the next byte by those before it. */
    private enum Next {
        /** The byte itself. */
        PLAIN,
        /** Text, after an escape character. */
        ESCAPED,
        /** Text where it is a line feed, after an escaped CR. */
        ESCAPED_IF_LINE_FEED
    }

    /**
     * Quotes and lines of a section of an input that may begin inside a quoted field.
     *
     * <p>Both cases are counted apart: text after an even number of the section's quotes is outside in the one case and inside
     * in the other. A byte after an escape character is text in both. Bytes come in their order, in any number of parts. Not
     * thread-safe.
     *
     * <p><b>This is hot code:</b> every byte of an import passes here once before any is read. It reads eight bytes at a
     * time, and looks at single bytes only near quotes and CRs; measure before and after a change, with {@code mvn -Pbench -Dbench=PreScan}.
     */
    private static final class Section {

        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final int GROUP_BYTES = 64;
        private static final int LAST_BYTE = Long.SIZE - Byte.SIZE;
        private static final int NOTHING = -1;
        private static final int TEXT = -2;

        private final Marks marks;
        private final long offset;

        private int length;
        private int first = NOTHING;
        private int last = NOTHING;
        // A LF that comes first counts, although a CR may precede it.
        private int lines;
        private Next next = Next.PLAIN;
        private boolean firstEscaped;
        private boolean lastEscaped;
        private long quoted;
        private long odd;
        // Quotes, except in the first and the last byte, whose neighbours those of a field's quote cannot be.
        private long strangeFromOutside;
        private long strangeFromInside;
        private long soughtEven = Marks.ALL;
        private long soughtOdd = Marks.ALL;
        // After the first line end outside quotes, by the section's bytes; and the line ends up to there.
        private int evenCut;
        private int oddCut;
        private int evenLines;
        private int oddLines;

        /** @param offset in its input */
        Section(Marks marks, long offset) {
            this.marks = marks;
            this.offset = offset;
        }

        /** Reads the section's next bytes, at least one. */
        void read(byte[] bytes, int from, int to) {
            if (first == NOTHING) {
                first = bytes[from] & 0xFF;
                firstEscaped = next == Next.ESCAPED || (next == Next.ESCAPED_IF_LINE_FEED && first == '\n');
            }
            int at = from;
            while (to - at >= GROUP_BYTES) {
                if (marks.hasEscape() || !readPlain(bytes, at)) {
                    readMarked(bytes, at, at + GROUP_BYTES, length + at - from);
                }
                at += GROUP_BYTES;
            }
            if (at < to) {
                readMarked(bytes, at, to, length + at - from);
            }
            length += to - from;
        }

        /** Counts the lines of a group without quotes, CRs and wanted cuts; returns false for other groups. */
        private boolean readPlain(byte[] bytes, int from) {
            long alarms = 0;
            int feeds = 0;
            for (int at = from; at < from + GROUP_BYTES; at += Long.BYTES) {
                long word = (long) LONGS.get(bytes, at);
                alarms |= marks.alarms(word);
                feeds += Long.bitCount(Marks.lineFeeds(word));
            }
            boolean sought = feeds > 0 && (odd == 0 ? soughtEven : soughtOdd) != 0;
            if ((alarms & Marks.ALL) != 0 || sought || last == '\r' || marks.isQuote(last)) {
                return false;
            }
            lines += feeds;
            last = bytes[from + GROUP_BYTES - 1] & 0xFF;
            return true;
        }

        private void readMarked(byte[] bytes, int from, int to, int position) {
            long returnBefore = last == '\r' ? Marks.FIRST : 0;
            long quoteBefore = marks.isQuote(last()) ? Marks.FIRST : 0;
            // The byte before the section is checked where sections are joined.
            long neighbourBefore = last == NOTHING || marks.isNeighbour(last()) ? Marks.FIRST : 0;
            long inside = odd;
            long fromOutside = 0;
            long fromInside = 0;
            long anyQuote = 0;
            for (int at = from; at < to; at += Long.BYTES) {
                boolean whole = to - at >= Long.BYTES;
                long word = whole ? (long) LONGS.get(bytes, at) : tail(bytes, at, to);
                long valid = whole ? Marks.ALL : Marks.ALL >>> (Long.SIZE - Byte.SIZE * (to - at));
                long feeds = Marks.lineFeeds(word) & valid;
                long returns = Marks.carriageReturns(word) & valid;
                long escaped = marks.hasEscape() ? escaped(word, valid) : 0;
                long quotes = marks.quotes(word) & valid & ~escaped;
                long neighbours = quotes | ((feeds | returns | marks.delimiters(word)) & ~escaped);
                long oddHere = inside ^ Marks.odd(quotes);
                long strangeBefore = quotes & ~((neighbours << Byte.SIZE) | neighbourBefore);
                long strangeBehind = ((quotes << Byte.SIZE) | quoteBefore) & ~neighbours & valid;
                fromOutside |= (strangeBefore & oddHere) | (strangeBehind & ~oddHere);
                fromInside |= (strangeBefore & ~oddHere) | (strangeBehind & oddHere);
                long ends = returns | (feeds & ~((returns << Byte.SIZE) | returnBefore));
                feeds &= ~escaped;
                if ((feeds & ((soughtEven & ~oddHere) | (soughtOdd & oddHere))) != 0) {
                    find(feeds, oddHere, ends, position + at - from);
                }
                lines += Long.bitCount(ends);
                inside = (oddHere >> (Long.SIZE - 1)) & Marks.ALL;
                anyQuote |= quotes;
                returnBefore = returns >>> LAST_BYTE;
                quoteBefore = quotes >>> LAST_BYTE;
                neighbourBefore = neighbours >>> LAST_BYTE;
            }
            odd = inside;
            strangeFromOutside |= fromOutside;
            strangeFromInside |= fromInside;
            quoted |= anyQuote;
            last = bytes[to - 1] & 0xFF;
        }

        /** Returns marks of the bytes that are text after an escape, and keeps the state for the next word. */
        private long escaped(long word, long valid) {
            long escapes = marks.escapes(word) & valid;
            lastEscaped = false;
            if (next == Next.PLAIN && escapes == 0) {
                return 0;
            }
            long returns = Marks.carriageReturns(word);
            long feeds = Marks.lineFeeds(word);
            long escaped = 0;
            for (long bit = Marks.FIRST; (bit & valid) != 0; bit <<= Byte.SIZE) {
                lastEscaped = next == Next.ESCAPED || (next == Next.ESCAPED_IF_LINE_FEED && (feeds & bit) != 0);
                if (lastEscaped) {
                    escaped |= bit;
                    next = next == Next.ESCAPED && (returns & bit) != 0 ? Next.ESCAPED_IF_LINE_FEED : Next.PLAIN;
                } else {
                    next = (escapes & bit) != 0 ? Next.ESCAPED : Next.PLAIN;
                }
            }
            return escaped;
        }

        private static long tail(byte[] bytes, int from, int to) {
            long word = 0;
            for (int at = to - 1; at >= from; at--) {
                word = (word << Byte.SIZE) | (bytes[at] & 0xFF);
            }
            return word;
        }

        private void find(long feeds, long oddHere, long ends, int position) {
            long even = feeds & ~oddHere & soughtEven;
            if (even != 0) {
                evenCut = position + behind(even);
                evenLines = lines + linesTo(even, ends);
                soughtEven = 0;
            }
            long uneven = feeds & oddHere & soughtOdd;
            if (uneven != 0) {
                oddCut = position + behind(uneven);
                oddLines = lines + linesTo(uneven, ends);
                soughtOdd = 0;
            }
        }

        private static int behind(long found) {
            return Long.numberOfTrailingZeros(found) / Byte.SIZE + 1;
        }

        private static int linesTo(long found, long ends) {
            long upTo = (Long.lowestOneBit(found) << 1) - 1;
            return Long.bitCount(ends & upTo);
        }

        /** Returns the first byte, or a negative number where it is escaped; the section is not empty. */
        int first() {
            return firstEscaped ? TEXT : first;
        }

        /** Returns the last byte, or a negative number where it is escaped; the section is not empty. */
        int last() {
            return lastEscaped ? TEXT : last;
        }
    }
}
