package dev.mongohaul.partition;

import dev.mongohaul.csv.dialect.CsvDialect;

/** Search for a dialect's special bytes in words of eight: each found byte has its highest bit set. */
final class Marks {

    /** All eight bytes. */
    static final long ALL = 0x8080808080808080L;

    /** The first byte in the input's order, the lowest of a little-endian word. */
    static final long FIRST = 0x80;

    private static final long LOW_BITS = ~ALL;
    private static final long ONES = 0x0101010101010101L;
    private static final long LINE_FEEDS = ONES * '\n';
    private static final long CARRIAGE_RETURNS = ONES * '\r';
    private static final int NONE = Integer.MIN_VALUE;

    private final int delimiter;
    private final int quote;
    private final int escape;
    private final long delimiters;
    private final long quotes;
    private final long quoteBits;
    private final long escapes;

    Marks(CsvDialect dialect) {
        delimiter = dialect.delimiter();
        quote = dialect.quote() == null ? NONE : dialect.quote();
        delimiters = ONES * delimiter;
        quotes = ONES * (hasQuote() ? quote : '\r');
        quoteBits = hasQuote() ? ALL : 0;
        escape = dialect.escape() == null ? NONE : dialect.escape();
        escapes = ONES * (hasEscape() ? escape : '\r');
    }

    static long lineFeeds(long word) {
        return equal(word, LINE_FEEDS);
    }

    static long carriageReturns(long word) {
        return equal(word, CARRIAGE_RETURNS);
    }

    long delimiters(long word) {
        return equal(word, delimiters);
    }

    long quotes(long word) {
        return equal(word, quotes) & quoteBits;
    }

    /** Only for a dialect that has an escape character. */
    long escapes(long word) {
        return equal(word, escapes);
    }

    /** Returns a word with the highest bit set of each quote or CR, and sometimes of other bytes. */
    long alarms(long word) {
        long quoteZeros = word ^ quotes;
        long returnZeros = word ^ CARRIAGE_RETURNS;
        return ((quoteZeros - ONES) & ~quoteZeros) | ((returnZeros - ONES) & ~returnZeros);
    }

    boolean hasQuote() {
        return quote != NONE;
    }

    boolean hasEscape() {
        return escape != NONE;
    }

    boolean isEscape(int character) {
        return character == escape;
    }

    boolean isQuote(int character) {
        return character == quote;
    }

    /** Returns whether a quote beside it can open or close a field, or be half of a doubled quote. */
    boolean isNeighbour(int character) {
        return character == delimiter || character == '\n' || character == '\r' || isQuote(character);
    }

    /** Returns the marks of each byte with an odd number of marks at or before it. */
    static long odd(long marks) {
        long odd = marks ^ (marks << 8);
        odd ^= odd << 16;
        return odd ^ (odd << 32);
    }

    /** Returns exact marks: none of the additions carries into the next byte. */
    private static long equal(long word, long pattern) {
        long zeros = word ^ pattern;
        return ~(((zeros & LOW_BITS) + LOW_BITS) | zeros) & ALL;
    }
}
