package dev.mongohaul.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the cells of one record in a block of UTF-8: RFC 4180, with CR, LF and CRLF as line ends.
 *
 * <p>With an escape character, or where cells are trimmed, it reads byte by byte instead.
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
    private static final int NONE = 0x100;

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
        STRAY_QUOTE,
        /** The input ends behind an escape character. */
        UNFINISHED_ESCAPE
    }

    private final int delimiter;
    private final int quote;
    private final int escape;
    private final boolean trims;
    private final boolean trimsQuoted;
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
    private int strayQuote;
    private int lineBreaks;
    private long quotedSeen;
    private boolean doubledQuotes;
    private boolean escaped;
    private boolean ascii;

    // Of the cell that was scanned carefully last.
    private int contentStart;
    private int contentLength;
    private int cellEnd;
    private boolean cellEscaped;

    RecordScanner(CsvDialect dialect) {
        delimiter = dialect.delimiter();
        quote = dialect.quote() == null ? NONE : dialect.quote();
        escape = dialect.escape() == null ? NONE : dialect.escape();
        trims = dialect.trim() != CsvDialect.Trim.NONE;
        trimsQuoted = dialect.trim() == CsvDialect.Trim.ALL;
        strayQuotesAllowed = dialect.strayQuotes() == CsvDialect.StrayQuotes.TEXT;
        unescaper = new Unescaper(quote, escape);
        delimiters = ONES * delimiter;
        quotes = quote == NONE ? delimiters : ONES * quote;
    }

    /**
     * Scans one record.
     *
     * @param block the bytes, readable up to eight behind {@code to}
     * @param last whether the input ends at {@code to}
     */
    Outcome scan(byte[] block, int from, int to, boolean last) {
        return escape == NONE && !trims ? scanFast(block, from, to, last) : scanCarefully(block, from, to, last);
    }

    private Outcome scanFast(byte[] block, int from, int to, boolean last) {
        int slot = firstSlice;
        int cellStart = from;
        int base = from;
        long seen = 0;
        openQuote = -1;
        strayQuote = -1;
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
                        end = close + 1;
                        next = behindBlanks(block, end, to);
                        return next == to && !last ? Outcome.INCOMPLETE : Outcome.TEXT_AFTER_QUOTE;
                    }
                    cellStart = close + 2;
                    base = cellStart;
                    break;
                } else if (found == quote) {
                    if (!strayQuotesAllowed) {
                        openQuote = at;
                        cellCount = (slot - firstSlice) / 2 + 1;
                        return Outcome.STRAY_QUOTE;
                    }
                    strayQuote = at;
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

    /** Scans byte by byte, for dialects with an escape character and those that trim cells. */
    private Outcome scanCarefully(byte[] block, int from, int to, boolean last) {
        int slot = firstSlice;
        int at = from;
        openQuote = -1;
        strayQuote = -1;
        lineBreaks = 0;
        escaped = false;
        quotedSeen = 0;
        while (true) {
            int start = trims ? behindBlanks(block, at, to) : at;
            boolean quoted = start < to && block[start] == quote;
            cellCount = (slot - firstSlice) / 2 + 1;
            Outcome outcome = quoted ? scanQuoted(block, start, to, last) : scanUnquoted(block, start, to, last);
            if (outcome != Outcome.COMPLETE) {
                return outcome;
            }
            slot = cellEscaped
                    ? put(slot, ~contentStart, quoted ? ~contentLength : contentLength)
                    : put(slot, contentStart, contentLength);
            escaped |= cellEscaped;
            if (cellEnd == to || block[cellEnd] != delimiter) {
                return finish(block, cellEnd, to, last, slot, 0);
            }
            at = cellEnd + 1;
        }
    }

    /** Finds the end of an unquoted cell: a delimiter, a line end, or the end of the input. */
    private Outcome scanUnquoted(byte[] block, int from, int to, boolean last) {
        int at = from;
        int contentEnd = from;
        cellEscaped = false;
        while (at < to) {
            int found = block[at];
            if (found == delimiter || found == '\n' || found == '\r') {
                break;
            }
            quotedSeen |= found;
            if (found == escape) {
                at = behindEscaped(block, at, to, last);
                if (at < 0) {
                    return last ? Outcome.UNFINISHED_ESCAPE : Outcome.INCOMPLETE;
                }
                contentEnd = at;
                continue;
            }
            if (found == quote && !strayQuotesAllowed) {
                openQuote = at;
                return Outcome.STRAY_QUOTE;
            }
            strayQuote = found == quote ? at : strayQuote;
            at++;
            contentEnd = trims && isBlank(found) ? contentEnd : at;
        }
        if (at == to && !last) {
            return Outcome.INCOMPLETE;
        }
        contentStart = from;
        contentLength = contentEnd - from;
        cellEnd = at;
        return Outcome.COMPLETE;
    }

    /** Finds the end of a quoted cell, and of the blanks behind it. */
    private Outcome scanQuoted(byte[] block, int open, int to, boolean last) {
        int from = trimsQuoted ? behindBlanks(block, open + 1, to) : open + 1;
        int at = from;
        int contentEnd = from;
        cellEscaped = false;
        openQuote = open;
        while (at < to) {
            int found = block[at];
            quotedSeen |= found;
            if (found == escape) {
                at = behindEscaped(block, at, to, last);
                if (at < 0) {
                    return last ? Outcome.UNFINISHED_ESCAPE : Outcome.INCOMPLETE;
                }
                contentEnd = at;
                continue;
            }
            if (found == quote) {
                if (at + 1 == to || block[at + 1] != quote) {
                    break;
                }
                cellEscaped = true;
                at++;
            } else if (found == '\n' || (found == '\r' && block[at + 1] != '\n')) {
                lineBreaks++;
            }
            at++;
            contentEnd = trimsQuoted && isBlank(found) ? contentEnd : at;
        }
        if (at == to) {
            return last ? Outcome.UNCLOSED_QUOTE : Outcome.INCOMPLETE;
        }
        contentStart = from;
        contentLength = contentEnd - from;
        cellEnd = trims ? behindBlanks(block, at + 1, to) : at + 1;
        if (cellEnd == to) {
            return last ? Outcome.COMPLETE : Outcome.INCOMPLETE;
        }
        int follower = block[cellEnd];
        if (follower != delimiter && follower != '\n' && follower != '\r') {
            end = at + 1;
            next = behindBlanks(block, end, to);
            return next == to && !last ? Outcome.INCOMPLETE : Outcome.TEXT_AFTER_QUOTE;
        }
        openQuote = -1;
        return Outcome.COMPLETE;
    }

    /** The index behind an escape and its character, CRLF being one; -1 where they are not all there. */
    private int behindEscaped(byte[] block, int at, int to, boolean last) {
        cellEscaped = true;
        int next = at + 1;
        if (next == to) {
            return -1;
        }
        int found = block[next];
        quotedSeen |= found;
        if (found == '\r') {
            if (next + 1 == to) {
                lineBreaks++;
                return last ? to : -1;
            }
            next += block[next + 1] == '\n' ? 1 : 0;
        }
        lineBreaks += found == '\n' || found == '\r' ? 1 : 0;
        return next + 1;
    }

    private int behindBlanks(byte[] block, int from, int to) {
        int at = from;
        while (at < to && isBlank(block[at])) {
            at++;
        }
        return at;
    }

    private boolean isBlank(int character) {
        return (character == ' ' || character == '\t')
                && character != delimiter
                && character != quote
                && character != escape;
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

    /** Takes escapes, and the doubling inside quotes, out of the record's cells; to be called once on a whole record that is kept. */
    void unescape(byte[] block) {
        if (!escaped) {
            return;
        }
        unescaper.ensureRoom(end - start(0));
        boolean careful = escape != NONE || trims;
        for (int slot = firstSlice; slot < firstSlice + 2 * cellCount; slot += 2) {
            if (slices[slot] < 0) {
                int from = ~slices[slot];
                int length = slices[slot + 1];
                boolean quoted = !careful || length < 0;
                int start = unescaper.append(block, from, from + (length < 0 ? ~length : length), quoted);
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

    /**
     * The first quoted cell that a quote behind a backslash ends, with a stray quote in a cell behind it; -1 without one.
     * In a dialect without an escape character this is how an escaped quote and a delimiter inside a cell look.
     */
    int backslashedCell(byte[] block) {
        if (strayQuote < 0 || escape != NONE) {
            return -1;
        }
        for (int cell = 0; cell < cellCount && start(cell) < strayQuote; cell++) {
            int from = start(cell);
            int length = slices[firstSlice + 2 * cell + 1];
            boolean quoted = from > 0 && block[from - 1] == quote;
            if (quoted && endsInBackslash(block, from, from + (length < 0 ? ~length : length))) {
                return cell;
            }
        }
        return -1;
    }

    private static boolean endsInBackslash(byte[] block, int from, int to) {
        int at = to;
        while (at > from && block[at - 1] == '\\') {
            at--;
        }
        return (to - at) % 2 == 1;
    }

    /** Index behind the record, before its line end; behind the closing quote that text follows. */
    int end() {
        return end;
    }

    /** Index behind the record's line end; behind the blanks that follow the closing quote that text follows. */
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
