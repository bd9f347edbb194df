package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Search for the dialect in which the first input's beginning fits best.
 *
 * <p>If quotes enclose cells in some trial, only such trials are compared. The trial wins that has most records with the same
 * number of cells; among equal ones, the one with more columns. Without a delimiter in the header there is one column,
 * unless nearly all records have more.
 */
final class DialectSearch {

    /** In the order of use; a character that the input lacks is only for inputs of one column. */
    private static final List<Character> DELIMITERS = List.of(',', ';', '\t', '|', '^', '\u0001', '\u001F');

    /** With a smaller share of records of one number of cells, a character is text and no delimiter. */
    private static final double ENOUGH = 0.6;

    private static final Comparator<DialectTrial> BY_SHAPE = Comparator.comparingInt(DialectTrial::columnsOfNearlyAll)
            .thenComparing(trial -> trial.leading().isEmpty() && trial.score() >= ENOUGH)
            .thenComparingDouble(DialectTrial::score)
            .thenComparingInt(trial -> trial.usualWidth)
            .thenComparingInt(DialectTrial::firstWidth);

    /** A comma comes last among equals, as it is frequent in texts and numbers. */
    private static final Comparator<DialectTrial> BY_FIT =
            BY_SHAPE.thenComparing(trial -> trial.dialect.delimiter() != ',');

    /** Characters that separate cells in few files, and are frequent in texts. */
    private static final String UNUSUAL = "~:\u00A6\u00A7#!/* ";

    /** A comma that is no part of a number. */
    private static final Pattern COMMA = Pattern.compile("(?<![0-9]),|,(?![0-9])");

    private static final char ESCAPE = '\\';
    private static final char UNLIKELY = '\u001F';
    private static final Pattern SEP = Pattern.compile("\"?sep=([\\p{ASCII}&&[^\"]])\"?", Pattern.CASE_INSENSITIVE);

    /** The smallest share of the records with quotes that have them around cells, for quotes that enclose. */
    private static final double ENCLOSING = 0.8;

    /** Cells in apostrophes that make these quotes, where there are no other apostrophes. */
    private static final int FEW_ENCLOSED = 3;

    private final Inputs inputs;
    private final Charset charset;
    private final Hints hints;
    private final DialectTrial lines;
    private final BitSet held = new BitSet();
    private final @Nullable Character named;
    private final List<Character> delimiters;

    /** Another delimiter that fits as well as the best; null if there is none. */
    private @Nullable Character rival;

    private DialectSearch(Inputs inputs, Charset charset, Hints hints) throws IOException {
        this.inputs = inputs;
        this.charset = charset;
        this.hints = hints;
        this.lines = DialectTrial.of(inputs, lines(charset), false);
        if (lines.items.isEmpty()) {
            throw InputException.withoutRecord("%s: the input has no record, so there is nothing to infer a job from"
                    .formatted(inputs.list().get(0).name()));
        }
        lines.items.forEach(line -> text(line).chars().forEach(held::set));
        this.named = namedDelimiter(lines.items.get(0));
        Optional<Character> only = hints.delimiter().or(() -> Optional.ofNullable(named));
        this.delimiters = only.map(List::of)
                .orElseGet(() -> DELIMITERS.stream().filter(held::get).toList());
    }

    /** Returns the dialect in which each line is one cell. */
    static CsvDialect lines(Charset charset) {
        return dialect(charset, UNLIKELY, null, null, Trim.NONE, "", 0);
    }

    private static CsvDialect dialect(
            Charset charset,
            char delimiter,
            @Nullable Character quote,
            @Nullable Character escape,
            Trim trim,
            String comment,
            int skipLines) {
        return new CsvDialect(
                charset,
                delimiter,
                quote,
                escape,
                List.of(),
                skipLines,
                comment,
                StrayQuotes.TEXT,
                RaggedRecords.REJECT,
                trim,
                DialectTrial.HEAD_BYTES);
    }

    private DialectTrial trial(
            char delimiter, @Nullable Character quote, @Nullable Character escape, Trim trim, OmittedLines omitted)
            throws IOException {
        int skipLines = Math.max(omitted.skipLines(), named == null ? 0 : 1);
        CsvDialect dialect = dialect(charset, delimiter, quote, escape, trim, omitted.comment(), skipLines);
        return DialectTrial.of(inputs, hints.applied(dialect), hints.skipLines().isEmpty());
    }

    /** Returns the delimiter that the first line names, as in {@code sep=;}. */
    private @Nullable Character namedDelimiter(CsvItem first) {
        Matcher sep = SEP.matcher(text(first));
        return sep.matches() ? Character.valueOf(sep.group(1).charAt(0)) : null;
    }

    String text(CsvItem item) {
        return new String(item.toByteArray(), charset);
    }

    /**
     * Returns the guess for inputs that are all like the first.
     *
     * @param hints settings that are not guessed
     * @throws InputException where there is no record
     */
    static DialectGuess guess(Inputs inputs, Charset charset, Hints hints) throws IOException {
        return new DialectSearch(inputs, charset, hints).guess();
    }

    /** Returns the best guess, without comment lines if there are any. */
    private DialectGuess guess() throws IOException {
        if (lines.items.stream().anyMatch(this::isComment)) {
            OmittedLines comments = new OmittedLines(OmittedLines.COMMENT, 0);
            DialectTrial commented = best(comments);
            if (!commented.items.isEmpty()) {
                return guess(commented, comments);
            }
        }
        return guess(new OmittedLines("", 0));
    }

    private boolean isComment(CsvItem item) {
        return text(item).startsWith(OmittedLines.COMMENT);
    }

    /** Returns the lines of the beginning. */
    List<String> texts() {
        return lines.items.stream().map(this::text).toList();
    }

    /** Returns the first lines, up to the first that does not begin like a comment. */
    List<CsvItem> top() {
        return lines.items.stream()
                .skip(named == null ? 0 : 1)
                .takeWhile(line -> OmittedLines.isLikeComment(text(line)))
                .toList();
    }

    /** Returns the best guess without these lines. */
    DialectGuess guess(OmittedLines omitted) throws IOException {
        return guess(best(omitted), omitted);
    }

    private DialectTrial best(OmittedLines omitted) throws IOException {
        List<DialectTrial> trials = new ArrayList<>();
        for (char delimiter : delimiters) {
            trials.add(quoted(delimiter, omitted));
        }
        if (trials.isEmpty()) {
            trials.add(quoted(DELIMITERS.get(0), omitted));
        }
        if (trials.get(0).items.isEmpty()) {
            return trials.get(0);
        }
        if (trials.stream().anyMatch(trial -> trial.enclosing() >= ENCLOSING)) {
            trials.removeIf(trial -> trial.enclosing() < ENCLOSING);
        }
        DialectTrial best = trials.stream().max(BY_FIT).orElseThrow();
        rival = trials.stream()
                .filter(other -> other != best && BY_SHAPE.compare(other, best) == 0)
                .map(other -> other.dialect.delimiter())
                .filter(delimiter -> delimiter != ',' || !areFractions())
                .findFirst()
                .orElse(null);
        return trimmed(
                apostrophes(best.score() >= ENOUGH || named != null ? best : oneColumn(trials, best, omitted), omitted),
                omitted);
    }

    /** Returns the trial with blanks trimmed, where nearly all cells have them, or more columns have a type without them. */
    private DialectTrial trimmed(DialectTrial plain, OmittedLines omitted) throws IOException {
        CsvDialect dialect = plain.dialect;
        if (dialect.trim() != Trim.NONE || hints.source("trim").isPresent() || !plain.hasBlanksAround()) {
            return plain;
        }
        DialectTrial other = trial(dialect.delimiter(), dialect.quote(), dialect.escape(), Trim.UNQUOTED, omitted);
        boolean fits = other.odd() <= plain.odd() && other.firstWidth() == plain.firstWidth();
        return fits && (plain.isPadded() || other.distinctiveColumns() > plain.distinctiveColumns()) ? other : plain;
    }

    /** Returns a trial in which every record is one cell, if the header is one cell in all trials; else the best. */
    private DialectTrial oneColumn(List<DialectTrial> trials, DialectTrial best, OmittedLines omitted)
            throws IOException {
        if (trials.stream().anyMatch(trial -> trial.firstWidth() > 1)) {
            return best;
        }
        for (DialectTrial trial : trials) {
            if (trial.isOneColumn()) {
                return trial;
            }
        }
        for (char absent : DELIMITERS) {
            if (!delimiters.contains(absent)) {
                return quoted(absent, omitted);
            }
        }
        return best;
    }

    /** Returns the trial with quotes, or without them where they break more records than they enclose cells. */
    private DialectTrial quoted(char delimiter, OmittedLines omitted) throws IOException {
        DialectTrial with = escaped(delimiter, '"', omitted);
        if (with.enclosed == 0 && with.misfits() == 0) {
            return with;
        }
        DialectTrial without = escaped(delimiter, null, omitted);
        return arePlainText(with.misfits(), with.enclosed, without.misfits()) ? without : with;
    }

    /** Returns the trial with a backslash as escape, or with blanks trimmed, where more records fit then. */
    DialectTrial escaped(char delimiter, @Nullable Character quote, OmittedLines omitted) throws IOException {
        DialectTrial best = trial(delimiter, quote, null, Trim.NONE, omitted);
        if (best.odd() > 0 && areEscapes(delimiter)) {
            best = better(best, trial(delimiter, quote, ESCAPE, Trim.NONE, omitted));
        }
        if (best.odd() > 0 && quote != null) {
            best = better(best, trial(delimiter, quote, null, Trim.UNQUOTED, omitted));
        }
        return best;
    }

    private static DialectTrial better(DialectTrial one, DialectTrial other) {
        return other.odd() < one.odd() ? other : one;
    }

    /** Returns whether every backslash precedes a character that is usually escaped, which is not so in paths. */
    private boolean areEscapes(char delimiter) {
        Pattern path = Pattern.compile("\\\\[^" + Pattern.quote(delimiter + "\\\"'nrtbZN0") + "]");
        return held.get(ESCAPE)
                && lines.items.stream()
                        .noneMatch(line ->
                                path.matcher(text(line).replace("\\\\", "")).find());
    }

    /** Returns a trial with apostrophes as quotes, where these enclose cells and the usual one has no quotes. */
    private DialectTrial apostrophes(DialectTrial usual, OmittedLines omitted) throws IOException {
        if (!held.get('\'') || usual.enclosed > 0) {
            return usual;
        }
        DialectTrial best = usual;
        Set<Character> candidates = new LinkedHashSet<>(delimiters);
        candidates.add(usual.dialect.delimiter());
        for (char delimiter : candidates) {
            DialectTrial trial = escaped(delimiter, '\'', omitted);
            boolean plain = trial.hasColumnWithin()
                    || trial.hasFirstWithin()
                    || (trial.enclosing() == 1 && trial.enclosed >= FEW_ENCLOSED);
            boolean fits = !arePlainText(trial.misfits(), trial.enclosed, best.misfits());
            if (trial.enclosing() >= ENCLOSING
                    && trial.enclosed > 1
                    && (trial.score() > best.score() || (plain && fits))) {
                best = trial;
            }
        }
        return best;
    }

    /**
     * Returns whether quotes are better read as text.
     *
     * @param enclosed records with cells in quotes, which would become text
     * @param misfitsWithout misfits where quotes are text
     */
    static boolean arePlainText(long misfits, long enclosed, long misfitsWithout) {
        return 2 * misfits > enclosed + 2 * misfitsWithout;
    }

    DialectGuess guess(DialectTrial trial, OmittedLines omitted) {
        CsvDialect seen = trial.dialect;
        // Blank lines are passed over anyway.
        int skip = trial.leading().isEmpty()
                ? seen.skipLines()
                : Math.toIntExact(trial.first().location().line() - 1);
        return new DialectGuess(
                this,
                omitted,
                with(seen, seen.header(), skip, seen.comment(), seen.ragged()),
                trial.firstWidth(),
                skipNote(trial, omitted),
                oddHeader(trial),
                0,
                seen.comment().isEmpty()
                        ? List.of()
                        : lines.items.stream()
                                .filter(line ->
                                        isComment(line) && line.location().line() > omitted.skipLines())
                                .map(this::text)
                                .toList(),
                hints.delimiter().isPresent() || named != null ? null : doubt(trial));
    }

    /** Returns whether every comma stands between digits, as it does in fractions and thousands. */
    private boolean areFractions() {
        return texts().stream().noneMatch(line -> COMMA.matcher(line).find());
    }

    /** Returns why the division into columns is a guess; null if it is none. */
    private @Nullable String doubt(DialectTrial trial) {
        char delimiter = trial.dialect.delimiter();
        if (trial.firstWidth() < 2) {
            return "would become one column, since no delimiter separates cells"
                    + (FixedWidth.areEquallyLong(texts())
                            ? ". All lines are equally long: if they are columns of fixed width, convert the file to CSV"
                            : regular());
        }
        if (rival != null) {
            return "can be divided into %d columns by %s and by %s"
                    .formatted(trial.usualWidth, named(delimiter), named(rival));
        }
        return trial.score() < ENOUGH
                ? "has no clear columns: with the delimiter %s, %,d of its first %,d records have other than %d cells"
                        .formatted(
                                named(delimiter),
                                trial.misfits(),
                                trial.items.size() - trial.leading().size(),
                                trial.usualWidth)
                : null;
    }

    private static String named(char delimiter) {
        return delimiter == '\t' ? "a tab" : "'" + Printable.of(String.valueOf(delimiter)) + "'";
    }

    /** Returns text about a character that every line has equally often; empty text if there is none. */
    private String regular() {
        List<String> texts = texts().stream().filter(line -> !line.isBlank()).toList();
        return UNUSUAL.chars()
                .filter(character -> count(texts.get(0), character) > 0
                        && texts.stream().allMatch(line -> count(line, character) == count(texts.get(0), character)))
                .mapToObj(character -> ". Every line has the character '%c' equally often".formatted(character))
                .findFirst()
                .orElse("");
    }

    private static long count(String line, int character) {
        return line.chars().filter(each -> each == character).count();
    }

    private @Nullable String skipNote(DialectTrial trial, OmittedLines omitted) {
        List<String> notes = new ArrayList<>();
        if (named != null && hints.skipLines().isEmpty()) {
            notes.add("the first line names the delimiter");
        }
        if (omitted.skipLines() > 0) {
            List<CsvItem> skipped = top().stream()
                    .filter(line -> line.location().line() <= omitted.skipLines())
                    .toList();
            notes.add("%s like %s: %s"
                    .formatted(
                            Counted.of(skipped.size(), "line", "begins", "begin"),
                            skipped.size() == 1 ? "a comment" : "comments",
                            Printable.excerpt(text(skipped.get(0)))));
        }
        if (!trial.leading().isEmpty()) {
            String first = trial.leading().get(0) instanceof CsvRecord record
                    ? ": " + String.join(" ", record.texts()).strip()
                    : "";
            notes.add("lines above the table of %d columns%s".formatted(trial.firstWidth(), Printable.excerpt(first)));
        }
        return notes.isEmpty() ? null : String.join("; ", notes);
    }

    private static @Nullable CsvRecord oddHeader(DialectTrial trial) {
        if (trial.leading().size() != 1 || !(trial.leading().get(0) instanceof CsvRecord record)) {
            return null;
        }
        int width = trial.firstWidth();
        List<String> names = record.texts();
        boolean filled = names.stream().limit(width).noneMatch(String::isBlank);
        boolean near = names.size() >= width - 1 || trial.isBlankFrom(names.size());
        return filled && names.size() > 1 && near ? record : null;
    }

    /** Returns the dialect with these names of columns, lines to skip, comments and cells allowed. */
    static CsvDialect with(CsvDialect seen, List<String> header, int skipLines, String comment, RaggedRecords ragged) {
        return new CsvDialect(
                seen.charset(),
                seen.delimiter(),
                seen.quote(),
                seen.escape(),
                header,
                skipLines,
                comment,
                seen.strayQuotes(),
                ragged,
                seen.trim(),
                CsvDialect.DEFAULT_MAX_RECORD_BYTES);
    }
}
