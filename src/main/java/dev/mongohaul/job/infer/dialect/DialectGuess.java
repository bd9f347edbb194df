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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Delimiter, quote and lines to skip, judged by the beginning of the first input.
 *
 * @param width cells of the header, or of the first record
 * @param skipNote what is skipped; null where nothing is
 * @param oddHeader the cells of the one line skipped, where it has one more than the records or one less, and may be
 *     their header all the same; empty otherwise
 */
public record DialectGuess(
        CsvDialect dialect, int width, @Nullable String skipNote, List<String> oddHeader) {

    private static final char[] DELIMITERS = {',', ';', '\t', '|'};

    /** Of the first input, in bytes; none of its records may be longer. */
    private static final int HEAD_BYTES = 256 << 10;

    /** With fewer records of one number of cells, a character is text and separates nothing. */
    private static final double ENOUGH = 0.6;

    public DialectGuess {
        oddHeader = List.copyOf(oddHeader);
    }

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
            trials.add(trial(inputs, charset, delimiter, quote));
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
        CsvDialect dialect =
                dialect(seen.charset(), seen.delimiter(), seen.quote(), skip, CsvDialect.DEFAULT_MAX_RECORD_BYTES);
        return new DialectGuess(dialect, width, note(trial.leading(), width), oddHeader(trial.leading(), width));
    }

    private static @Nullable String note(List<CsvItem> leading, int width) {
        if (leading.isEmpty()) {
            return null;
        }
        String first = leading.get(0) instanceof CsvRecord record ? ": " + String.join(" ", texts(record)) : "";
        return "no record: another number of cells than the %d that all others have%s"
                .formatted(width, Excerpt.of(first));
    }

    private static List<String> oddHeader(List<CsvItem> leading, int width) {
        if (leading.size() != 1 || !(leading.get(0) instanceof CsvRecord record)) {
            return List.of();
        }
        List<String> names = texts(record);
        boolean named = names.stream().limit(width).noneMatch(String::isBlank);
        return named && names.size() > 1 && Math.abs(names.size() - width) == 1 ? names : List.of();
    }

    private static List<String> texts(CsvRecord record) {
        return IntStream.range(0, record.cellCount()).mapToObj(record::text).toList();
    }

    private static DialectTrial trial(Inputs inputs, Charset charset, char delimiter, @Nullable Character quote)
            throws IOException {
        return DialectTrial.of(inputs, dialect(charset, delimiter, quote, 0, HEAD_BYTES), HEAD_BYTES);
    }

    private static CsvDialect dialect(
            Charset charset, char delimiter, @Nullable Character quote, int skipLines, int maxRecordBytes) {
        CsvDialect usual = CsvDialect.RFC_4180;
        return new CsvDialect(
                charset,
                delimiter,
                quote,
                usual.escape(),
                List.of(),
                skipLines,
                usual.comment(),
                usual.strayQuotes(),
                usual.ragged(),
                usual.trim(),
                maxRecordBytes);
    }

    /** The same with quotes that are text like any other. */
    public DialectGuess withoutQuote(Inputs inputs) throws IOException {
        return of(trial(inputs, dialect.charset(), dialect.delimiter(), null));
    }
}
