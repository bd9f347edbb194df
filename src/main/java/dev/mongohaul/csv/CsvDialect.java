package dev.mongohaul.csv;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a CSV input is written; what it says holds for all inputs of an import.
 *
 * @param charset of inputs without a byte order mark; any charset of the JDK that has CR and LF where ASCII has them
 * @param delimiter between cells, one ASCII character
 * @param quote around cells that hold a delimiter, a quote or a line break, one ASCII character; null for none
 * @param escape takes its meaning from the character behind it, inside and outside quotes, one ASCII character; null for
 *     none
 * @param header the columns' names; empty where each input begins with them
 * @param skipLines lines before the header, or before the first record, that are passed over unread
 * @param comment what a line begins with that is no record; empty for none
 * @param strayQuotes what a quote inside an unquoted cell is
 * @param ragged what becomes of a record with too few or too many cells
 * @param trim which blanks around cells are left out
 * @param maxRecordBytes the longest record that is read, in bytes of UTF-8, line breaks inside it counted; 1 to 1 GiB
 */
public record CsvDialect(
        Charset charset,
        char delimiter,
        @Nullable Character quote,
        @Nullable Character escape,
        List<String> header,
        int skipLines,
        String comment,
        StrayQuotes strayQuotes,
        Ragged ragged,
        Trim trim,
        int maxRecordBytes) {

    /** What MongoDB takes for one document; a longer record could not be stored. */
    public static final int DEFAULT_MAX_RECORD_BYTES = 16 << 20;

    /** RFC 4180 in UTF-8 with a header. */
    public static final CsvDialect RFC_4180 = new CsvDialect(
            StandardCharsets.UTF_8,
            ',',
            '"',
            null,
            List.of(),
            0,
            "",
            StrayQuotes.TEXT,
            Ragged.REJECT,
            Trim.NONE,
            DEFAULT_MAX_RECORD_BYTES);

    private static final int LARGEST_RECORD_BYTES = 1 << 30;

    /** What a quote inside an unquoted cell is, as in {@code 5" disk}. */
    public enum StrayQuotes {
        /** Text like any other. */
        TEXT,
        /** A fault: the record is malformed. */
        REJECT
    }

    /** What becomes of a record that has not as many cells as the header. */
    public enum Ragged {
        /** It is malformed. */
        REJECT,
        /** It is read: missing cells are absent, surplus ones belong to no column. */
        LENIENT
    }

    /** Which spaces and tabs around cells are left out; the delimiter is none of them. */
    public enum Trim {
        /** None: they are part of the cell. */
        NONE,
        /** Those outside quotes: around unquoted cells, and between a cell's quotes and the delimiters. */
        UNQUOTED,
        /** Those at both ends of a quoted cell's content, too. */
        ALL
    }

    public CsvDialect {
        header = List.copyOf(header);
        requireSeparator("delimiter", delimiter);
        if (quote != null) {
            requireSeparator("quote", quote);
            if (quote == delimiter) {
                throw new IllegalArgumentException(
                        "The delimiter and the quote are both %s; they must differ".formatted(name(delimiter)));
            }
        }
        if (escape != null) {
            requireSeparator("escape", escape);
            if (escape == delimiter || escape.equals(quote)) {
                throw new IllegalArgumentException("The escape is %s, as the %s is; they must differ"
                        .formatted(name(escape), escape == delimiter ? "delimiter" : "quote"));
            }
        }
        if (skipLines < 0) {
            throw new IllegalArgumentException("skip-lines is %d; it must be 0 or more".formatted(skipLines));
        }
        if (comment.chars().anyMatch(character -> character == '\r' || character == '\n' || character == 0)) {
            throw new IllegalArgumentException(
                    "The comment prefix holds a line break or a NUL; it is the start of a line");
        }
        if (maxRecordBytes < 1 || maxRecordBytes > LARGEST_RECORD_BYTES) {
            throw new IllegalArgumentException("The longest record is given as %,d bytes; allowed are 1 to %,d"
                    .formatted(maxRecordBytes, LARGEST_RECORD_BYTES));
        }
        requireLineEnds(charset);
    }

    /** The same with other names of columns; none: each input begins with them. */
    public CsvDialect withHeader(List<String> names) {
        return new CsvDialect(
                charset,
                delimiter,
                quote,
                escape,
                names,
                skipLines,
                comment,
                strayQuotes,
                ragged,
                trim,
                maxRecordBytes);
    }

    private static void requireSeparator(String role, char character) {
        if (character == 0 || character > 0x7F || character == '\r' || character == '\n') {
            throw new IllegalArgumentException(
                    "The %s is %s; it must be one ASCII character other than a line break and NUL"
                            .formatted(role, name(character)));
        }
    }

    private static String name(char character) {
        return character > ' ' && character != 0x7F ? "'" + character + "'" : "U+%04X".formatted((int) character);
    }

    private static void requireLineEnds(Charset charset) {
        if (charset.name().toUpperCase(Locale.ROOT).matches("X?-?UTF-(16|32).*")) {
            return;
        }
        try {
            ByteBuffer lineEnds = ByteBuffer.wrap(new byte[] {'\r', '\n'});
            if (charset.newDecoder().decode(lineEnds).toString().equals("\r\n")) {
                return;
            }
        } catch (CharacterCodingException | UnsupportedOperationException notAscii) {
            // Refused below.
        }
        throw new IllegalArgumentException(
                "Charset %s has no CR and LF where ASCII has them, so its line ends are unknown; convert the file to UTF-8"
                        .formatted(charset));
    }
}
