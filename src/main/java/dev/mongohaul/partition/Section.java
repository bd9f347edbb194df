package dev.mongohaul.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Quotes and lines of a section of an input, of which it is not known yet whether it begins inside a quoted field.
 *
 * <p>Both cases are counted apart: text after an even number of the section's quotes is outside in the one case and inside
 * in the other. Bytes come in their order, in any number of parts. Not thread-safe.
 *
 * <p>A byte after an escape character is text in both cases.
 *
 * <p><b>This is hot code:</b> every byte of an import passes here once before any is read. It reads eight bytes at a
 * time, and looks at single bytes only near quotes and CRs; measure before and after a change, with {@code mvn -Pbench -Dbench=PreScan}.
 */
final class Section {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int GROUP_BYTES = 64;
    private static final int LAST_BYTE = Long.SIZE - Byte.SIZE;
    private static final int NOTHING = -1;
    private static final int TEXT = -2;

    /** Meaning of the next byte by those before it. */
    enum Next {
        /** The byte itself. */
        PLAIN,
        /** Text, after an escape character. */
        ESCAPED,
        /** Text where it is a line feed, after an escaped CR. */
        ESCAPED_IF_LINE_FEED
    }

    private final Marks marks;
    private final long offset;

    private int length;
    private int first = NOTHING;
    private int last = NOTHING;
    private int lines;
    private Next next = Next.PLAIN;
    private boolean firstEscaped;
    private boolean lastEscaped;
    private long quoted;
    private long odd;
    private long strangeFromOutside;
    private long strangeFromInside;
    private long soughtEven = Marks.ALL;
    private long soughtOdd = Marks.ALL;
    private int evenCut;
    private int oddCut;
    private int evenLines;
    private int oddLines;

    /** @param offset in its input */
    Section(Marks marks, long offset) {
        this.marks = marks;
        this.offset = offset;
    }

    /** Sets the meaning of the first byte; called before the first bytes are read, where it is not plain. */
    void beginWith(Next first) {
        next = first;
    }

    /** Ends the cuts before this section, since it is not known whether its first byte is escaped. */
    void endCuts() {
        strangeFromOutside = Marks.ALL;
        strangeFromInside = Marks.ALL;
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

    boolean isEmpty() {
        return length == 0;
    }

    /** Returns the first byte, or a negative number where it is escaped; the section is not empty. */
    int first() {
        return firstEscaped ? TEXT : first;
    }

    /** Returns the last byte, or a negative number where it is escaped; the section is not empty. */
    int last() {
        return lastEscaped ? TEXT : last;
    }

    boolean beginsWithLineFeed() {
        return first == '\n';
    }

    boolean endsWithCarriageReturn() {
        return last == '\r';
    }

    /** Returns whether there is any quote. */
    boolean isQuoted() {
        return quoted != 0;
    }

    /** Returns whether it has an odd number of quotes. */
    boolean isTurning() {
        return odd != 0;
    }

    /** Returns the number of line ends; a LF that comes first counts, although a CR may precede it. */
    int lines() {
        return lines;
    }

    /** Returns whether every quote but the first and the last byte has neighbours that a field's quote can have. */
    boolean isStrict(boolean inside) {
        return (inside ? strangeFromInside : strangeFromOutside) == 0;
    }

    /** Returns whether there is a line end outside quotes. */
    boolean hasCut(boolean inside) {
        return (inside ? oddCut : evenCut) > 0;
    }

    /** Returns the offset in the input after the first such line end. */
    long cut(boolean inside) {
        return offset + (inside ? oddCut : evenCut);
    }

    /** Returns the number of line ends up to that place. */
    int linesToCut(boolean inside) {
        return inside ? oddLines : evenLines;
    }
}
