package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Scanner for the fields of one record in a block of UTF-8: RFC 4180, with CR, LF and CRLF as line ends.
 *
 * <p>A line ends at a line end; a record can span several lines, where a quoted field holds line breaks; a field is what
 * lies between two delimiters. With an escape character, or where fields are trimmed, the scanner reads byte by byte
 * instead of eight bytes at a time.
 *
 * <p>The scanner keeps no state between records: a record that the block cuts off is scanned again from its start once
 * more of it is there. Results are valid until the next scan. Not thread-safe.
 *
 * <p><b>This is the hottest code of the program.</b> It keeps everything in locals and allocates nothing. Its methods are
 * longer than elsewhere; measure before and after any change, with {@code mvn -Pbench -Dbench=Scanner}.
 */
final class RecordScanner {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long UPPER_HALVES = 0xF0F0F0F0F0F0F0F0L;
    private static final int SLICES = 8192;
    private static final int NONE = 0x100;

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
    private int fieldCount;
    private int end;
    private int next;
    private int openQuote;
    private int strayQuote;
    private int lineBreaks;
    private long quotedSeen;
    private boolean doubledQuotes;
    private boolean escaped;
    private boolean ascii;

    // The field that was scanned byte by byte last.
    private int contentStart;
    private int contentLength;
    private int fieldEnd;
    private boolean fieldEscaped;

    RecordScanner(CsvDialect dialect) {
        delimiter = dialect.delimiter();
        quote = dialect.quote() == null ? NONE : dialect.quote();
        escape = dialect.escape() == null ? NONE : dialect.escape();
        trims = dialect.trim() != Trim.NONE;
        trimsQuoted = dialect.trim() == Trim.ALL;
        strayQuotesAllowed = dialect.strayQuotes() == StrayQuotes.TEXT;
        unescaper = new Unescaper(quote, escape);
        delimiters = ONES * delimiter;
        quotes = quote == NONE ? delimiters : ONES * quote;
    }

    /**
     * Scans one record.
     *
     * @param block the bytes, readable up to eight bytes after {@code to}
     * @param last whether the input ends at {@code to}
     */
    ScanOutcome scan(byte[] block, int from, int to, boolean last) {
        openQuote = -1;
        strayQuote = -1;
        lineBreaks = 0;
        escaped = false;
        quotedSeen = 0;
        return escape == NONE && !trims ? scanFast(block, from, to, last) : scanCarefully(block, from, to, last);
    }

    private ScanOutcome scanFast(byte[] block, int from, int to, boolean last) {
        int index = firstSlice;
        int fieldStart = from;
        int base = from;
        long seen = 0;
        while (base < to) {
            // fast-forward: bytes without a mark belong to the current unquoted field
            long word = (long) LONGS.get(block, base);
            seen |= word;
            long marks = marks(word);
            int wordStart = base;
            base += Long.BYTES;
            while (marks != 0) {
                int at = wordStart + (Long.numberOfTrailingZeros(marks) >>> 3);
                marks &= marks - 1;
                if (at >= to) {
                    // the mark is in the padding after the block
                    break;
                }
                int found = block[at];
                if (found == delimiter) {
                    // end of an unquoted field, and another one follows
                    index = put(index, fieldStart, at - fieldStart);
                    fieldStart = at + 1;
                } else if (found == '\n' || found == '\r') {
                    // end of an unquoted field and of the record
                    index = put(index, fieldStart, at - fieldStart);
                    return finish(block, at, to, last, index, seen);
                } else if (found == quote && at == fieldStart) {
                    // a quoted field begins
                    int close = closingQuote(block, at + 1, to);
                    if (close < 0 || (close + 1 == to && !last)) {
                        // no closing quote so far, or it may be the first of two
                        openQuote = at;
                        fieldCount = (index - firstSlice) / 2 + 1;
                        return last ? ScanOutcome.UNCLOSED_QUOTE : ScanOutcome.INCOMPLETE;
                    }
                    index = put(index, doubledQuotes ? ~(at + 1) : at + 1, close - at - 1);
                    if (close + 1 == to) {
                        // the input ends with the quoted field
                        return finish(block, to, to, true, index, seen);
                    }
                    int follower = block[close + 1];
                    if (follower == '\n' || follower == '\r') {
                        // the record ends with the quoted field
                        return finish(block, close + 1, to, last, index, seen);
                    }
                    if (follower != delimiter) {
                        // text after the closing quote; blanks alone are reported apart
                        openQuote = at;
                        fieldCount = (index - firstSlice) / 2;
                        end = close + 1;
                        next = behindBlanks(block, end, to);
                        return next == to && !last ? ScanOutcome.INCOMPLETE : ScanOutcome.TEXT_AFTER_QUOTE;
                    }
                    // the next field begins after the delimiter; words are read from there
                    fieldStart = close + 2;
                    base = fieldStart;
                    break;
                } else if (found == quote) {
                    // a quote inside an unquoted field
                    if (!strayQuotesAllowed) {
                        openQuote = at;
                        fieldCount = (index - firstSlice) / 2 + 1;
                        return ScanOutcome.STRAY_QUOTE;
                    }
                    strayQuote = at;
                }
            }
        }
        if (!last) {
            // the block ends inside an unquoted field
            fieldCount = (index - firstSlice) / 2 + 1;
            return ScanOutcome.INCOMPLETE;
        }
        // the input ends with an unquoted field, without a line end
        index = put(index, fieldStart, to - fieldStart);
        return finish(block, to, to, true, index, seen);
    }

    /** Returns the high bit of each byte that may be a delimiter, a quote, CR or LF; some are none of these. */
    private long marks(long word) {
        long delimiterZeros = word ^ delimiters;
        long quoteZeros = word ^ quotes;
        long controlZeros = word & UPPER_HALVES;
        return (((delimiterZeros - ONES) & ~delimiterZeros)
                        | ((quoteZeros - ONES) & ~quoteZeros)
                        | ((controlZeros - ONES) & ~controlZeros))
                & HIGH_BITS;
    }

    /** Returns the index of the quote that ends the field, or -1. Counts line breaks and notes doubled quotes. */
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
                        // the closing quote
                        return at;
                    }
                    // a doubled quote: text; words are read from there on
                    doubledQuotes = true;
                    escaped = true;
                    base = at + 2;
                    break;
                }
                if (found == '\n' || (found == '\r' && block[at + 1] != '\n')) {
                    // a line break inside the quoted field; CRLF counts once, at its LF
                    lineBreaks++;
                }
            }
        }
        return -1;
    }

    /** Scans byte by byte: for dialects with an escape character and those that trim fields. */
    private ScanOutcome scanCarefully(byte[] block, int from, int to, boolean last) {
        int index = firstSlice;
        int at = from;
        while (true) {
            int start = trims ? behindBlanks(block, at, to) : at;
            boolean quoted = start < to && block[start] == quote;
            fieldCount = (index - firstSlice) / 2 + 1;
            ScanOutcome outcome = quoted ? scanQuoted(block, start, to, last) : scanUnquoted(block, start, to, last);
            if (outcome != ScanOutcome.COMPLETE) {
                return outcome;
            }
            index = fieldEscaped
                    ? put(index, ~contentStart, quoted ? ~contentLength : contentLength)
                    : put(index, contentStart, contentLength);
            escaped |= fieldEscaped;
            if (fieldEnd == to || block[fieldEnd] != delimiter) {
                return finish(block, fieldEnd, to, last, index, 0);
            }
            at = fieldEnd + 1;
        }
    }

    /** Finds the end of an unquoted field: a delimiter, a line end, or the end of the input. */
    private ScanOutcome scanUnquoted(byte[] block, int from, int to, boolean last) {
        int at = from;
        int contentEnd = from;
        fieldEscaped = false;
        while (at < to) {
            int found = block[at];
            if (found == delimiter || found == '\n' || found == '\r') {
                break;
            }
            quotedSeen |= found;
            if (found == escape) {
                at = behindEscaped(block, at, to, last);
                if (at < 0) {
                    return last ? ScanOutcome.UNFINISHED_ESCAPE : ScanOutcome.INCOMPLETE;
                }
                contentEnd = at;
                continue;
            }
            if (found == quote && !strayQuotesAllowed) {
                openQuote = at;
                return ScanOutcome.STRAY_QUOTE;
            }
            strayQuote = found == quote ? at : strayQuote;
            at++;
            contentEnd = trims && isBlank(found) ? contentEnd : at;
        }
        if (at == to && !last) {
            return ScanOutcome.INCOMPLETE;
        }
        contentStart = from;
        contentLength = contentEnd - from;
        fieldEnd = at;
        return ScanOutcome.COMPLETE;
    }

    /** Finds the end of a quoted field, and of the blanks after it. */
    private ScanOutcome scanQuoted(byte[] block, int open, int to, boolean last) {
        int from = trimsQuoted ? behindBlanks(block, open + 1, to) : open + 1;
        int at = from;
        int contentEnd = from;
        fieldEscaped = false;
        openQuote = open;
        while (at < to) {
            int found = block[at];
            quotedSeen |= found;
            if (found == escape) {
                at = behindEscaped(block, at, to, last);
                if (at < 0) {
                    return last ? ScanOutcome.UNFINISHED_ESCAPE : ScanOutcome.INCOMPLETE;
                }
                contentEnd = at;
                continue;
            }
            if (found == quote) {
                if (at + 1 == to || block[at + 1] != quote) {
                    break;
                }
                fieldEscaped = true;
                at++;
            } else if (found == '\n' || (found == '\r' && block[at + 1] != '\n')) {
                lineBreaks++;
            }
            at++;
            contentEnd = trimsQuoted && isBlank(found) ? contentEnd : at;
        }
        if (at == to) {
            return last ? ScanOutcome.UNCLOSED_QUOTE : ScanOutcome.INCOMPLETE;
        }
        contentStart = from;
        contentLength = contentEnd - from;
        fieldEnd = trims ? behindBlanks(block, at + 1, to) : at + 1;
        if (fieldEnd == to) {
            return last ? ScanOutcome.COMPLETE : ScanOutcome.INCOMPLETE;
        }
        int follower = block[fieldEnd];
        if (follower != delimiter && follower != '\n' && follower != '\r') {
            end = at + 1;
            next = behindBlanks(block, end, to);
            return next == to && !last ? ScanOutcome.INCOMPLETE : ScanOutcome.TEXT_AFTER_QUOTE;
        }
        openQuote = -1;
        return ScanOutcome.COMPLETE;
    }

    /** Returns the index after an escape and its character, CRLF being one; -1 where the block ends before. */
    private int behindEscaped(byte[] block, int at, int to, boolean last) {
        fieldEscaped = true;
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

    private ScanOutcome finish(byte[] block, int lineEnd, int to, boolean last, int index, long seen) {
        fieldCount = (index - firstSlice) / 2;
        ascii = ((seen | quotedSeen) & HIGH_BITS) == 0;
        end = lineEnd;
        next = lineEnd;
        if (lineEnd < to) {
            next++;
            if (block[lineEnd] == '\r') {
                if (next == to && !last) {
                    // the LF of a CRLF may follow in the next block
                    return ScanOutcome.INCOMPLETE;
                }
                if (next < to && block[next] == '\n') {
                    next++;
                }
            }
        }
        return ScanOutcome.COMPLETE;
    }

    private int put(int index, int start, int length) {
        if (index + 2 > slices.length) {
            int used = index - firstSlice;
            slices = Arrays.copyOfRange(slices, firstSlice, firstSlice + Math.max(SLICES, 2 * used));
            firstSlice = 0;
            return put(used, start, length);
        }
        slices[index] = start;
        slices[index + 1] = length;
        return index + 2;
    }

    /**
     * Copies the record's fields that have doubled quotes or escapes, without these. Called once for each complete record
     * that is kept.
     */
    void unescape(byte[] block) {
        if (!escaped) {
            return;
        }
        unescaper.ensureRoom(end - start(0));
        boolean careful = escape != NONE || trims;
        for (int index = firstSlice; index < firstSlice + 2 * fieldCount; index += 2) {
            if (slices[index] < 0) {
                int from = ~slices[index];
                int length = slices[index + 1];
                boolean quoted = !careful || length < 0;
                int start = unescaper.append(block, from, from + (length < 0 ? ~length : length), quoted);
                slices[index] = ~start;
                slices[index + 1] = unescaper.limit() - start;
            }
        }
    }

    /** Keeps the record's slices; those of the next record follow them. */
    void keep() {
        firstSlice += 2 * fieldCount;
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

    /** Returns the number of fields found, including the one at fault. */
    int fieldCount() {
        return fieldCount;
    }

    /** Returns where the field's content begins, before {@link #unescape}. */
    int start(int field) {
        int start = slices[firstSlice + 2 * field];
        return start < 0 ? ~start : start;
    }

    /**
     * Returns the first quoted field that ends with a backslash and a quote and is followed by a field with a stray quote,
     * or -1. In a dialect without an escape character, an escaped quote and a delimiter inside a field look so.
     */
    int backslashedField(byte[] block) {
        if (strayQuote < 0 || escape != NONE) {
            return -1;
        }
        for (int field = 0; field < fieldCount && start(field) < strayQuote; field++) {
            int from = start(field);
            int length = slices[firstSlice + 2 * field + 1];
            boolean quoted = from > 0 && block[from - 1] == quote;
            int to = from + (length < 0 ? ~length : length);
            int at = to;
            while (at > from && block[at - 1] == '\\') {
                at--;
            }
            if (quoted && (to - at) % 2 == 1) {
                return field;
            }
        }
        return -1;
    }

    /** Returns the index of the record's line end; after TEXT_AFTER_QUOTE, the index after the closing quote. */
    int end() {
        return end;
    }

    /** Returns the index after the record's line end; after TEXT_AFTER_QUOTE, the index after the quote and its blanks. */
    int next() {
        return next;
    }

    /** Returns the number of line breaks inside the record. */
    int lineBreaks() {
        return lineBreaks;
    }

    /** Returns the index of the quote that has no valid end so far or is stray; -1 without one. */
    int openQuote() {
        return openQuote;
    }

    /** Returns whether the record has ASCII bytes only, so that it needs no validation. */
    boolean isAscii() {
        return ascii;
    }
}
