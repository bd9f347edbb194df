package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.Input;
import java.io.IOException;
import java.util.Objects;

/**
 * Search for the end of a record with a quoted field that is longer than the limit, in constant memory and on a stream of
 * its own, so that the reader keeps its place.
 */
final class GiantRecord {

    /** No quote closes the field, or the input cannot be read twice. */
    static final long NO_END = -1;

    private static final int END = -1;
    private static final int FAULT = -2;
    private static final int NONE = -3;

    private final Utf8Blocks blocks;
    private final int delimiter;
    private final int quote;
    private final int escape;
    private final boolean trims;
    private final long last;
    private int at;
    private long firstBreak = NO_END;

    private GiantRecord(Utf8Blocks blocks, CsvDialect dialect, long last) {
        this.blocks = blocks;
        this.last = last;
        delimiter = dialect.delimiter();
        quote = Objects.requireNonNull(dialect.quote());
        escape = dialect.escape() == null ? NONE : dialect.escape();
        trims = dialect.trim() != Trim.NONE;
    }

    /**
     * Returns the offset in the input after the record's line end, or {@link #NO_END}.
     *
     * <p>A malformed field after the giant one ends the record with its first line.
     *
     * @param offset of the record in the input
     * @param open bytes of UTF-8 from the record's beginning to the quote that opens the field
     * @param most bytes that are searched, about
     */
    static long end(Input input, CsvDialect dialect, long offset, int open, int blockBytes, long most)
            throws IOException {
        if (!input.isStored()) {
            return NO_END;
        }
        try (Utf8Blocks blocks = Utf8Blocks.open(input, dialect.charset(), offset, false, blockBytes)) {
            long last = most > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + most;
            return new GiantRecord(blocks, dialect, last).end(open);
        }
    }

    private long end(int open) throws IOException {
        for (int count = 0; count <= open; count++) {
            read();
        }
        int found = closeCell();
        if (found == FAULT) {
            return NO_END;
        }
        while (found == delimiter) {
            found = passCell();
        }
        if (found == FAULT && firstBreak != NO_END) {
            return firstBreak;
        }
        while (found != END && !isLineEnd(found)) {
            found = read();
        }
        passPair(found);
        return blocks.offset(at);
    }

    /** Reads a field and returns what follows: a delimiter, the first character of a line end, END or FAULT. */
    private int passCell() throws IOException {
        firstBreak = NO_END;
        int found = passBlanks(read());
        if (found == quote) {
            return closeCell();
        }
        while (found != END && found != delimiter && !isLineEnd(found)) {
            if (found == escape) {
                passBreak(read());
            }
            found = read();
        }
        return found;
    }

    /** As {@link #passCell}, from after the opening quote. */
    private int closeCell() throws IOException {
        int found = read();
        while (found != END) {
            if (found == escape) {
                passBreak(read());
            } else if (found != quote) {
                passBreak(found);
            } else {
                int behind = read();
                if (behind != quote) {
                    found = passBlanks(behind);
                    return found == END || found == delimiter || isLineEnd(found) ? found : FAULT;
                }
            }
            found = read();
        }
        return FAULT;
    }

    private int passBlanks(int character) throws IOException {
        int found = character;
        while (trims && (found == ' ' || found == '\t') && found != delimiter && found != quote && found != escape) {
            found = read();
        }
        return found;
    }

    /** Skips the rest of a line break, and notes where the first one of the field ends. */
    private void passBreak(int character) throws IOException {
        if (isLineEnd(character)) {
            passPair(character);
            firstBreak = firstBreak == NO_END ? blocks.offset(at) : firstBreak;
        }
    }

    private void passPair(int character) throws IOException {
        if (character == '\r' && hasNext() && blocks.bytes()[at] == '\n') {
            at++;
        }
    }

    private static boolean isLineEnd(int character) {
        return character == '\n' || character == '\r';
    }

    private int read() throws IOException {
        return hasNext() ? blocks.bytes()[at++] & 0xFF : END;
    }

    private boolean hasNext() throws IOException {
        if (at == blocks.limit() && !blocks.exhausted() && blocks.offset(at) < last) {
            blocks.refill(at);
            at = 0;
        }
        return at < blocks.limit();
    }
}
