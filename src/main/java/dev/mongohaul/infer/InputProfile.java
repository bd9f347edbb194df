package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItem.MalformedRecord;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.Sample.Extent;
import dev.mongohaul.infer.Sample.ItemVisitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Profile of the sample after one pass: its columns, and the records that do not fit. */
final class InputProfile implements ItemVisitor {

    /** Beginning of a line of totals below a table. */
    private static final Pattern TOTAL = Pattern.compile(
            "['\"]?((grand |sub-?)?total(s|e|es|en)?|sum|summe|somme|suma|soma|gesamt\\p{L}*|insgesamt|totaal|итого|合計|合计)"
                    + "(?!\\p{L}).*",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);

    private static final int LONGEST_TOTAL = 60;

    private final int width;
    private final @Nullable Character quote;
    private final boolean lenient;
    private final List<ColumnProfile> columns;
    private final List<CsvRecord> firsts = new ArrayList<>();
    private final List<CsvRecord> totals = new ArrayList<>();
    private final Map<String, Misfits> malformed = new LinkedHashMap<>();
    private final Misfits shorter = new Misfits();
    private final Misfits longer = new Misfits();
    private Extent extent;
    private @Nullable CsvRecord pending;
    private long records;
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
        this.width = guess.width();
        this.quote = guess.dialect().quote();
        this.lenient = guess.dialect().ragged() == CsvDialect.Ragged.LENIENT;
        boolean decimalComma = guess.dialect().delimiter() == ';';
        this.columns = IntStream.range(0, width)
                .mapToObj(column -> new ColumnProfile(decimalComma))
                .toList();
        this.extent = sample.records(guess.dialect(), width, this);
        settle(true);
    }

    static InputProfile of(Sample sample, DialectGuess guess) throws IOException {
        return new InputProfile(sample, guess);
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
                && !isDigit(record.array(cell)[record.start(cell)])
                && TOTAL.matcher(record.text(cell).strip()).matches();
    }

    private static boolean isDigit(byte octet) {
        return octet >= '0' && octet <= '9';
    }

    private void add(CsvRecord record) {
        records++;
        int count = record.cellCount();
        if (count != width) {
            (count < width ? shorter : longer).add(record);
            boolean blank = IntStream.range(width, Math.max(width, count)).allMatch(cell -> record.length(cell) == 0);
            surplus += blank ? 0 : 1;
        }
        if (count == width || lenient) {
            for (int column = 0; column < width; column++) {
                columns.get(column).add(record, column);
            }
        }
        enclosed += hasEnclosedCell(record) ? 1 : 0;
    }

    private boolean hasEnclosedCell(CsvRecord record) {
        for (int cell = 0; cell < record.cellCount(); cell++) {
            if (isEnclosed(record, cell)) {
                return true;
            }
        }
        return false;
    }

    private boolean isEnclosed(CsvRecord record, int cell) {
        return quote != null && record.isEnclosed(cell, quote);
    }

    /** Adds the first record of each input as one like the others. */
    void addFirsts() {
        firsts.forEach(this::add);
        firsts.clear();
    }

    /** Returns the first record of each input, which is not counted by {@link #records} nor part of the columns. */
    List<CsvRecord> firsts() {
        return firsts;
    }

    List<ColumnProfile> columns() {
        return columns;
    }

    /** Returns the part of the inputs that was read. */
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

    /** Returns the number of records with another number of cells than there are columns. */
    long ragged() {
        return shorter.count + longer.count;
    }

    /** Returns the line of the first of them; 0 where there is none. */
    long firstRagged() {
        return Math.min(
                shorter.count == 0 ? longer.line() : shorter.line(),
                longer.count == 0 ? shorter.line() : longer.line());
    }

    /** Returns the number of records with filled cells beyond the columns. */
    long surplus() {
        return surplus;
    }

    /** Returns the malformed records by their reason. */
    Map<String, Misfits> malformed() {
        return malformed;
    }

    /** Returns the number of records that are malformed or have another number of cells than there are columns. */
    long misfits() {
        return ragged() + malformed.values().stream().mapToLong(Misfits::count).sum();
    }

    /** Returns the number of records with cells in quotes; a header with all cells in quotes counts as several. */
    long enclosed() {
        boolean first = !firsts.isEmpty()
                && IntStream.range(0, firsts.get(0).cellCount()).allMatch(cell -> isEnclosed(firsts.get(0), cell));
        return enclosed + (first ? DialectGuess.WEIGHT_OF_FIRST : 0);
    }

    /** Returns the offsets of the totals. */
    Set<Long> totalOffsets() {
        return totals.stream().map(total -> total.location().offset()).collect(Collectors.toSet());
    }

    /** Returns the last records that look like totals; they are no part of the columns. */
    List<CsvRecord> totals() {
        return totals;
    }
}
