package dev.mongohaul.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * What a stretch of an input holds, whether it begins outside or inside a quoted cell: nobody knows yet.
 *
 * <p>Both cases are kept apart: what lies behind an even number of the stretch's quotes is outside in the one case and
 * inside in the other. Its bytes come in their order, in any number of parts. Not thread-safe.
 *
 * <p>What an escape character stands before is text, whichever of the cases holds.
 *
 * <p><b>This is hot code:</b> every byte of an import passes here once before any is read. It looks at eight bytes at a
 * time, closely only where quotes or CRs are; measure before and after a change, with {@code mvn -Pbench -Dbench=PreScan}.
 */
final class Section {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int GROUP_BYTES = 64;
    private static final int LAST_BYTE = Long.SIZE - Byte.SIZE;
    private static final int NOTHING = -1;
    private static final int TEXT = -2;

    /** What the next byte is because of those before it. */
    enum Next {
        /** What it looks like. */
        PLAIN,
        /** Text, since an escape character stands before it. */
        ESCAPED,
        /** Text where it is a line feed, since an escaped CR stands before it. */
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

    /** Says what the first byte is; to be called before the first bytes are read, where it is not plain. */
    void beginWith(Next first) {
        next = first;
    }

    /** Ends the cuts before this stretch, since it is not known whether its first byte is escaped. */
    void endCuts() {
        strangeFromOutside = Marks.ALL;
        strangeFromInside = Marks.ALL;
    }

    /** Takes the stretch's next bytes, at least one. */
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

    /** Counts the lines of a group that holds nothing else of interest; false where it may. */
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
        // What lies in front of the section is for whoever joins it to the one before.
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

    /** Marks the bytes that are text because of an escape in front of them, and keeps the state for the next word. */
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

    /** The first byte, a negative number where it is escaped; of a stretch that is not empty. */
    int first() {
        return firstEscaped ? TEXT : first;
    }

    /** The last byte, a negative number where it is escaped; of a stretch that is not empty. */
    int last() {
        return lastEscaped ? TEXT : last;
    }

    boolean beginsWithLineFeed() {
        return first == '\n';
    }

    boolean endsWithCarriageReturn() {
        return last == '\r';
    }

    /** Whether there is any quote. */
    boolean isQuoted() {
        return quoted != 0;
    }

    /** Whether it ends on the other side of a quote than it begins. */
    boolean isTurning() {
        return odd != 0;
    }

    /** Line ends, a CRLF one; a LF that comes first counts although a CR may be in front of it. */
    int lines() {
        return lines;
    }

    /** Whether, begun so, every quote but the first and the last byte has neighbours that a cell's quote can have. */
    boolean isStrict(boolean inside) {
        return (inside ? strangeFromInside : strangeFromOutside) == 0;
    }

    /** Whether, begun so, there is a line end outside quotes. */
    boolean hasCut(boolean inside) {
        return (inside ? oddCut : evenCut) > 0;
    }

    /** Where in the input the first such line end is over. */
    long cut(boolean inside) {
        return offset + (inside ? oddCut : evenCut);
    }

    /** Line ends up to that place. */
    int linesToCut(boolean inside) {
        return inside ? oddLines : evenLines;
    }
}
