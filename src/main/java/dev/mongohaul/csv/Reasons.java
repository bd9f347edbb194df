package dev.mongohaul.csv;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** What is wrong with a malformed record, in one line, for the person who has to mend it. */
final class Reasons {

    static final String TEXT_AFTER_QUOTE =
            "text follows the closing quote; inside a quoted cell a quote is written twice";
    static final String UNCLOSED_QUOTE = "the cell's quote is never closed";
    static final String STRAY_QUOTE =
            "a quote inside an unquoted cell; quote the whole cell and write the inner quote twice";

    private Reasons() {}

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

    static String cells(int found, int expected) {
        return "%d %s where the header has %d".formatted(found, found == 1 ? "cell" : "cells", expected);
    }
}
