package dev.mongohaul.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the cells of one record in a block of UTF-8: RFC 4180, with CR, LF and CRLF as line ends.
 *
 * <p>Has no state between records: a record that the block cuts off is scanned again from its start once more of it is
 * there. What it found is valid until the next scan. Not thread-safe.
 *
 * <p><b>This is the hottest code of the program.</b> It looks at eight bytes at a time, keeps everything in locals and
 * allocates nothing. It is longer and uglier than the house allows elsewhere; measure before and after any change, with
 * {@code mvn -Pbench -Dbench=Scanner}.
 */
final class RecordScanner {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long UPPER_HALVES = 0xF0F0F0F0F0F0F0F0L;
    private static final int SLICES = 8192;
    private static final int NO_QUOTE = 0x100;

    /** How a scan ended. */
    enum Outcome {
        /** The record is whole. */
        COMPLETE,
        /** The bytes end before the record does. */
        INCOMPLETE,
        /** A closing quote is followed by something else than a delimiter or a line end. */
        TEXT_AFTER_QUOTE,
        /** The input ends inside a quoted cell. */
        UNCLOSED_QUOTE,
        /** There is a quote inside an unquoted cell, where the dialect does not allow it. */
        STRAY_QUOTE
    }

    private final int delimiter;
    private final int quote;
    private final boolean strayQuotesAllowed;
    private final long delimiters;
    private final long quotes;
    private final Unescaper unescaper;

    private int[] slices = new int[SLICES];
    private int firstSlice;
    private int cellCount;
    private int end;
    private int next;
    private int openQuote;
    private int lineBreaks;
    private long quotedSeen;
    private boolean doubledQuotes;
    private boolean escaped;
    private boolean ascii;

    RecordScanner(CsvDialect dialect) {
        delimiter = dialect.delimiter();
        quote = dialect.quote() == null ? NO_QUOTE : dialect.quote();
        strayQuotesAllowed = dialect.strayQuotes() == CsvDialect.StrayQuotes.TEXT;
        unescaper = new Unescaper((byte) quote);
        delimiters = ONES * delimiter;
        quotes = quote == NO_QUOTE ? delimiters : ONES * quote;
    }

    /**
     * Scans one record.
     *
     * @param block the bytes, readable up to eight behind {@code to}
     * @param last whether the input ends at {@code to}
     */
    Outcome scan(byte[] block, int from, int to, boolean last) {
        int slot = firstSlice;
        int cellStart = from;
        int base = from;
        long seen = 0;
        openQuote = -1;
        lineBreaks = 0;
        escaped = false;
        quotedSeen = 0;
        while (base < to) {
            long word = (long) LONGS.get(block, base);
            seen |= word;
            long marks = marks(word);
            int wordStart = base;
            base += Long.BYTES;
            while (marks != 0) {
                int at = wordStart + (Long.numberOfTrailingZeros(marks) >>> 3);
                marks &= marks - 1;
                if (at >= to) {
                    break;
                }
                int found = block[at];
                if (found == delimiter) {
                    slot = put(slot, cellStart, at - cellStart);
                    cellStart = at + 1;
                } else if (found == '\n' || found == '\r') {
                    slot = put(slot, cellStart, at - cellStart);
                    return finish(block, at, to, last, slot, seen);
                } else if (found == quote && at == cellStart) {
                    int close = closingQuote(block, at + 1, to);
                    if (close < 0 || (close + 1 == to && !last)) {
                        openQuote = at;
                        cellCount = (slot - firstSlice) / 2 + 1;
                        return last ? Outcome.UNCLOSED_QUOTE : Outcome.INCOMPLETE;
                    }
                    slot = put(slot, doubledQuotes ? ~(at + 1) : at + 1, close - at - 1);
                    if (close + 1 == to) {
                        return finish(block, to, to, true, slot, seen);
                    }
                    int follower = block[close + 1];
                    if (follower == '\n' || follower == '\r') {
                        return finish(block, close + 1, to, last, slot, seen);
                    }
                    if (follower != delimiter) {
                        openQuote = at;
                        cellCount = (slot - firstSlice) / 2;
                        return Outcome.TEXT_AFTER_QUOTE;
                    }
                    cellStart = close + 2;
                    base = cellStart;
                    break;
                } else if (found == quote && !strayQuotesAllowed) {
                    openQuote = at;
                    cellCount = (slot - firstSlice) / 2 + 1;
                    return Outcome.STRAY_QUOTE;
                }
            }
        }
        if (!last) {
            cellCount = (slot - firstSlice) / 2 + 1;
            return Outcome.INCOMPLETE;
        }
        slot = put(slot, cellStart, to - cellStart);
        return finish(block, to, to, true, slot, seen);
    }

    /** Marks, with false alarms, the bytes that may be a delimiter, a quote, CR or LF. */
    private long marks(long word) {
        long delimiterZeros = word ^ delimiters;
        long quoteZeros = word ^ quotes;
        long controlZeros = word & UPPER_HALVES;
        return (((delimiterZeros - ONES) & ~delimiterZeros)
                        | ((quoteZeros - ONES) & ~quoteZeros)
                        | ((controlZeros - ONES) & ~controlZeros))
                & HIGH_BITS;
    }

    /** The index of the quote that ends the cell, or -1; tells by the way of doubled quotes and line breaks. */
    private int closingQuote(byte[] block, int from, int to) {
        doubledQuotes = false;
        int base = from;
        while (base < to) {
            long word = (long) LONGS.get(block, base);
            quotedSeen |= word;
            long marks = marks(word);
            int wordStart = base;
            base += Long.BYTES;
            while (marks != 0) {
                int at = wordStart + (Long.numberOfTrailingZeros(marks) >>> 3);
                marks &= marks - 1;
                if (at >= to) {
                    return -1;
                }
                int found = block[at];
                if (found == quote) {
                    if (at + 1 == to || block[at + 1] != quote) {
                        return at;
                    }
                    doubledQuotes = true;
                    escaped = true;
                    base = at + 2;
                    break;
                }
                if (found == '\n' || (found == '\r' && block[at + 1] != '\n')) {
                    lineBreaks++;
                }
            }
        }
        return -1;
    }

    private Outcome finish(byte[] block, int lineEnd, int to, boolean last, int slot, long seen) {
        cellCount = (slot - firstSlice) / 2;
        ascii = ((seen | quotedSeen) & HIGH_BITS) == 0;
        end = lineEnd;
        next = lineEnd;
        if (lineEnd < to) {
            next++;
            if (block[lineEnd] == '\r') {
                if (next == to && !last) {
                    return Outcome.INCOMPLETE;
                }
                if (next < to && block[next] == '\n') {
                    next++;
                }
            }
        }
        return Outcome.COMPLETE;
    }

    private int put(int slot, int start, int length) {
        if (slot + 2 > slices.length) {
            int used = slot - firstSlice;
            slices = Arrays.copyOfRange(slices, firstSlice, firstSlice + Math.max(SLICES, 2 * used));
            firstSlice = 0;
            return put(used, start, length);
        }
        slices[slot] = start;
        slices[slot + 1] = length;
        return slot + 2;
    }

    /** Takes the doubling out of the record's quoted cells; to be called once on a whole record that is kept. */
    void unescape(byte[] block) {
        if (!escaped) {
            return;
        }
        unescaper.ensureRoom(end - start(0));
        for (int slot = firstSlice; slot < firstSlice + 2 * cellCount; slot += 2) {
            if (slices[slot] < 0) {
                int from = ~slices[slot];
                int start = unescaper.append(block, from, from + slices[slot + 1]);
                slices[slot] = ~start;
                slices[slot + 1] = unescaper.limit() - start;
            }
        }
    }

    /** Keeps the record's slices as they are; the next record's go behind them. */
    void keep() {
        firstSlice += 2 * cellCount;
    }

    int[] slices() {
        return slices;
    }

    byte[] unescaped() {
        return unescaper.bytes();
    }

    int firstSlice() {
        return firstSlice;
    }

    /** Cells found, the one at fault counted. */
    int cellCount() {
        return cellCount;
    }

    /** Where the cell's content begins, before {@link #unescape}. */
    int start(int cell) {
        int start = slices[firstSlice + 2 * cell];
        return start < 0 ? ~start : start;
    }

    /** Index behind the record, before its line end. */
    int end() {
        return end;
    }

    /** Index behind the record's line end. */
    int next() {
        return next;
    }

    /** Line breaks inside the record. */
    int lineBreaks() {
        return lineBreaks;
    }

    /** Where the quote is that has no legal end so far, or is stray; -1 without one. */
    int openQuote() {
        return openQuote;
    }

    /** Whether it is sure that the record needs no validation. */
    boolean isAscii() {
        return ascii;
    }
}
