package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Delimiter, quote, comments and lines to skip, guessed from the beginning of the first input.
 *
 * @param width cells of the header, or of the first record
 * @param skipNote what is skipped; null for nothing
 * @param oddHeader the cells of the one line skipped, where it may be the header although it has fewer or more names than there
 *     are columns; empty otherwise
 * @param comments the comment lines of the beginning
 */
record DialectGuess(
        CsvDialect dialect, int width, @Nullable String skipNote, List<String> oddHeader, List<String> comments) {

    /** A header, or first record, with all cells in quotes counts as ten records. */
    public static final int WEIGHT_OF_FIRST = 10;

    /** Bytes of the first input that are read, and the longest record. */
    public static final int HEAD_BYTES = 256 << 10;

    public DialectGuess {
        oddHeader = List.copyOf(oddHeader);
        comments = List.copyOf(comments);
    }

    /**
     * Returns the guess for the inputs, all of which are like the first.
     *
     * @throws InputException where there is no record
     */
    public static DialectGuess of(Inputs inputs, Charset charset) throws IOException {
        DialectSearch search = new DialectSearch(inputs, charset);
        return of(search, search.best());
    }

    private static DialectGuess of(DialectSearch search, DialectTrial trial) {
        CsvDialect seen = trial.dialect();
        List<CsvItem> leading = trial.leading();
        // Blank lines are passed over anyway.
        int skip = leading.isEmpty()
                ? seen.skipLines()
                : Math.toIntExact(trial.first().location().line() - 1);
        int width = trial.firstWidth();
        return new DialectGuess(
                dialect(seen, seen.quote(), skip, seen.comment(), seen.ragged()),
                width,
                note(search, leading, width),
                oddHeader(trial, width),
                seen.comment().isEmpty() ? List.of() : search.comments());
    }

    private static @Nullable String note(DialectSearch search, List<CsvItem> leading, int width) {
        List<String> notes = new ArrayList<>();
        if (search.isDelimiterNamed()) {
            notes.add("the first line names the delimiter");
        }
        if (!leading.isEmpty()) {
            String first = leading.get(0) instanceof CsvRecord record ? ": " + String.join(" ", texts(record)) : "";
            notes.add("no record: another number of cells than the %d that all others have%s"
                    .formatted(width, Printable.excerpt(first)));
        }
        return notes.isEmpty() ? null : String.join("; ", notes);
    }

    private static List<String> oddHeader(DialectTrial trial, int width) {
        List<CsvItem> leading = trial.leading();
        if (leading.size() != 1 || !(leading.get(0) instanceof CsvRecord record)) {
            return List.of();
        }
        List<String> names = texts(record);
        boolean named = names.stream().limit(width).noneMatch(String::isBlank);
        boolean near = Math.abs(names.size() - width) == 1 || names.size() > width || trial.isBlankFrom(names.size());
        return named && names.size() > 1 && near ? names : List.of();
    }

    private static List<String> texts(CsvRecord record) {
        return IntStream.range(0, record.cellCount()).mapToObj(record::text).toList();
    }

    private static CsvDialect dialect(
            CsvDialect seen, @Nullable Character quote, int skipLines, String comment, CsvDialect.Ragged ragged) {
        return new CsvDialect(
                seen.charset(),
                seen.delimiter(),
                quote,
                seen.escape(),
                seen.header(),
                skipLines,
                comment,
                seen.strayQuotes(),
                ragged,
                seen.trim(),
                CsvDialect.DEFAULT_MAX_RECORD_BYTES);
    }

    /**
     * Returns whether quotes are better read as text.
     *
     * @param misfits records that are malformed with quotes
     * @param enclosed records that have cells in quotes, which would become text
     * @param misfitsWithout records that are malformed without
     */
    public static boolean arePlainText(long misfits, long enclosed, long misfitsWithout) {
        return 2 * misfits > enclosed + 2 * misfitsWithout;
    }

    /** Returns the guess with quotes as text. */
    public DialectGuess withoutQuote(Inputs inputs) throws IOException {
        DialectSearch search = new DialectSearch(inputs, dialect.charset());
        return of(search, search.escaped(dialect.delimiter(), null, dialect.comment()));
    }

    /** Returns the guess with the comment as the header. */
    public DialectGuess withoutComment(Inputs inputs) throws IOException {
        DialectSearch search = new DialectSearch(inputs, dialect.charset());
        return of(search, search.escaped(dialect.delimiter(), dialect.quote(), ""));
    }

    /** Returns the guess with missing cells blank and surplus ones dropped. */
    public DialectGuess lenient() {
        CsvDialect other =
                dialect(dialect, dialect.quote(), dialect.skipLines(), dialect.comment(), CsvDialect.Ragged.LENIENT);
        return new DialectGuess(other, width, skipNote, oddHeader, comments);
    }
}
