package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItem.MalformedRecord;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.DialectSearch.DialectGuess;
import dev.mongohaul.infer.Sample.Extent;
import dev.mongohaul.infer.Sample.ItemVisitor;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldSpec;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profile of the sample after one pass in a dialect: its columns, and the records that do not fit. */
final class InputProfile implements ItemVisitor {

    /** Beginning of a line of totals below a table. */
    private static final Pattern TOTAL = Pattern.compile(
            "['\"]?((grand |sub-?)?total(s|e|es|en)?|sum|summe|somme|suma|soma|gesamt\\p{L}*|insgesamt|totaal|итого|合計|合计)"
                    + "(?!\\p{L}).*",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);

    private static final int LONGEST_TOTAL = 60;

    /** A total without further words, which no name of a company is. */
    private static final Pattern PLAIN_TOTAL = Pattern.compile(
            "['\"]?((grand |sub-?)?total(s|e|es|en)?|sum|summe|gesamt(summe|betrag)?|insgesamt|totaal|итого|合計|合计)"
                    + "[ :]*['\"]?",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    /** Words of a line below a table that is no record. */
    private static final Pattern FOOTER = Pattern.compile(
            "\\(.*\\)|-{2,}.*|={2,}.*|((stand|anzahl|datens[äa]tze|erstellt|exportiert|gedruckt|quelle|seite|ende|source|generated|created|exported"
                    + "|number of|count|page|end of|rows?|records?)(?!\\p{L})|[0-9.,]+ (rows?|records?|datens[äa]tze|zeilen)).*",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);

    private static final int MOST_HELD = 20;

    /** A column's name after the comment character: at most two words. */
    private static final Pattern NAME = Pattern.compile("#?[ \\t]*([\\p{L}_][^\\s:]*( [^\\s:]+)?)?[ \\t]*");

    private final Sample sample;
    private final DialectGuess guess;
    private final int width;
    private final @Nullable Character quote;
    private final boolean lenient;
    private final List<ColumnProfile> columns;
    private final List<CsvRecord> firsts = new ArrayList<>();
    private final List<CsvRecord> totals = new ArrayList<>();

    /** The last records of the current input, which may be no records of the table. */
    private final List<CsvRecord> held = new ArrayList<>();

    private final List<List<CsvRecord>> footers = new ArrayList<>();
    private @Nullable CsvRecord last;
    private final Map<String, Misfits> malformed = new LinkedHashMap<>();
    private final Misfits ragged = new Misfits();
    private final Misfits shorter = new Misfits();
    private final Misfits longer = new Misfits();
    private Extent extent;
    private long records;

    /** The records with filled cells beyond the columns. */
    private long surplus;

    private long enclosed;
    private long likeTotals;

    /** Records with one fault, and the first of them. */
    static final class Misfits {

        private long count;
        private @Nullable CsvItem first;

        private void add(CsvItem item) {
            count++;
            first = first == null ? item : first;
        }

        long count() {
            return count;
        }

        /** Returns the line of the first; 0 where there is none. */
        long line() {
            return first == null ? 0 : first.location().line();
        }
    }

    private InputProfile(Sample sample, DialectGuess guess) throws IOException {
        this.sample = sample;
        this.guess = guess;
        this.width = guess.width();
        this.quote = guess.dialect().quote();
        this.lenient = guess.dialect().ragged() == CsvDialect.Ragged.LENIENT;
        Map<FieldSpec, CellType> types = new HashMap<>();
        this.columns = Stream.generate(() -> new ColumnProfile(guess.dialect().delimiter() == ';', types))
                .limit(width)
                .toList();
        this.extent = sample.records(guess.dialect(), width, this);
        endInput();
    }

    /** Returns the profile of the sample in the dialect in which most of it fits. */
    static InputProfile of(Sample sample, Charset charset, Hints hints) throws IOException {
        InputProfile pass = new InputProfile(sample, DialectSearch.guess(sample.inputs(), charset, hints));
        // All places may begin inside records.
        InputProfile full =
                pass.records > 0 || sample.inOrder() ? pass : new InputProfile(sample.fromStart(), pass.guess);
        return full.withoutQuotesThatAreText()
                .withCommentThatIsHeader()
                .withCommentsThatAreRecords()
                .withFewCells();
    }

    private InputProfile withoutQuotesThatAreText() throws IOException {
        if (guess.dialect().quote() == null
                || malformed.isEmpty()
                || !DialectSearch.arePlainText(misfits(), enclosed(), 0)) {
            return this;
        }
        InputProfile other = new InputProfile(sample, guess.withoutQuote());
        boolean better = DialectSearch.arePlainText(misfits(), enclosed(), other.misfits());
        return (better && other.isReadable()) || !isReadable() ? other : this;
    }

    private boolean isReadable() {
        return !firsts.isEmpty();
    }

    /** Reads the only comment as the header, where the records have no other. */
    private InputProfile withCommentThatIsHeader() throws IOException {
        if (guess.comments().size() != 1 || !isReadable()) {
            return this;
        }
        DialectGuess other = guess.withoutComment();
        if (other.width() != guess.width()
                || other.dialect().skipLines() != guess.dialect().skipLines()) {
            return this;
        }
        InputProfile plain = new InputProfile(sample, other);
        boolean first = plain.isReadable() && plain.firsts.get(0).text(0).startsWith("#");
        return first && isHeader(plain) ? plain : this;
    }

    /** Reads comments as records, where most of them after the beginning are like the other records. */
    private InputProfile withCommentsThatAreRecords() throws IOException {
        if (guess.comments().isEmpty() || sample.inputs().endOffset() <= DialectSearch.HEAD_BYTES) {
            return this;
        }
        DialectGuess other = guess.withoutComment();
        long[] comments = new long[2];
        sample.records(other.dialect(), other.width(), (item, first) -> {
            boolean comment = item.toByteArray().length > 0 && item.toByteArray()[0] == '#';
            boolean fits = item instanceof CsvRecord record && record.cellCount() == guess.width();
            comments[fits ? 1 : 0] += comment ? 1 : 0;
        });
        return comments[1] > comments[0] ? new InputProfile(sample, other) : this;
    }

    private boolean isHeader(InputProfile plain) {
        if (records == 0 || !HeaderGuess.of(this).isThere()) {
            return true;
        }
        boolean typed = columns.stream().anyMatch(ColumnProfile::isDistinctive);
        return !typed
                && DialectSearch.texts(plain.firsts.get(0)).stream()
                        .allMatch(name -> NAME.matcher(name).matches());
    }

    /** Allows missing cells, where most records have another number than the header and nothing is lost. */
    private InputProfile withFewCells() throws IOException {
        return 2 * ragged.count > records && surplus == 0 ? new InputProfile(sample, guess.lenient()) : this;
    }

    @Override
    public void visit(CsvItem item, boolean first) {
        if (first) {
            endInput();
        }
        if (item instanceof MalformedRecord broken) {
            release();
            malformed.computeIfAbsent(broken.reason(), reason -> new Misfits()).add(broken);
        } else if (first) {
            firsts.add((CsvRecord) item);
        } else {
            hold((CsvRecord) item);
        }
        last = item instanceof CsvRecord record ? record : null;
    }

    /** Holds a record that looks like a footer, until one follows that does not. */
    private void hold(CsvRecord record) {
        boolean total = isTotal(record) && likeTotals == 0;
        if (records > 0 && held.size() < MOST_HELD && (total || isFooter(record))) {
            held.add(record);
        } else {
            release();
            likeTotals += isTotal(record) ? 1 : 0;
            add(record);
        }
    }

    /** Adds the records that were held as ordinary ones. */
    private void release() {
        held.forEach(record -> {
            likeTotals += isTotal(record) ? 1 : 0;
            add(record);
        });
        held.clear();
    }

    /** Decides about the last records of an input: lines below the table, a total that is imported, or records. */
    private void endInput() {
        List<CsvRecord> below = List.copyOf(held);
        if (!below.isEmpty() && below.stream().allMatch(record -> isFooter(record) || isPlainTotal(record))) {
            held.clear();
        } else {
            below = List.of();
        }
        int end = held.size() - 1;
        if (end >= 0 && isTotal(held.get(end)) && likeTotals == 0) {
            totals.add(held.remove(end));
        }
        release();
        if (last != null || !footers.isEmpty()) {
            footers.add(below);
        }
    }

    /** Returns whether a line of one cell follows a blank line, or has words of a footer; or has no filled cell. */
    private boolean isFooter(CsvRecord record) {
        if (width < 2 || !DialectTrial.isBlankFrom(record, 1)) {
            return false;
        }
        if (isBlank(record)) {
            return true;
        }
        boolean padded = record.cellCount() == width;
        boolean apart = !padded
                && last != null
                && record.location().line() > last.location().nextLine();
        boolean sparse = !padded || columns.stream().skip(1).anyMatch(column -> column.cells() == records);
        return sparse && (apart || FOOTER.matcher(record.text(0).strip()).matches());
    }

    private static boolean isBlank(CsvRecord record) {
        return DialectTrial.isBlankFrom(record, 0);
    }

    /** Returns whether the record is a total and nothing else: with a word for it, and cells that records do not leave blank. */
    private boolean isPlainTotal(CsvRecord record) {
        int cell = 0;
        while (cell < record.cellCount() - 1 && record.length(cell) == 0) {
            cell++;
        }
        boolean sparse = record.cellCount() < width
                || IntStream.range(0, width)
                        .anyMatch(column -> record.length(column) == 0
                                && columns.get(column).cells() == records);
        return sparse && PLAIN_TOTAL.matcher(record.text(cell).strip()).matches();
    }

    private static boolean isTotal(CsvRecord record) {
        int cell = 0;
        while (cell < record.cellCount() - 1 && record.length(cell) == 0) {
            cell++;
        }
        int length = record.length(cell);
        return length > 2
                && length < LONGEST_TOTAL
                && !NumberSpelling.isDigit(record.array(cell)[record.start(cell)])
                && TOTAL.matcher(record.text(cell).strip()).matches();
    }

    private void add(CsvRecord record) {
        records++;
        int count = record.cellCount();
        if (count != width) {
            ragged.add(record);
            (count < width ? shorter : longer).add(record);
            surplus += DialectTrial.isBlankFrom(record, width) ? 0 : 1;
        }
        if (count == width || lenient) {
            long line = sample.hasLine(record) ? record.location().line() : 0;
            for (int column = 0; column < width; column++) {
                columns.get(column).add(record, column, line);
            }
        }
        enclosed += DialectTrial.hasEnclosedCell(record, quote) ? 1 : 0;
    }

    /** Adds the first record of each input as one like the others. */
    void addFirsts() {
        firsts.forEach(this::add);
        firsts.clear();
    }

    /** Returns the sample, which further passes read. */
    Sample sample() {
        return sample;
    }

    DialectGuess guess() {
        return guess;
    }

    /** Returns the first record of each input, which is not counted by {@link #records} nor part of the columns. */
    List<CsvRecord> firsts() {
        return firsts;
    }

    /** Returns whether every cell is of its column's type. */
    boolean isLikeOthers(CsvRecord record) {
        return IntStream.range(0, width).allMatch(column -> columns.get(column).isLikeOthers(record, column));
    }

    List<ColumnProfile> columns() {
        return columns;
    }

    Extent extent() {
        return extent;
    }

    /** Returns the number of well-formed records without totals. */
    long records() {
        return records;
    }

    /** Returns the records with fewer cells than there are columns. */
    Misfits shorter() {
        return shorter;
    }

    /** Returns the records with more cells than there are columns. */
    Misfits longer() {
        return longer;
    }

    /** Returns the records with another number of cells than there are columns. */
    Misfits ragged() {
        return ragged;
    }

    Map<String, Misfits> malformed() {
        return malformed;
    }

    private long misfits() {
        return ragged.count
                + malformed.values().stream().mapToLong(Misfits::count).sum();
    }

    /** Returns the number of records with cells in quotes; a header with all cells in quotes counts as several. */
    private long enclosed() {
        boolean first = !firsts.isEmpty() && DialectTrial.isEnclosed(firsts.get(0), quote);
        return enclosed + (first ? DialectSearch.WEIGHT_OF_FIRST : 0);
    }

    /**
     * Returns the records below the table of each input, which are no part of it: totals and footers. Empty for an input
     * that has none.
     */
    List<List<CsvRecord>> footers() {
        return footers;
    }

    /** Returns the offsets of all records that are no part of the columns. */
    Set<Long> outside() {
        return Stream.concat(totals.stream(), footers.stream().flatMap(List::stream))
                .map(record -> record.location().offset())
                .collect(Collectors.toSet());
    }

    /** Returns the last records that look like totals; they are no part of the columns. */
    List<CsvRecord> totals() {
        return totals;
    }
}
