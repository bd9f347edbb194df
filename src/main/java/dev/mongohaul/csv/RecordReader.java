package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.Input;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the records of one input from a place on; what breaks the dialect's rules becomes a {@link MalformedRecord}.
 *
 * <p>Not thread-safe.
 */
final class RecordReader implements Closeable {

    /** Bytes of a malformed record that are kept at most. */
    static final int MOST_KEPT_BYTES = 1 << 20;

    /** Bytes in which a reader of samples searches for the end of a record that is too long. */
    private static final long MOST_OF_SAMPLE_BYTES = 64L << 20;

    /** Allows any number of fields. */
    static final int ANY = -1;

    private final Input input;
    private final Utf8Blocks blocks;
    private final CsvDialect dialect;
    private final int blockBytes;
    private final RecordScanner scanner;
    private final Reasons reasons = new Reasons();
    private final LineCursor cursor;
    private final byte[] comment;
    private final boolean lenient;
    // One byte shows that a record is too long; one more, that no line end is cut in half.
    private final int window;
    private int expectedCells = ANY;
    private RecordCells cells = new RecordCells(new byte[0], new byte[0], new int[0], new byte[0]);

    /** @param blockBytes the size of a block where the input has to be read a second time */
    RecordReader(Input input, Utf8Blocks blocks, CsvDialect dialect, long line, int blockBytes) {
        this.input = input;
        this.blocks = blocks;
        this.dialect = dialect;
        this.blockBytes = blockBytes;
        this.scanner = new RecordScanner(dialect);
        this.cursor = new LineCursor(blocks, line);
        this.comment = dialect.comment().getBytes(StandardCharsets.UTF_8);
        this.lenient = dialect.ragged() == RaggedRecords.LENIENT;
        this.window = dialect.maxRecordBytes() + 2;
    }

    void expectCells(int count) {
        expectedCells = count;
    }

    void skipLines(int count) throws IOException {
        for (int line = 0; line < count && cursor.ensure(1); line++) {
            cursor.skipLine(cursor.index(), new KeptBytes(0));
        }
    }

    /** Returns the global offset of the next read. */
    long offset() {
        return input.baseOffset() + cursor.offset();
    }

    /** Returns the line of the next read. */
    long line() {
        return cursor.line();
    }

    Utf8Blocks blocks() {
        return blocks;
    }

    /** Returns the line end of the record that was read last. */
    byte[] lineEndOf(RecordLocation location) {
        int next = blocks.sourceIndex(cursor.index());
        long length = location.nextOffset() - location.offset() - location.length();
        return Arrays.copyOfRange(blocks.source(), next - (int) length, next);
    }

    /** Returns whether any record follows, well-formed or not; reads no further than the block of its first byte. */
    boolean hasNext() throws IOException {
        return cursor.findRecord(comment);
    }

    /** Returns the next record that begins before the global offset {@code end}, or null. */
    @Nullable
    CsvItem next(long end) throws IOException {
        if (!cursor.findRecord(comment) || offset() >= end) {
            return null;
        }
        while (true) {
            int available = blocks.limit() - cursor.index();
            int looked = Math.min(available, window);
            boolean last = looked == available && blocks.exhausted();
            ScanOutcome outcome = scanner.scan(blocks.bytes(), cursor.index(), cursor.index() + looked, last);
            if (outcome != ScanOutcome.INCOMPLETE) {
                return item(outcome);
            }
            // A window that ends with the block may end with the input, too.
            if (available > window) {
                return tooLong();
            }
            cursor.more();
        }
    }

    private CsvItem item(ScanOutcome outcome) throws IOException {
        return switch (outcome) {
            case COMPLETE -> whole();
            case TEXT_AFTER_QUOTE -> badQuote(reasons.textAfterQuote());
            case UNCLOSED_QUOTE -> badQuote(reasons.unclosedQuote());
            case STRAY_QUOTE -> badQuote(reasons.strayQuote());
            case UNFINISHED_ESCAPE -> givenUp(blocks.limit(), scanner.fieldCount(), Reasons.UNFINISHED_ESCAPE);
            case INCOMPLETE -> throw new IllegalStateException("An incomplete record is no item");
        };
    }

    private CsvItem badQuote(String reason) throws IOException {
        return givenUp(scanner.openQuote() + 1, scanner.fieldCount(), reason);
    }

    private CsvItem whole() throws IOException {
        int start = cursor.index();
        int end = scanner.end();
        if (end - start > dialect.maxRecordBytes()) {
            return givenUp(end, 0, reasons.tooLong());
        }
        int invalid = scanner.isAscii() ? -1 : Utf8Encoding.firstInvalid(blocks.bytes(), start, end);
        if (invalid >= 0) {
            return givenUp(end, cellAt(invalid), reasons.invalidByte(invalid));
        }
        if (!scanner.isAscii() && Utf8Encoding.beginsWithByteOrderMark(blocks.bytes(), start, end)) {
            return givenUp(end, 1, Reasons.BYTE_ORDER_MARK);
        }
        int backslashed = scanner.backslashedField(blocks.bytes());
        if (backslashed >= 0) {
            return givenUp(end, backslashed + 1, Reasons.BACKSLASHED_QUOTE);
        }
        int count = scanner.fieldCount();
        if (count != expectedCells && expectedCells != ANY && !lenient) {
            return givenUp(end, Math.min(count, expectedCells) + 1, reasons.cells());
        }
        return record(start, count);
    }

    private int cellAt(int index) {
        int cell = scanner.fieldCount() - 1;
        while (cell > 0 && scanner.start(cell) > index) {
            cell--;
        }
        return cell + 1;
    }

    private CsvRecord record(int start, int count) {
        scanner.unescape(blocks.bytes());
        int next = scanner.next();
        long offset = blocks.offset(start);
        long nextOffset = blocks.offset(next);
        long length = nextOffset - offset - (long) (next - scanner.end()) * blocks.lineEndUnit();
        int lines = scanner.lineBreaks() + (next > scanner.end() ? 1 : 0);
        RecordLocation location = location(cursor.line(), offset, length, nextOffset, cursor.line() + lines);
        CsvRecord record = new CsvRecord(location, cells(), blocks.sourceIndex(start), scanner.firstSlice(), count);
        scanner.keep();
        cursor.moveTo(next, lines);
        return record;
    }

    private RecordCells cells() {
        if (cells.block() != blocks.bytes()
                || cells.slices() != scanner.slices()
                || cells.unescaped() != scanner.unescaped()) {
            cells = new RecordCells(blocks.bytes(), scanner.unescaped(), scanner.slices(), blocks.source());
        }
        return cells;
    }

    private CsvItem tooLong() throws IOException {
        if (scanner.openQuote() < 0) {
            // The line end may be the last thing seen.
            return givenUp(cursor.index() + dialect.maxRecordBytes(), 0, reasons.tooLong());
        }
        // A quote may close the field after all; but a reader of samples must not read the rest of a large file.
        long most = expectedCells == ANY ? MOST_OF_SAMPLE_BYTES : Long.MAX_VALUE;
        long end = GiantRecord.end(
                input, dialect, cursor.offset(), scanner.openQuote() - cursor.index(), blockBytes, most);
        return end == GiantRecord.NO_END
                ? badQuote(reasons.quoteTooLong())
                : givenUp(scanner.openQuote() + 1, end, scanner.fieldCount(), reasons.tooLong());
    }

    private MalformedRecord givenUp(int from, int column, String reason) throws IOException {
        return givenUp(from, 0, column, reason);
    }

    /** Ends the malformed record at the first line end at or after an index of the block and an offset in the input. */
    private MalformedRecord givenUp(int from, long end, int column, String reason) throws IOException {
        long line = cursor.line();
        long offset = cursor.offset();
        KeptBytes kept = new KeptBytes(MOST_KEPT_BYTES);
        int lineEnd = cursor.skipLine(from, kept);
        while (cursor.offset() < end) {
            lineEnd = cursor.skipLine(cursor.index(), kept);
        }
        long length = cursor.offset() - offset - (long) lineEnd * blocks.lineEndUnit();
        return new MalformedRecord(
                location(line, offset, length, cursor.offset(), cursor.line()),
                kept.toByteArray(length),
                column,
                reason);
    }

    private RecordLocation location(long line, long offset, long length, long nextOffset, long nextLine) {
        long base = input.baseOffset();
        return new RecordLocation(input.index(), line, base + offset, length, base + nextOffset, nextLine);
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }

    /**
     * Messages for malformed records, in one line, for the person who corrects them.
     *
     * <p>A message names the setting that reads such records, where the bytes show that it would.
     */
    private final class Reasons {

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

        /** Returns the message for a closing quote with text after it and perhaps after blanks. */
        String textAfterQuote() {
            int next = scanner.next();
            if (next == blocks.limit() || isLineEnd(next) || blocks.bytes()[next] == dialect.delimiter()) {
                return BLANK_AFTER_QUOTE;
            }
            return hasBackslashedQuote(scanner.openQuote(), scanner.end())
                    ? TEXT_AFTER_QUOTE + IF_ESCAPED
                    : TEXT_AFTER_QUOTE;
        }

        /** Returns the message for a field whose first line lies in the block. */
        String unclosedQuote() {
            int lineEnd = scanner.openQuote();
            while (lineEnd < blocks.limit() && !isLineEnd(lineEnd)) {
                lineEnd++;
            }
            return hasBackslashedQuote(scanner.openQuote(), lineEnd) ? UNCLOSED_QUOTE + ESCAPES : UNCLOSED_QUOTE;
        }

        String strayQuote() {
            return STRAY_QUOTE + cause(scanner.openQuote() + 1);
        }

        /** Returns the message for another number of fields than the header has. */
        String cells() {
            int found = scanner.fieldCount();
            return "%d %s where the header has %d%s"
                    .formatted(found, found == 1 ? "cell" : "cells", expectedCells, cause(scanner.end()));
        }

        String quoteTooLong() {
            return "the cell's quote is not closed within the %,d bytes that a record may have"
                    .formatted(dialect.maxRecordBytes());
        }

        String tooLong() {
            return "the record is longer than the %,d bytes that a record may have".formatted(dialect.maxRecordBytes());
        }

        String invalidByte(int index) {
            Charset charset = blocks.charset();
            String other = charset.equals(StandardCharsets.UTF_8) ? "; is the file in another charset?" : "";
            return "byte 0x%02X is not valid %s here%s".formatted(blocks.invalidByte(index), charset, other);
        }

        private String cause(int end) {
            return hasBackslashedQuote(cursor.index(), end) ? ESCAPES : hasBlankBeforeQuote(end) ? BLANKS : "";
        }

        private boolean isLineEnd(int index) {
            byte found = blocks.bytes()[index];
            return found == '\n' || found == '\r';
        }

        private boolean hasBackslashedQuote(int from, int to) {
            Character quote = dialect.quote();
            if (dialect.escape() != null || quote == null) {
                return false;
            }
            byte[] block = blocks.bytes();
            for (int at = from + 1; at < to; at++) {
                if (block[at] == quote && block[at - 1] == '\\') {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether a field of the record begins with blanks and a quote. */
        private boolean hasBlankBeforeQuote(int end) {
            Character quote = dialect.quote();
            if (dialect.trim() != Trim.NONE || quote == null) {
                return false;
            }
            byte[] block = blocks.bytes();
            boolean blank = false;
            boolean begins = true;
            boolean enclosed = false;
            boolean quoted = false;
            for (int at = cursor.index(); at < end; at++) {
                boolean isQuote = block[at] == quote;
                if (isQuote && begins && blank) {
                    return true;
                }
                enclosed |= isQuote && begins;
                quoted ^= isQuote && enclosed;
                boolean delimits = !quoted && block[at] == dialect.delimiter();
                enclosed &= !delimits;
                blank = !quoted && !delimits && (block[at] == ' ' || block[at] == '\t');
                begins = delimits || (begins && blank);
            }
            return false;
        }
    }
}
