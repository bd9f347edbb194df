package dev.mongohaul.job.file;

import dev.mongohaul.csv.CsvDialect.Ragged;
import dev.mongohaul.csv.CsvDialect.StrayQuotes;
import dev.mongohaul.csv.CsvDialect.Trim;
import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Input of a job and its dialect.
 *
 * @param files absolute paths and globs, or {@link #STANDARD_INPUT} alone
 * @param quote empty: no character quotes
 * @param escape empty: no character escapes
 * @param header what names the columns
 */
public record Source(
        List<String> files,
        Charset charset,
        char delimiter,
        Optional<Character> quote,
        Optional<Character> escape,
        Header header,
        int skipLines,
        @Nullable String comment,
        StrayQuotes strayQuotes,
        Ragged ragged,
        Trim trim) {

    /** The one file that has no name. */
    public static final String STANDARD_INPUT = "-";

    private static final int MOST_LINES = 1_000_000;
    private static final String ASCII = "\r\n\t,;|\"' 0123456789ABCXYZabcxyz";

    public Source {
        files = List.copyOf(files);
        Rules rules = new Rules();
        rules.require(!files.isEmpty(), "names no file: at least one path or glob is needed", "files");
        rules.require(
                files.size() < 2 || !files.contains(STANDARD_INPUT),
                "names standard input beside other files: \"-\" can only stand alone",
                "files");
        rules.distinct(files, "files");
        files.forEach(file -> DatedFiles.mistake(file)
                .ifPresent(mistake -> rules.require(false, Quoted.text(file) + ": " + mistake, "files")));
        rules.require(
                separatesAsAscii(charset),
                Quoted.text(charset.name()) + " has other bytes than ASCII for delimiters, quotes or line ends: convert"
                        + " the input first, for example by iconv -f " + charset.name() + " -t UTF-8",
                "charset");
        rules.count(skipLines, 0, MOST_LINES, "skip-lines");
        rules.names(header.names(), "header");
        checkCharacters(rules, delimiter, quote, strayQuotes);
        checkEscape(rules, delimiter, quote, escape);
        checkComment(rules, comment, delimiter, quote, escape);
        rules.enforce();
    }

    public boolean isStandardInput() {
        return files.contains(STANDARD_INPUT);
    }

    /** Whether blanks around cells are left out. */
    public boolean trims() {
        return trim != Trim.NONE;
    }

    /** UTF-16 and UTF-32 have the same characters, in more bytes each. */
    private static boolean separatesAsAscii(Charset charset) {
        boolean wide = charset.name().matches("(?i).*UTF-(16|32).*");
        return wide || new String(ASCII.getBytes(StandardCharsets.US_ASCII), charset).equals(ASCII);
    }

    private static void checkCharacters(
            Rules rules, char delimiter, Optional<Character> quote, StrayQuotes strayQuotes) {
        rules.require(
                isSeparating(delimiter),
                shown(delimiter) + " is not a delimiter: one ASCII character that is no line break and no NUL",
                "delimiter");
        rules.require(
                quote.map(Source::isSeparating).orElse(true),
                shown(quote.orElse('"'))
                        + " is not a quote: one ASCII character that is no line break and no NUL, or none",
                "quote");
        rules.require(
                quote.isEmpty() || quote.get() != delimiter,
                shown(delimiter) + " is the delimiter too: cells could not be separated; choose another, or none",
                "quote");
        rules.require(
                quote.isPresent() || strayQuotes == StrayQuotes.TEXT,
                "rejects stray quotes where no character quotes (quote: none): leave it out",
                "stray-quotes");
    }

    private static void checkEscape(
            Rules rules, char delimiter, Optional<Character> quote, Optional<Character> escape) {
        rules.require(
                escape.map(Source::isSeparating).orElse(true),
                shown(escape.orElse('\\'))
                        + " is not an escape: one ASCII character that is no line break and no NUL, or none",
                "escape");
        rules.require(
                escape.isEmpty() || (escape.get() != delimiter && !escape.equals(quote)),
                shown(escape.orElse('\\'))
                        + " is the delimiter or the quote too: choose another, or none; a doubled quote inside quotes"
                        + " needs no escape",
                "escape");
    }

    private static String shown(char character) {
        return Character.isISOControl(character)
                ? String.format("the character U+%04X", (int) character)
                : Quoted.text(Character.toString(character));
    }

    private static boolean isSeparating(char character) {
        return character > 0 && character < 0x80 && character != '\n' && character != '\r';
    }

    private static void checkComment(
            Rules rules,
            @Nullable String comment,
            char delimiter,
            Optional<Character> quote,
            Optional<Character> escape) {
        if (comment == null) {
            return;
        }
        rules.require(
                !comment.isEmpty() && comment.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0),
                Quoted.text(comment.strip())
                        + " is not the beginning of a line: at least one character, no line break, no NUL",
                "comment");
        rules.require(
                comment.isEmpty() || comment.charAt(0) != delimiter,
                Quoted.text(comment) + " begins with the delimiter, as a record with an empty first cell does",
                "comment");
        rules.require(
                comment.isEmpty() || quote.isEmpty() || comment.charAt(0) != quote.get(),
                Quoted.text(comment) + " begins with the quote, as a record with a quoted first cell does",
                "comment");
        rules.require(
                comment.isEmpty() || escape.isEmpty() || comment.charAt(0) != escape.get(),
                Quoted.text(comment) + " begins with the escape, as a record can",
                "comment");
    }

    /**
     * What names the columns.
     *
     * @param names of the columns, in their order; empty: the input's first record holds them
     */
    public record Header(List<String> names) {

        /** The first record of the input. */
        public static final Header IN_INPUT = new Header(List.of());

        public Header {
            names = List.copyOf(names);
        }

        public boolean isInInput() {
            return names.isEmpty();
        }
    }
}
