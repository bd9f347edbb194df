package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delimiter, quote, comments and lines to skip, guessed from the beginning of the first input.
 *
 * @param search the trials of the inputs
 * @param omitted the lines that were left out before the search
 * @param width cells of the header, or of the first record
 * @param skipNote what is skipped; null for nothing
 * @param oddHeader the one line skipped, where it may be the header although it has fewer or more names than there are
 *     columns; null otherwise
 * @param below records below the header that are none, such as units
 * @param comments the comment lines of the beginning
 * @param doubt why the division into columns is a guess; null if it is none
 */
record DialectGuess(
        DialectSearch search,
        OmittedLines omitted,
        CsvDialect dialect,
        int width,
        @Nullable String skipNote,
        @Nullable CsvRecord oddHeader,
        int below,
        List<String> comments,
        @Nullable String doubt) {

    /** Returns the guess with quotes as text. */
    DialectGuess withoutQuote() throws IOException {
        return search.guess(search.escaped(dialect.delimiter(), null, omitted), omitted);
    }

    /** Returns the dialect in which comments are records, too. */
    CsvDialect withComments(int skipLines) {
        return DialectSearch.with(dialect, dialect.header(), skipLines, "", dialect.ragged());
    }

    /** Returns the guess in which records below the header are none. */
    DialectGuess withBelow(int records) {
        return new DialectGuess(search, omitted, dialect, width, skipNote, oddHeader, records, comments, doubt);
    }

    /** Returns the guess in which the line that may be the header is a record. */
    DialectGuess withRecordAbove() {
        int skip = Math.toIntExact(oddHeader == null ? 0 : oddHeader.location().line() - 1);
        CsvDialect other = DialectSearch.with(dialect, dialect.header(), skip, dialect.comment(), dialect.ragged());
        return new DialectGuess(search, omitted, other, width, null, null, below, comments, doubt);
    }

    /** Returns the guess with missing cells blank and surplus ones dropped. */
    DialectGuess lenient() {
        CsvDialect other = DialectSearch.with(
                dialect, dialect.header(), dialect.skipLines(), dialect.comment(), RaggedRecords.LENIENT);
        return new DialectGuess(search, omitted, other, width, skipNote, oddHeader, below, comments, doubt);
    }
}
