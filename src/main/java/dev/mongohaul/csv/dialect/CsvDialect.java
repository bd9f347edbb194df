package dev.mongohaul.csv.dialect;

import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a CSV input is written; what it says holds for all inputs of an import.
 *
 * @param charset of inputs without a byte order mark; any charset of the JDK that has CR and LF where ASCII has them
 * @param delimiter between cells, one ASCII character
 * @param quote around cells that hold a delimiter, a quote or a line break, one ASCII character; null for none
 * @param escape takes its meaning from the character after it, inside and outside quotes, one ASCII character; null for
 *     none
 * @param header the columns' names; empty where each input begins with them
 * @param skipLines lines before the header, or before the first record, that are passed over unread
 * @param comment what a line begins with that is not a record; empty for none
 * @param strayQuotes what a quote inside an unquoted cell is
 * @param ragged treatment of a record with too few or too many cells
 * @param trim which blanks around cells are left out
 * @param maxRecordBytes the longest record that is read, in bytes of UTF-8, line breaks inside it counted; 1 to 1 GiB
 * @param headerText names in place of the cells of the header
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
        RaggedRecords ragged,
        Trim trim,
        int maxRecordBytes,
        HeaderText headerText) {

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
            RaggedRecords.REJECT,
            Trim.NONE,
            DEFAULT_MAX_RECORD_BYTES);

    private static final int LARGEST_RECORD_BYTES = 1 << 30;
    private static final String ASCII = "\r\n\t,;|\"' 0123456789ABCXYZabcxyz";

    /** Creates a dialect whose columns have the names of {@code header}, or of the header of the input. */
    public CsvDialect(
            Charset charset,
            char delimiter,
            @Nullable Character quote,
            @Nullable Character escape,
            List<String> header,
            int skipLines,
            String comment,
            StrayQuotes strayQuotes,
            RaggedRecords ragged,
            Trim trim,
            int maxRecordBytes) {
        this(
                charset,
                delimiter,
                quote,
                escape,
                header,
                skipLines,
                comment,
                strayQuotes,
                ragged,
                trim,
                maxRecordBytes,
                HeaderText.NONE);
    }

    public CsvDialect {
        header = List.copyOf(header);
        Rules rules = new Rules();
        check(rules, charset, delimiter, quote, escape, comment.isEmpty() ? null : comment, strayQuotes);
        rules.require(skipLines >= 0, skipLines + " is not a count: 0 or more", "skip-lines");
        rules.require(
                maxRecordBytes >= 1 && maxRecordBytes <= LARGEST_RECORD_BYTES,
                "The longest record is given as %,d bytes; allowed are 1 to %,d"
                        .formatted(maxRecordBytes, LARGEST_RECORD_BYTES));
        rules.enforce();
    }

    /** Returns the same dialect with names in place of the cells of the header. */
    public CsvDialect with(HeaderText text) {
        return new CsvDialect(
                charset,
                delimiter,
                quote,
                escape,
                header,
                skipLines,
                comment,
                strayQuotes,
                ragged,
                trim,
                maxRecordBytes,
                text);
    }

    /**
     * Checks what separates cells and records, by the keys of a job file.
     *
     * @param comment null for none
     */
    public static void check(
            Rules rules,
            Charset charset,
            char delimiter,
            @Nullable Character quote,
            @Nullable Character escape,
            @Nullable String comment,
            StrayQuotes strayQuotes) {
        rules.require(
                separatesAsAscii(charset),
                Printable.quoted(charset.name())
                        + " has other bytes than ASCII for delimiters, quotes or line ends: convert"
                        + " the input first, for example by iconv -f " + charset.name() + " -t UTF-8",
                "charset");
        String ascii = ": one ASCII character that is no line break and no NUL";
        rules.require(isSeparating(delimiter), shown(delimiter) + " is not a delimiter" + ascii, "delimiter");
        if (quote != null) {
            rules.require(isSeparating(quote), shown(quote) + " is not a quote" + ascii + ", or none", "quote");
            rules.require(
                    quote != delimiter,
                    shown(quote) + " is the delimiter too: cells could not be separated; choose another, or none",
                    "quote");
        }
        rules.require(
                quote != null || strayQuotes == StrayQuotes.TEXT,
                "rejects stray quotes where no character quotes (quote: none): leave it out",
                "stray-quotes");
        if (escape != null) {
            rules.require(isSeparating(escape), shown(escape) + " is not an escape" + ascii + ", or none", "escape");
            rules.require(
                    escape != delimiter && !escape.equals(quote),
                    shown(escape) + " is the delimiter or the quote too: choose another, or none; a doubled quote"
                            + " inside quotes needs no escape",
                    "escape");
        }
        if (comment != null) {
            checkComment(rules, delimiter, quote, escape, comment);
        }
    }

    private static void checkComment(
            Rules rules, char delimiter, @Nullable Character quote, @Nullable Character escape, String comment) {
        rules.require(
                !comment.isEmpty() && comment.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0),
                Printable.quoted(comment.strip())
                        + " is not the beginning of a line: at least one character, no line break, no NUL",
                "comment");
        rules.require(
                !comment.startsWith(String.valueOf(delimiter)),
                Printable.quoted(comment) + " begins with the delimiter, as a record with an empty first cell does",
                "comment");
        rules.require(
                quote == null || !comment.startsWith(quote.toString()),
                Printable.quoted(comment) + " begins with the quote, as a record with a quoted first cell does",
                "comment");
        rules.require(
                escape == null || !comment.startsWith(escape.toString()),
                Printable.quoted(comment) + " begins with the escape, as a record can",
                "comment");
    }

    /** UTF-16 and UTF-32 have the same characters, in more bytes each. */
    private static boolean separatesAsAscii(Charset charset) {
        return charset.name().matches("(?i).*UTF-(16|32).*")
                || new String(ASCII.getBytes(StandardCharsets.US_ASCII), charset).equals(ASCII);
    }

    private static boolean isSeparating(char character) {
        return character > 0 && character < 0x80 && character != '\n' && character != '\r';
    }

    private static String shown(char character) {
        return Character.isISOControl(character)
                ? "the character U+%04X".formatted((int) character)
                : Printable.quoted(Character.toString(character));
    }
}
