package dev.mongohaul.csv;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a malformed record, in one line, for the person who has to correct it.
 *
 * <p>Names the setting that reads such records, where the bytes show that it would.
 */
final class Reasons {

    static final String UNFINISHED_ESCAPE = "the input ends behind an escape character";
    static final String BACKSLASHED_QUOTE =
            "the quote behind a backslash ends this cell, and a quote follows outside of quotes; where a backslash"
                    + " escapes a quote, set source.escape";

    static final String BYTE_ORDER_MARK =
            "the record begins with a byte order mark, as where one file was appended to another; remove the mark, and the"
                    + " header behind it";

    private static final String TEXT_AFTER_QUOTE =
            "text follows the closing quote; inside a quoted cell a quote is written twice";
    private static final String BLANK_AFTER_QUOTE =
            "a blank follows the closing quote; source.trim: unquoted leaves out the blanks between a quote and a"
                    + " delimiter";
    private static final String UNCLOSED_QUOTE = "the cell's quote is never closed";
    private static final String STRAY_QUOTE =
            "a quote inside an unquoted cell; quote the whole cell and write the inner quote twice";
    private static final String IF_ESCAPED = ", or with a backslash where source.escape is set";
    private static final String ESCAPES = "; where a backslash escapes a quote, set source.escape";
    private static final String BLANKS = "; a blank stands before a quote: source.trim: unquoted leaves it out";

    private final int delimiter;
    private final @Nullable Character quote;
    private final boolean escapes;
    private final boolean trims;

    Reasons(CsvDialect dialect) {
        delimiter = dialect.delimiter();
        quote = dialect.quote();
        escapes = dialect.escape() != null;
        trims = dialect.trim() != CsvDialect.Trim.NONE;
    }

    boolean endsCell(int character) {
        return character == delimiter || character == '\n' || character == '\r';
    }

    /** @param blank whether only blanks lie between the closing quote and the cell's end */
    String textAfterQuote(byte[] block, int open, int close, boolean blank) {
        if (blank) {
            return BLANK_AFTER_QUOTE;
        }
        return hasBackslashedQuote(block, open, close) ? TEXT_AFTER_QUOTE + IF_ESCAPED : TEXT_AFTER_QUOTE;
    }

    /** Of a cell whose first line lies in the block. */
    String unclosedQuote(byte[] block, int open, int limit) {
        int lineEnd = open;
        while (lineEnd < limit && block[lineEnd] != '\n' && block[lineEnd] != '\r') {
            lineEnd++;
        }
        return hasBackslashedQuote(block, open, lineEnd) ? UNCLOSED_QUOTE + ESCAPES : UNCLOSED_QUOTE;
    }

    String strayQuote(byte[] block, int start, int stray) {
        if (hasBackslashedQuote(block, start, stray + 1)) {
            return STRAY_QUOTE + ESCAPES;
        }
        return hasBlankBeforeQuote(block, start, stray + 1) ? STRAY_QUOTE + BLANKS : STRAY_QUOTE;
    }

    static String quoteTooLong(int limit) {
        return "the cell's quote is not closed within the %,d bytes that a record may have".formatted(limit);
    }

    static String tooLong(int limit) {
        return "the record is longer than the %,d bytes that a record may have".formatted(limit);
    }

    static String invalid(int invalidByte, Charset charset) {
        String other = charset.equals(StandardCharsets.UTF_8) ? "; is the file in another charset?" : "";
        return "byte 0x%02X is not valid %s here%s".formatted(invalidByte, charset, other);
    }

    /** Of a record in the block. */
    String cells(int found, int expected, byte[] block, int start, int end) {
        String cause =
                hasBackslashedQuote(block, start, end) ? ESCAPES : hasBlankBeforeQuote(block, start, end) ? BLANKS : "";
        return "%d %s where the header has %d%s".formatted(found, found == 1 ? "cell" : "cells", expected, cause);
    }

    private boolean hasBackslashedQuote(byte[] block, int from, int to) {
        if (escapes || quote == null) {
            return false;
        }
        for (int at = from + 1; at < to; at++) {
            if (block[at] == quote && block[at - 1] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** Whether a cell begins with blanks and a quote. */
    private boolean hasBlankBeforeQuote(byte[] block, int start, int end) {
        if (trims || quote == null) {
            return false;
        }
        boolean blank = false;
        boolean begins = true;
        for (int at = start; at < end; at++) {
            if (block[at] == quote && begins && blank) {
                return true;
            }
            boolean delimits = block[at] == delimiter;
            blank = !delimits && isBlank(block[at]);
            begins = delimits || (begins && blank);
        }
        return false;
    }

    private boolean isBlank(int character) {
        return (character == ' ' || character == '\t') && character != delimiter;
    }
}
