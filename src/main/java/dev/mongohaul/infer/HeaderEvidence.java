package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.infer.column.ColumnProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Comparison of the first records of the first input with those below them: a header, further lines of it, or records. */
record HeaderEvidence(List<CsvRecord> records, int width) {

    private static final int MOST_RECORDS = 1000;
    private static final int MOST_BELOW = 3;

    /** Most lines above the names of the columns that are looked at. */
    private static final int MOST_ABOVE = 10;

    /** Different texts that no column's type has; one may be a fault. */
    private static final int FEWEST_UNLIKE = 2;

    /** A number, perhaps an amount, or a date; {@code 5s} is the format of a column. */
    private static final Pattern VALUE =
            Pattern.compile("[-+−(\\p{Sc} \\u00A0]*\\d[-\\d.,:/T+ '’\\u00A0\\u202F\\p{Sc}%)]*");

    /** A unit, which one cell is enough for. */
    private static final Pattern UNIT = Pattern.compile(
            "\\(.*\\)|\\[.*]|[%‰€$£]|°[CF]?|[dcmkµn]?m[²³23]?|[mkµ]?g|[mch]?l|[kmMG]?(W|Wh|V|A|J|Hz|B)|[hkM]?Pa|m?bar|m/s|km/h"
                    + "|sec|min|hours?|days?|kn|ft|in|lbs?|oz|pcs|Stk\\.?|EUR|USD|GBP|CHF"
                    + "|int(eger)?|bigint|long|float|double|real|number|numeric|decimal|string|text|(var)?char|date(time)?|bool(ean)?");

    /** Part of a line below the header, as the programs of databases draw it. */
    private static final Pattern RULE = Pattern.compile("[-=_+:─═ \\t]*");

    private static final int SHORTEST_RULE = 2;

    static HeaderEvidence of(InputProfile profile) throws IOException {
        Inputs inputs = profile.sample.inputs();
        Set<Long> outside = profile.outside();
        List<CsvRecord> records = new ArrayList<>();
        long end = Math.min(DialectTrial.HEAD_BYTES, inputs.list().get(0).endOffset());
        Sample.read(inputs, profile.guess.dialect(), new ReadRange(0, end, 1), item -> {
            if (item instanceof CsvRecord record
                    && !DialectTrial.isBlankFrom(record, 0)
                    && !outside.contains(record.location().offset())) {
                records.add(record);
            }
            return records.size() < MOST_RECORDS;
        });
        return new HeaderEvidence(records, profile.columns.size());
    }

    /** Returns whether all cells are parts of a line that is drawn below the header, such as {@code ----}. */
    static boolean isRule(CsvRecord record) {
        return record.texts().stream().allMatch(text -> RULE.matcher(text).matches())
                && record.texts().stream().anyMatch(text -> text.strip().length() >= SHORTEST_RULE);
    }

    /** Returns the number of records below the first that are none: no column's type has their cells, such as units. */
    int below() {
        if (records.size() > 2
                && records.get(1).cellCount() == width
                && isRule(records.get(1))
                && !isRule(records.get(2))) {
            return 1;
        }
        for (int lines = MOST_BELOW; lines > 0; lines--) {
            if (records.size() > lines + 2 && areNoRecords(records.subList(0, lines + 1), columns(lines + 1))) {
                return lines;
            }
        }
        return 0;
    }

    /**
     * Returns the line that names the columns if the first is a title or a part of the header, as are those between; null
     * otherwise.
     */
    @Nullable
    CsvRecord namesBelow() {
        if (records.isEmpty() || DialectTrial.isLikeNames(records.get(0))) {
            return null;
        }
        return IntStream.rangeClosed(1, Math.min(MOST_ABOVE, records.size() - FEWEST_UNLIKE - 1))
                .filter(line -> records.get(line).cellCount() == width
                        && DialectTrial.isLikeNames(records.get(line))
                        && areTitlesAbove(
                                line, columns(Math.min(line + 1 + MOST_BELOW, records.size() - FEWEST_UNLIKE))))
                .mapToObj(records::get)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether each cell of the first line could be a name, if not a usual one, such as _id. */
    boolean hasNames() {
        List<String> first = records.get(0).texts();
        return first.stream().noneMatch(String::isBlank) && Set.copyOf(first).size() == first.size();
    }

    /** Returns whether the line has words above numbers or dates, and those above it have few values of the columns. */
    private boolean areTitlesAbove(int line, List<ColumnProfile> columns) {
        long values = columns.stream().filter(ColumnProfile::isDistinctive).count();
        return unlike(records.get(line), columns).size() >= FEWEST_UNLIKE
                && !hasLike(records.get(line), columns)
                && records.subList(0, line).stream()
                        .allMatch(above -> 2
                                        * typed(above, columns)
                                                .filter(column ->
                                                        columns.get(column).isLikeOthers(above, column))
                                                .count()
                                < values);
    }

    private List<ColumnProfile> columns(int first) {
        return ColumnProfile.of(width, records.subList(first, records.size()));
    }

    private boolean areNoRecords(List<CsvRecord> lines, List<ColumnProfile> columns) {
        List<CsvRecord> below = lines.subList(1, lines.size());
        boolean whole = below.stream()
                .allMatch(line ->
                        line.cellCount() == width && !unlike(line, columns).isEmpty());
        Set<String> texts = new HashSet<>();
        below.forEach(line -> texts.addAll(unlike(line, columns)));
        return whole
                && lines.stream().noneMatch(line -> hasLike(line, columns))
                && below.stream().noneMatch(HeaderEvidence::hasValue)
                && (texts.size() >= FEWEST_UNLIKE
                        || (lines.size() == 2
                                && texts.stream()
                                        .allMatch(text -> UNIT.matcher(text).matches()))
                        || below.stream().allMatch(line -> isSparse(line, columns)));
    }

    /** Returns whether a cell is a number or a date, as in a record whose column has few others of its type. */
    private static boolean hasValue(CsvRecord line) {
        return line.texts().stream().anyMatch(text -> VALUE.matcher(text).matches());
    }

    /** Returns whether several cells are of no column's type, and others are blank or stand for no value. */
    private boolean isSparse(CsvRecord line, List<ColumnProfile> columns) {
        return typed(line, columns).count() >= FEWEST_UNLIKE
                && IntStream.range(0, width).anyMatch(column -> line.length(column) == 0 || isMarker(line, column));
    }

    private static boolean isMarker(CsvRecord line, int column) {
        return ColumnProfile.of(column + 1, List.of(line)).get(column).hasOnlyMarkers();
    }

    private static IntStream typed(CsvRecord line, List<ColumnProfile> columns) {
        return IntStream.range(0, Math.min(line.cellCount(), columns.size()))
                .filter(column ->
                        line.length(column) > 0 && columns.get(column).isDistinctive() && !isMarker(line, column));
    }

    private static boolean hasLike(CsvRecord line, List<ColumnProfile> columns) {
        return typed(line, columns).anyMatch(column -> columns.get(column).isLikeOthers(line, column));
    }

    private static Set<String> unlike(CsvRecord line, List<ColumnProfile> columns) {
        Set<String> texts = new HashSet<>();
        typed(line, columns)
                .filter(column -> !columns.get(column).isLikeOthers(line, column))
                .forEach(column -> texts.add(line.text(column)));
        return texts;
    }

    /**
     * Returns whether the first record is one like the others although a cell is blank or repeated: it has no usual names, and
     * no word above numbers or dates.
     */
    boolean isRecord() {
        if (records.size() < 2) {
            return false;
        }
        CsvRecord first = records.get(0);
        List<ColumnProfile> columns = columns(1);
        boolean index = first.length(0) == 0 && columns.get(0).isDistinctive();
        boolean odd = IntStream.range(0, Math.min(first.cellCount(), columns.size()))
                        .anyMatch(column -> first.length(column) == 0
                                && !columns.get(column).isBlank())
                || new HashSet<>(first.texts()).size() < first.cellCount();
        return odd
                && !index
                && !ColumnNames.areUsual(first.texts())
                && unlike(first, columns).isEmpty();
    }
}
