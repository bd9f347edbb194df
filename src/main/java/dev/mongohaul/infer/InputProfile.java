package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItem.MalformedRecord;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.ColumnProfile.NumberSpelling;
import dev.mongohaul.infer.DialectSearch.DialectGuess;
import dev.mongohaul.infer.Sample.Extent;
import dev.mongohaul.infer.Sample.ItemVisitor;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
    private final Map<String, Misfits> malformed = new LinkedHashMap<>();
    private final Misfits ragged = new Misfits();
    private final Misfits shorter = new Misfits();
    private final Misfits longer = new Misfits();
    private Extent extent;
    private @Nullable CsvRecord pending;
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
        this.columns = Stream.generate(() -> new ColumnProfile(guess.dialect().delimiter() == ';'))
                .limit(width)
                .toList();
        this.extent = sample.records(guess.dialect(), width, this);
        settle(true);
    }

    /** Returns the profile of the sample in the dialect in which most of it fits. */
    static InputProfile of(Sample sample, Charset charset) throws IOException {
        InputProfile pass = new InputProfile(sample, DialectSearch.guess(sample.inputs(), charset));
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
        settle(first);
        if (item instanceof MalformedRecord broken) {
            malformed.computeIfAbsent(broken.reason(), reason -> new Misfits()).add(broken);
        } else if (first) {
            firsts.add((CsvRecord) item);
        } else {
            pending = (CsvRecord) item;
        }
    }

    /** Adds the pending record, which may be the last of its input. */
    private void settle(boolean last) {
        if (pending == null) {
            return;
        }
        boolean total = isTotal(pending);
        if (total && last && records > 0 && likeTotals == 0) {
            totals.add(pending);
        } else {
            likeTotals += total ? 1 : 0;
            add(pending);
        }
        pending = null;
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
            for (int column = 0; column < width; column++) {
                columns.get(column).add(record, column);
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

    /** Returns the last records that look like totals; they are no part of the columns. */
    List<CsvRecord> totals() {
        return totals;
    }
}
