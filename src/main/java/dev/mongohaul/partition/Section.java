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
 * <p><b>This is hot code:</b> every byte of an import passes here once before any is read. It looks at eight bytes at a
 * time; measure before and after a change, with {@code CutSearchBenchmark} beside its tests.
 */
final class Section {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int NOTHING = -1;

    private final Marks marks;
    private final long offset;

    private int length;
    private int first = NOTHING;
    private int last = NOTHING;
    private int lines;
    private boolean quoted;
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

    /** Takes the stretch's next bytes, at least one. */
    void read(byte[] bytes, int from, int to) {
        long returnBefore = last == '\r' ? Marks.FIRST : 0;
        long quoteBefore = marks.isQuote(last) ? Marks.FIRST : 0;
        for (int at = from; at < to; at += Long.BYTES) {
            boolean whole = to - at >= Long.BYTES;
            long word = whole ? (long) LONGS.get(bytes, at) : tail(bytes, at, to);
            long valid = whole ? Marks.ALL : Marks.ALL >>> (Long.SIZE - Byte.SIZE * (to - at));
            long feeds = Marks.lineFeeds(word) & valid;
            long returns = Marks.carriageReturns(word) & valid;
            long quotes = marks.quotes(word) & valid;
            long oddHere = odd;
            if ((quotes | quoteBefore) != 0) {
                oddHere ^= Marks.odd(quotes);
                int before = at == from ? last : bytes[at - 1] & 0xFF;
                long neighbours = quotes | feeds | returns | marks.delimiters(word);
                long strangeBefore = quotes & ~((neighbours << Byte.SIZE) | (isFit(before) ? Marks.FIRST : 0));
                long strangeBehind = ((quotes << Byte.SIZE) | quoteBefore) & ~neighbours & valid;
                strangeFromOutside |= (strangeBefore & oddHere) | (strangeBehind & ~oddHere);
                strangeFromInside |= (strangeBefore & ~oddHere) | (strangeBehind & oddHere);
                quoteBefore = quotes >>> (Long.SIZE - Byte.SIZE);
                odd = (oddHere >> (Long.SIZE - 1)) & Marks.ALL;
                quoted = true;
            }
            long ends = returns | (feeds & ~((returns << Byte.SIZE) | returnBefore));
            if ((feeds & ((soughtEven & ~oddHere) | (soughtOdd & oddHere))) != 0) {
                find(feeds, oddHere, ends, length + at - from);
            }
            lines += Long.bitCount(ends);
            returnBefore = returns >>> (Long.SIZE - Byte.SIZE);
        }
        first = first == NOTHING ? bytes[from] & 0xFF : first;
        last = bytes[to - 1] & 0xFF;
        length += to - from;
    }

    private static long tail(byte[] bytes, int from, int to) {
        long word = 0;
        for (int at = to - 1; at >= from; at--) {
            word = (word << Byte.SIZE) | (bytes[at] & 0xFF);
        }
        return word;
    }

    /** What lies in front of the stretch is for whoever joins it to the one before. */
    private boolean isFit(int before) {
        return before == NOTHING || marks.isNeighbour(before);
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

    /** The first byte; of a stretch that is not empty. */
    int first() {
        return first;
    }

    /** The last byte; of a stretch that is not empty. */
    int last() {
        return last;
    }

    /** Whether there is any quote. */
    boolean isQuoted() {
        return quoted;
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
