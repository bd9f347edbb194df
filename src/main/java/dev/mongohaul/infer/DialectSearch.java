package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvDialect.Trim;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
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
 * <p>If quotes enclose cells in some trial, only such trials are compared. The trial wins in which most records have the same
 * number of cells; among equal ones, the one with more columns. Without a delimiter in the header there is one column,
 * unless nearly all records have more.
 */
final class DialectSearch {

    static final String COMMENT = "#";

    /** In the order of use; a character that the input lacks is only for inputs of one column. */
    private static final List<Character> DELIMITERS = List.of(',', ';', '\t', '|', '^', '\u0001', '\u001F');

    /** With a smaller share of records of one number of cells, a character is text and no delimiter. */
    private static final double ENOUGH = 0.6;

    /** A comma comes last among equals, as it is frequent in texts and numbers. */
    private static final Comparator<DialectTrial> BY_FIT = Comparator.comparingInt(DialectTrial::columnsOfNearlyAll)
            .thenComparing(trial -> trial.leading().isEmpty() && trial.score() >= ENOUGH)
            .thenComparingDouble(DialectTrial::score)
            .thenComparingInt(DialectTrial::usualWidth)
            .thenComparingInt(DialectTrial::firstWidth)
            .thenComparing(trial -> trial.dialect().delimiter() != ',');

    private static final char ESCAPE = '\\';
    private static final char UNLIKELY = '\u001F';
    private static final Pattern SEP = Pattern.compile("\"?sep=(.)\"?", Pattern.CASE_INSENSITIVE);

    /** The least share of the records with quotes that have them around cells, for quotes that enclose. */
    private static final double ENCLOSING = 0.8;

    /** Cells in apostrophes that make these quotes, where there are no other apostrophes. */
    private static final int FEW_ENCLOSED = 3;

    /** The least number of lines for each comment in a file of one column. */
    private static final int LINES_PER_COMMENT = 5;

    private final Inputs inputs;
    private final Charset charset;
    private final DialectTrial lines;
    private final BitSet held = new BitSet();
    private final @Nullable Character named;
    private final List<Character> present;

    DialectSearch(Inputs inputs, Charset charset) throws IOException {
        this.inputs = inputs;
        this.charset = charset;
        this.lines = DialectTrial.of(inputs, dialect(UNLIKELY, null, "", 0), DialectGuess.HEAD_BYTES);
        if (lines.isEmpty()) {
            throw InputException.refused("%s: the input has no record, so there is nothing to infer a job from"
                    .formatted(inputs.list().get(0).name()));
        }
        lines.items().forEach(line -> text(line).chars().forEach(held::set));
        this.named = namedDelimiter(lines.items().get(0));
        this.present = DELIMITERS.stream().filter(this::holds).toList();
    }

    /** Returns the delimiter that the first line names, as in {@code sep=;}. */
    private @Nullable Character namedDelimiter(CsvItem first) {
        Matcher sep = SEP.matcher(text(first));
        boolean usable =
                sep.matches() && sep.group(1).charAt(0) < 0x80 && sep.group(1).charAt(0) != '"';
        return usable ? Character.valueOf(sep.group(1).charAt(0)) : null;
    }

    private boolean holds(char character) {
        return held.get(character);
    }

    private String text(CsvItem item) {
        return new String(item.toByteArray(), charset);
    }

    boolean isDelimiterNamed() {
        return named != null;
    }

    /** Returns the best trial, without comment lines where there are any. */
    DialectTrial best() throws IOException {
        DialectTrial plain = best("");
        if (lines.items().stream().noneMatch(this::isComment)) {
            return plain;
        }
        DialectTrial commented = best(COMMENT);
        return commented.isEmpty() || !areComments(commented) ? plain : commented;
    }

    private boolean isComment(CsvItem item) {
        return text(item).startsWith(COMMENT);
    }

    /** Returns whether a comment character begins a sentence, and not a name or a number. */
    private boolean isSentence(CsvItem item) {
        String text = text(item);
        return text.length() < 2 || text.charAt(1) == ' ' || text.charAt(1) == '#' || text.charAt(1) == '\t';
    }

    /** Returns whether lines that begin like comments are no records, by their cells and words. */
    private boolean areComments(DialectTrial commented) throws IOException {
        CsvDialect chosen = commented.dialect();
        DialectTrial all = trial(dialect(chosen.delimiter(), chosen.quote(), ""));
        int comments = 0;
        int records = 0;
        for (int index = 0; index < all.items().size(); index++) {
            CsvItem item = all.items().get(index);
            if (isComment(item)) {
                boolean alone = index == 0
                        && all.items().size() > 1
                        && !isComment(all.items().get(1));
                boolean isRecord = all.isUsual(index) && !isSentence(item) && !alone;
                comments += isRecord ? 0 : 1;
                records += isRecord ? 1 : 0;
            }
        }
        boolean first = isComment(all.items().get(0));
        int fewest = first || commented.usualWidth() > 1 ? 2 : LINES_PER_COMMENT;
        return comments > 0 && comments >= records && all.items().size() > fewest * comments;
    }

    private DialectTrial best(String comment) throws IOException {
        List<DialectTrial> trials = new ArrayList<>();
        for (char delimiter : named == null ? present : List.of(named)) {
            trials.add(quoted(delimiter, comment));
        }
        if (trials.isEmpty()) {
            trials.add(quoted(DELIMITERS.get(0), comment));
        }
        if (trials.get(0).isEmpty()) {
            return trials.get(0);
        }
        if (trials.stream().anyMatch(trial -> trial.enclosing() >= ENCLOSING)) {
            trials.removeIf(trial -> trial.enclosing() < ENCLOSING);
        }
        DialectTrial best = trials.stream().max(BY_FIT).orElseThrow();
        DialectTrial usual = best.score() >= ENOUGH || named != null
                ? best
                : oneColumn(trials).orElse(best);
        return apostrophes(usual, comment).orElse(usual);
    }

    /** Returns a trial in which every record is one cell, where the header is one cell in all trials. */
    private Optional<DialectTrial> oneColumn(List<DialectTrial> trials) throws IOException {
        if (trials.stream().anyMatch(trial -> trial.firstWidth() > 1)) {
            return Optional.empty();
        }
        Optional<DialectTrial> found =
                trials.stream().filter(DialectTrial::isOneColumn).findFirst();
        if (found.isPresent()) {
            return found;
        }
        Optional<Character> absent = DELIMITERS.stream()
                .filter(delimiter -> !present.contains(delimiter))
                .findFirst();
        return absent.isEmpty()
                ? Optional.empty()
                : Optional.of(quoted(absent.get(), trials.get(0).dialect().comment()));
    }

    /** Returns the trial with quotes, or without them where they break more records than they enclose cells. */
    private DialectTrial quoted(char delimiter, String comment) throws IOException {
        DialectTrial with = escaped(delimiter, '"', comment);
        if (with.enclosed() == 0 && with.misfits() == 0) {
            return with;
        }
        DialectTrial without = escaped(delimiter, null, comment);
        return DialectGuess.arePlainText(with.misfits(), with.enclosed(), without.misfits()) ? without : with;
    }

    /** Returns the trial with a backslash as escape, or with blanks trimmed, where more records fit then. */
    DialectTrial escaped(char delimiter, @Nullable Character quote, String comment) throws IOException {
        CsvDialect plain = dialect(delimiter, quote, comment);
        DialectTrial best = trial(plain);
        if (best.odd() > 0 && areEscapes(delimiter)) {
            best = better(best, trial(with(plain, ESCAPE, Trim.NONE)));
        }
        if (best.odd() > 0 && quote != null) {
            best = better(best, trial(with(plain, null, Trim.UNQUOTED)));
        }
        return best;
    }

    private static DialectTrial better(DialectTrial one, DialectTrial other) {
        return other.odd() < one.odd() ? other : one;
    }

    /** Returns whether every backslash precedes a character that is usually escaped, which is not so in paths. */
    private boolean areEscapes(char delimiter) {
        Pattern path = Pattern.compile("\\\\[^" + Pattern.quote(delimiter + "\\\"'nrtbZN0") + "]");
        return holds(ESCAPE)
                && lines.items().stream()
                        .noneMatch(line ->
                                path.matcher(text(line).replace("\\\\", "")).find());
    }

    private Optional<DialectTrial> apostrophes(DialectTrial usual, String comment) throws IOException {
        if (!holds('\'') || usual.enclosed() > 0) {
            return Optional.empty();
        }
        DialectTrial best = usual;
        Set<Character> delimiters = new LinkedHashSet<>(named == null ? present : List.of(named));
        delimiters.add(usual.dialect().delimiter());
        for (char delimiter : delimiters) {
            DialectTrial trial = escaped(delimiter, '\'', comment);
            boolean plain = trial.hasColumnWithin()
                    || trial.hasFirstWithin()
                    || (trial.enclosing() == 1 && trial.enclosed() >= FEW_ENCLOSED);
            boolean fits = !DialectGuess.arePlainText(trial.misfits(), trial.enclosed(), best.misfits());
            if (trial.enclosing() >= ENCLOSING
                    && trial.enclosed() > 1
                    && (trial.score() > best.score() || (plain && fits))) {
                best = trial;
            }
        }
        return Optional.of(best);
    }

    private DialectTrial trial(CsvDialect dialect) throws IOException {
        return DialectTrial.of(inputs, dialect, DialectGuess.HEAD_BYTES);
    }

    /** Returns a dialect without anything unusual. */
    private CsvDialect dialect(char delimiter, @Nullable Character quote, String comment) {
        return dialect(delimiter, quote, comment, named == null ? 0 : 1);
    }

    private CsvDialect dialect(char delimiter, @Nullable Character quote, String comment, int skipLines) {
        CsvDialect usual = CsvDialect.RFC_4180;
        return new CsvDialect(
                charset,
                delimiter,
                quote,
                usual.escape(),
                List.of(),
                skipLines,
                comment,
                usual.strayQuotes(),
                usual.ragged(),
                usual.trim(),
                DialectGuess.HEAD_BYTES);
    }

    private static CsvDialect with(CsvDialect plain, @Nullable Character escape, Trim trim) {
        return new CsvDialect(
                plain.charset(),
                plain.delimiter(),
                plain.quote(),
                escape,
                plain.header(),
                plain.skipLines(),
                plain.comment(),
                plain.strayQuotes(),
                plain.ragged(),
                trim,
                plain.maxRecordBytes());
    }

    /** Returns the comment lines at the beginning of the input, in their order. */
    List<String> comments() {
        return lines.items().stream().filter(this::isComment).map(this::text).toList();
    }
}
