package dev.mongohaul.job.infer.dialect;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.type.Excerpt;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delimiter, quote and lines to skip, judged by the beginning of the first input.
 *
 * @param width cells of the header, or of the first record
 * @param skipNote what is skipped; null where nothing is
 */
public record DialectGuess(
        CsvDialect dialect, int width, @Nullable String skipNote) {

    private static final char[] DELIMITERS = {',', ';', '\t', '|'};

    /** With fewer records of one number of cells, a character is text and separates nothing. */
    private static final double ENOUGH = 0.6;

    /**
     * The guess for the inputs, all of which are like the first.
     *
     * @throws InputException where there is no record
     */
    public static DialectGuess of(Inputs inputs, Charset charset) throws IOException {
        DialectTrial doubleQuote = best(inputs, charset, '"');
        if (doubleQuote.isEmpty()) {
            throw InputException.refused("%s: the input has no record, so there is nothing to infer a job from"
                    .formatted(inputs.list().get(0).name()));
        }
        DialectTrial none = best(inputs, charset, null);
        DialectTrial apostrophe = best(inputs, charset, '\'');
        DialectTrial usual = none.score() > doubleQuote.score() ? none : doubleQuote;
        return of(isBetter(apostrophe, usual) ? apostrophe : usual);
    }

    private static boolean isBetter(DialectTrial apostrophe, DialectTrial usual) {
        return apostrophe.isWellFormed()
                && (apostrophe.score() > usual.score()
                        || (apostrophe.score() == usual.score() && usual.hasColumnWithin('\'')));
    }

    private static DialectTrial best(Inputs inputs, Charset charset, @Nullable Character quote) throws IOException {
        List<DialectTrial> trials = new ArrayList<>();
        for (char delimiter : DELIMITERS) {
            trials.add(DialectTrial.of(inputs, dialect(charset, delimiter, quote, 0)));
        }
        DialectTrial best = trials.stream()
                .max(Comparator.comparingDouble(DialectTrial::score).thenComparingInt(DialectTrial::usualWidth))
                .orElseThrow();
        if (best.score() >= ENOUGH) {
            return best;
        }
        return trials.stream().filter(DialectTrial::isOneColumn).findFirst().orElse(best);
    }

    private static DialectGuess of(DialectTrial trial) {
        CsvDialect seen = trial.dialect();
        int width = trial.first() instanceof CsvRecord record ? record.cellCount() : trial.usualWidth();
        // Blank lines are passed over anyway.
        int skip = trial.leading().isEmpty()
                ? 0
                : Math.toIntExact(trial.first().location().line() - 1);
        return new DialectGuess(
                dialect(seen.charset(), seen.delimiter(), seen.quote(), skip), width, note(trial.leading(), width));
    }

    private static @Nullable String note(List<CsvItem> leading, int width) {
        if (leading.isEmpty()) {
            return null;
        }
        byte[] first = leading.get(0).toByteArray();
        return "no record: another number of cells than the %d that all others have: %s"
                .formatted(width, Excerpt.of(first, 0, first.length));
    }

    private static CsvDialect dialect(Charset charset, char delimiter, @Nullable Character quote, int skipLines) {
        CsvDialect usual = CsvDialect.RFC_4180;
        return new CsvDialect(
                charset,
                delimiter,
                quote,
                List.of(),
                skipLines,
                usual.comment(),
                usual.strayQuotes(),
                usual.ragged(),
                usual.maxRecordBytes());
    }

    /** The same with quotes that are text like any other. */
    public DialectGuess withoutQuote(Inputs inputs) throws IOException {
        return of(DialectTrial.of(inputs, dialect(dialect.charset(), dialect.delimiter(), null, 0)));
    }
}
