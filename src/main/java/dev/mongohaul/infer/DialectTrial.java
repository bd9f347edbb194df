package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.infer.column.ColumnProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records of the beginning of the first input in one dialect. */
final class DialectTrial {

    /** Bytes of the first input that are read, and the longest record. */
    static final int HEAD_BYTES = 256 << 10;

    /** A header, or first record, with all cells in quotes counts as ten records. */
    static final int WEIGHT_OF_FIRST = 10;

    /** The lowest score if every record has as many cells as the header or fewer. */
    private static final double FITTING = 0.8;

    /** Factor of the score if the first lines are not records. */
    private static final double WITH_LEADING = 0.95;

    /** The largest share of records with another number of cells after leading lines. */
    private static final double MOST_ODD = 0.2;

    /** The largest share of records that may have another number of cells by faults of the input. */
    private static final double NEARLY = 0.1;

    /** The smallest number of lines in which one with another number of cells is an exception. */
    private static final int FEWEST_LINES = 6;

    private static final double ALMOST_ALL = 0.9;

    private static final int MOST_LEADING = 20;

    /** Columns of a table whose titles are recognized although they have as many cells. */
    private static final int FEWEST_OF_TITLES = 3;

    /** Two of three names of a header below titles are filled at least. */
    private static final int FEWEST_NAMES = 2;

    private static final int NAMES_OF = 3;

    private static final int MALFORMED = 0;

    final CsvDialect dialect;
    final List<CsvItem> items;
    private final int[] widths;
    final int usualWidth;
    private final int leading;

    /** The number of records with cells in quotes and no other quotes; the first counts as several. */
    final int enclosed;

    private final int stray;

    private DialectTrial(CsvDialect dialect, List<CsvItem> items, boolean mayLead) {
        this.dialect = dialect;
        this.items = items;
        int[] found = items.stream()
                .mapToInt(item -> item instanceof CsvRecord record ? record.cellCount() : MALFORMED)
                .toArray();
        this.usualWidth = usual(found);
        // A record that is too long says nothing about the dialect.
        this.widths = IntStream.range(0, found.length)
                .map(index -> isTooLong(items.get(index), dialect) ? usualWidth : found[index])
                .toArray();
        this.leading = mayLead ? countLeading() : 0;
        this.stray = count(this::hasStrayQuote);
        this.enclosed =
                count(this::hasOnlyEnclosingQuotes) + WEIGHT_OF_FIRST * (countHuge() + (hasFirstWithin() ? 1 : 0));
    }

    /** @param mayLead whether the first lines may be no records */
    static DialectTrial of(Inputs inputs, CsvDialect dialect, boolean mayLead) throws IOException {
        long headBytes = Math.min(HEAD_BYTES, inputs.list().get(0).endOffset());
        List<CsvItem> items = new ArrayList<>();
        Sample.read(inputs, dialect, new ReadRange(0, headBytes, 1), items::add);
        return new DialectTrial(dialect, items, mayLead);
    }

    /** Returns the number of records that are too long and have line breaks, which only quotes can enclose. */
    private int countHuge() {
        return (int) items.stream()
                .filter(item -> dialect.quote() != null
                        && isTooLong(item, dialect)
                        && item.location().nextLine() > item.location().line() + 1)
                .count();
    }

    /** Returns whether the item is malformed by its length alone. */
    static boolean isTooLong(CsvItem item, CsvDialect dialect) {
        return item instanceof MalformedRecord && item.location().length() > dialect.maxRecordBytes();
    }

    private static int usual(int[] widths) {
        Map<Integer, Integer> counts = new HashMap<>();
        int usual = 1;
        for (int width : widths) {
            int count = counts.merge(width, 1, Integer::sum);
            if (width != MALFORMED && count > counts.getOrDefault(usual, 0)) {
                usual = width;
            }
        }
        return usual;
    }

    /** Returns the number of lines of another width before records of nearly always one width; 0 if unclear. */
    private int countLeading() {
        int first = 0;
        while (first < widths.length && (widths[first] != usualWidth || isTitle(first))) {
            first++;
        }
        if (IntStream.range(0, first).anyMatch(this::isTitle) && !isHeaderBelow(first)) {
            first = 0;
            while (first < widths.length && widths[first] != usualWidth) {
                first++;
            }
        }
        if (usualWidth < 2 || first > MOST_LEADING || !canLead(first)) {
            return 0;
        }
        int odd = misfits(first);
        int rest = widths.length - first;
        return rest - odd > 1 && odd <= Math.max(1, MOST_ODD * rest) ? first : 0;
    }

    /** Returns whether lines can precede the header: they are narrower, or titles, or one header with a blank end. */
    private boolean canLead(int lines) {
        if (lines == 1 && items.get(0) instanceof CsvRecord header && header.cellCount() > usualWidth) {
            return isBlankFrom(header, usualWidth);
        }
        return IntStream.range(0, lines)
                .allMatch(line ->
                        widths[line] < usualWidth || isTitle(line) || (isWiderTitle(line) && isLikeNames(lines)));
    }

    /** Returns whether a line has as many cells as the others, and half of them are blank at its end, as spreadsheets write titles. */
    private boolean isTitle(int line) {
        return usualWidth >= FEWEST_OF_TITLES && widths[line] == usualWidth && hasBlankEnd(line);
    }

    /** Returns whether a line has more cells than the others, and most of them are blank at its end. */
    private boolean isWiderTitle(int line) {
        return widths[line] > usualWidth && hasBlankEnd(line);
    }

    private boolean hasBlankEnd(int line) {
        return items.get(line) instanceof CsvRecord record && isBlankFrom(record, (usualWidth + 1) / 2);
    }

    private boolean isLikeNames(int line) {
        return line < widths.length && items.get(line) instanceof CsvRecord record && isLikeNames(record);
    }

    /** Returns whether most cells of a record are filled, and each of them begins with a letter. */
    static boolean isLikeNames(CsvRecord record) {
        List<String> names =
                record.texts().stream().filter(cell -> !cell.isBlank()).toList();
        return names.size() * NAMES_OF >= record.cellCount() * FEWEST_NAMES
                && names.stream()
                        .allMatch(name -> Character.isLetter(name.strip().codePointAt(0)));
    }

    /** Returns whether the line is a header below titles: with usual names, or below blank cells, if a title has more than one cell. */
    private boolean isHeaderBelow(int line) {
        return isLikeNames(line)
                && (IntStream.range(0, line)
                                .noneMatch(title -> items.get(title) instanceof CsvRecord record
                                        && widths[title] == usualWidth
                                        && !isBlankFrom(record, 1))
                        || (items.get(line - 1) instanceof CsvRecord above && isBlankFrom(above, 0))
                        || ColumnNames.areUsual(((CsvRecord) items.get(line)).texts()));
    }

    private int count(Predicate<CsvRecord> matching) {
        if (dialect.quote() == null) {
            return 0;
        }
        return (int) items.stream()
                .filter(item -> item instanceof CsvRecord record && matching.test(record))
                .count();
    }

    private boolean hasStrayQuote(CsvRecord record) {
        return IntStream.range(0, record.cellCount())
                .anyMatch(cell -> !isEnclosed(record, cell, dialect.quote())
                        && holdsQuote(
                                record.array(cell), record.start(cell), record.start(cell) + record.length(cell)));
    }

    private boolean hasOnlyEnclosingQuotes(CsvRecord record) {
        return !hasStrayQuote(record) && hasEnclosedCell(record, dialect.quote());
    }

    private boolean holdsQuote(byte[] bytes, int from, int to) {
        char quote = dialect.quote() == null ? 0 : dialect.quote();
        return IntStream.range(from, to).anyMatch(at -> bytes[at] == quote);
    }

    static boolean hasEnclosedCell(CsvRecord record, @Nullable Character quote) {
        for (int cell = 0; cell < record.cellCount(); cell++) {
            if (isEnclosed(record, cell, quote)) {
                return true;
            }
        }
        return false;
    }

    static boolean isEnclosed(CsvRecord record, int cell, @Nullable Character quote) {
        return quote != null && record.isEnclosed(cell, quote);
    }

    /** Returns whether every cell is in quotes. */
    static boolean isEnclosed(CsvRecord record, @Nullable Character quote) {
        return IntStream.range(0, record.cellCount()).allMatch(cell -> isEnclosed(record, cell, quote));
    }

    /** Returns whether the record is blank in the columns from the index on. */
    static boolean isBlankFrom(CsvRecord record, int column) {
        return IntStream.range(column, Math.max(column, record.cellCount())).allMatch(cell -> record.length(cell) == 0);
    }

    /** Returns whether all records are blank in the columns from the index on. */
    boolean isBlankFrom(int column) {
        return items.stream()
                .skip(leading)
                .allMatch(item -> !(item instanceof CsvRecord record) || isBlankFrom(record, column));
    }

    /** Returns the records before the header. */
    List<CsvItem> leading() {
        return items.subList(0, leading);
    }

    /** Returns the header, or the first record. */
    CsvItem first() {
        return items.get(leading);
    }

    /** Returns the number of cells of the header, or of the first record. */
    int firstWidth() {
        return widths.length == 0 || widths[leading] == MALFORMED ? usualWidth : widths[leading];
    }

    /** Returns whether the record at the index has as many cells as most. */
    boolean isUsual(int index) {
        return widths[index] == usualWidth;
    }

    /** Returns the number of records that are malformed or have another number of cells than most. */
    int misfits() {
        return misfits(leading);
    }

    private int misfits(int from) {
        return (int) IntStream.range(from, widths.length)
                .filter(index -> !isUsual(index))
                .count();
    }

    /** Returns the same number including leading lines. */
    int odd() {
        return misfits() + leading;
    }

    /** Returns the share of the records with quotes that have them only around cells: 0 to 1. */
    double enclosing() {
        long broken = items.stream()
                .filter(item -> !(item instanceof CsvRecord) && !isTooLong(item, dialect))
                .map(CsvItem::toByteArray)
                .filter(bytes -> holdsQuote(bytes, 0, bytes.length))
                .count();
        return enclosed == 0 ? 0 : (double) enclosed / (enclosed + stray + broken);
    }

    /** Returns how well the dialect fits: 1 where all records have the same number of cells, two or more. */
    double score() {
        if (usualWidth < 2) {
            return 0;
        }
        int records = widths.length - leading;
        int[] found = Arrays.copyOfRange(widths, leading, widths.length);
        long malformed = IntStream.of(found).filter(width -> width == MALFORMED).count();
        boolean fitting = found[0] > 1 && IntStream.of(found).allMatch(width -> width <= found[0]);
        double share = (double) (records - misfits()) / records * (leading > 0 ? WITH_LEADING : 1);
        return fitting && malformed <= (1 - ALMOST_ALL) * records ? Math.max(share, FITTING) : share;
    }

    /** Returns the number of columns where all lines are records and few have another number of cells; else 0. */
    int columnsOfNearlyAll() {
        int misfits = misfits();
        boolean nearly =
                misfits == 0 || (misfits == 1 && widths.length >= FEWEST_LINES) || misfits < NEARLY * widths.length;
        return usualWidth > 1 && leading == 0 && nearly ? usualWidth : 0;
    }

    /** Returns whether every well-formed record is one cell. */
    boolean isOneColumn() {
        return IntStream.of(widths).allMatch(width -> width <= 1);
    }

    /** Returns whether some column has nearly all filled cells, and at least two, in quotes. */
    boolean hasColumnWithin() {
        return IntStream.range(0, usualWidth).anyMatch(this::isWithin);
    }

    /** Returns whether the header, or the first record, has every cell in quotes. */
    boolean hasFirstWithin() {
        return !items.isEmpty() && first() instanceof CsvRecord record && isEnclosed(record, dialect.quote());
    }

    private Stream<CsvRecord> records() {
        CsvItem below = items.size() > leading + 1 ? items.get(leading + 1) : null;
        boolean rule = below instanceof CsvRecord record && HeaderEvidence.isRule(record);
        return items.stream()
                .skip(leading)
                .filter(item -> !rule || item != below)
                .filter(CsvRecord.class::isInstance)
                .map(CsvRecord.class::cast);
    }

    /** Returns whether some cell outside quotes begins or ends with a blank. */
    boolean hasBlanksAround() {
        return records()
                .anyMatch(record -> IntStream.range(0, record.cellCount())
                        .anyMatch(cell -> hasBlank(record, cell, true) || hasBlank(record, cell, false)));
    }

    /** Returns whether nearly all cells but the first of each record begin with a blank, or those but the last end with one. */
    boolean isPadded() {
        return isPadded(true, 1, 0) || isPadded(false, 0, 1);
    }

    private boolean isPadded(boolean begins, int first, int last) {
        long[] counts = new long[2];
        records()
                .forEach(record -> IntStream.range(first, record.cellCount() - last)
                        .filter(cell -> record.length(cell) > 0 && !isEnclosed(record, cell, dialect.quote()))
                        .forEach(cell -> counts[hasBlank(record, cell, begins) ? 1 : 0]++));
        return counts[1] > 0 && counts[1] >= ALMOST_ALL * (counts[0] + counts[1]);
    }

    private boolean hasBlank(CsvRecord record, int cell, boolean begins) {
        int length = record.length(cell);
        if (length == 0 || isEnclosed(record, cell, dialect.quote())) {
            return false;
        }
        byte octet = record.array(cell)[record.start(cell) + (begins ? 0 : length - 1)];
        return octet == ' ' || octet == '\t';
    }

    /** Returns the number of columns that have another type than text below the first record. */
    long distinctiveColumns() {
        List<ColumnProfile> columns =
                ColumnProfile.of(usualWidth, records().skip(1).toList());
        return columns.stream().filter(ColumnProfile::isDistinctive).count();
    }

    private boolean isWithin(int column) {
        int filled = 0;
        int within = 0;
        for (CsvItem item : items.subList(leading + 1, items.size())) {
            if (item instanceof CsvRecord record && column < record.cellCount()) {
                boolean inQuotes = isEnclosed(record, column, dialect.quote());
                within += inQuotes ? 1 : 0;
                filled += inQuotes || record.length(column) > 0 ? 1 : 0;
            }
        }
        return within > 1 && within >= ALMOST_ALL * filled;
    }
}
