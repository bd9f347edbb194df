package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.TotalWords;
import dev.mongohaul.csv.dialect.CsvDialect;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Totals below a table, and the proof that their numbers are the sums of their columns. */
final class Totals {

    /** A number with a sign, a currency or a unit at most. */
    private static final Pattern NUMBER = Pattern.compile(
            "[\\p{Sc}\\p{L}]{0,4}[ \\u00A0]?[-+−(]?[ \\u00A0]?[\\p{Sc}]?[0-9]([0-9.,'’ \\u00A0\\u202F]*[0-9])?[-)]?"
                    + "[ \\u00A0]?[\\p{Sc}\\p{L}%‰]{0,4}");

    private static final char[] FRACTION_SIGNS = {'.', ','};

    private Totals() {}

    /** Returns whether the first filled cell begins with a word for a total, and is not long. */
    static boolean isLikeTotal(CsvRecord record) {
        return TotalWords.begins(record.text(label(record)));
    }

    /** Returns whether the first filled cell is a word for a total. */
    static boolean isTotal(CsvRecord record) {
        return TotalWords.is(record.text(label(record)));
    }

    /** Returns the index of the first filled cell. */
    static int label(CsvRecord record) {
        int cell = 0;
        while (cell < record.cellCount() - 1 && record.length(cell) == 0) {
            cell++;
        }
        return cell;
    }

    /** Returns whether the first cell is a number, as ids are. */
    static boolean beginsWithNumber(CsvRecord record) {
        return isNumber(record.text(0));
    }

    static boolean hasNumber(CsvRecord record) {
        return IntStream.range(0, record.cellCount()).anyMatch(cell -> isNumber(record.text(cell)));
    }

    /** Returns whether a cell is a number other than 0. */
    static boolean hasAmount(CsvRecord record) {
        return IntStream.range(0, record.cellCount())
                .mapToObj(record::text)
                .anyMatch(cell -> isNumber(cell) && cell.chars().anyMatch(digit -> digit >= '1' && digit <= '9'));
    }

    private static boolean isNumber(String cell) {
        return NUMBER.matcher(cell.strip()).matches();
    }

    /**
     * Returns the records that are totals: each of their numbers is the sum of its column in the records above.
     *
     * @param records at most a few for each input, in a sample that is all of it
     */
    static Set<CsvRecord> proven(Sample sample, CsvDialect dialect, List<CsvRecord> records) throws IOException {
        List<Sums> open = records.stream()
                .filter(Totals::hasNumber)
                .map(record -> new Sums(record, records))
                .toList();
        if (!open.isEmpty()) {
            sample.records(dialect, Sample.ANY_WIDTH, (item, first) -> {
                if (item instanceof CsvRecord record) {
                    open.forEach(sums -> sums.add(record, first));
                }
            });
        }
        return open.stream()
                .filter(Sums::areTotals)
                .map(sums -> sums.total)
                .collect(Collectors.toCollection(
                        () -> Collections.newSetFromMap(new IdentityHashMap<CsvRecord, Boolean>())));
    }

    /** Sums of the columns in which a record has numbers. */
    private static final class Sums {

        private final CsvRecord total;
        private final Set<Long> others;
        private final List<Column> columns = new ArrayList<>();
        private long records;

        Sums(CsvRecord total, List<CsvRecord> totals) {
            this.total = total;
            this.others =
                    totals.stream().map(record -> record.location().offset()).collect(Collectors.toSet());
            for (int cell = 0; cell < total.cellCount(); cell++) {
                if (isNumber(total.text(cell))) {
                    columns.add(new Column(cell));
                }
            }
        }

        /** @param first whether the record may be the header */
        void add(CsvRecord record, boolean first) {
            boolean above = record.location().input() == total.location().input()
                    && record.location().offset() < total.location().offset()
                    && !others.contains(record.location().offset());
            if (above) {
                records++;
                columns.forEach(column -> column.add(record, first));
            }
        }

        /** Returns whether every number is a sum, or in a trailer that of the records, with a point or a comma before the fractions. */
        boolean areTotals() {
            return records > 1
                    && columns.stream().allMatch(column -> column.isSum(total.text(column.index)) || isCount(column));
        }

        /** Returns whether the number in a trailer is that of the records, of which the first may be the header. */
        private boolean isCount(Column column) {
            BigDecimal number = Column.number(total.text(column.index), '.');
            return TotalWords.isEnd(total.text(0))
                    && number != null
                    && (number.compareTo(BigDecimal.valueOf(records)) == 0
                            || number.compareTo(BigDecimal.valueOf(records - 1)) == 0);
        }
    }

    /** Sums of one column, by what is before the fractions. */
    private static final class Column {

        private final int index;
        private final Map<Character, BigDecimal> sums = new HashMap<>();
        private final Map<Character, BigDecimal> firsts = new HashMap<>();

        Column(int index) {
            this.index = index;
        }

        void add(CsvRecord record, boolean first) {
            String cell = index < record.cellCount() ? record.text(index) : "";
            for (char sign : FRACTION_SIGNS) {
                BigDecimal number = number(cell, sign);
                if (number != null) {
                    (first ? firsts : sums).merge(sign, number, BigDecimal::add);
                }
            }
        }

        /** Returns whether the cell is the sum of all numbers, or of all but the first, which may be the column's name. */
        boolean isSum(String cell) {
            for (char sign : FRACTION_SIGNS) {
                BigDecimal number = number(cell, sign);
                BigDecimal sum = sums.getOrDefault(sign, BigDecimal.ZERO);
                BigDecimal all = sum.add(firsts.getOrDefault(sign, BigDecimal.ZERO));
                if (number != null && (isRounded(sum, number) || isRounded(all, number))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isRounded(BigDecimal exact, BigDecimal number) {
            return exact.setScale(number.scale(), RoundingMode.HALF_UP).compareTo(number) == 0;
        }

        /** Returns the number in a cell; null if there is none. */
        private static @Nullable BigDecimal number(String cell, char fractionSign) {
            String text = cell.strip();
            if (!isNumber(text)) {
                return null;
            }
            String digits = text.replaceAll(fractionSign == '.' ? "[^0-9.]" : "[^0-9,]", "")
                    .replace(',', '.')
                    .replaceAll("^\\.+|\\.+$", "");
            if (digits.indexOf('.') != digits.lastIndexOf('.')) {
                return null;
            }
            boolean negative = text.matches(".*[-−(].*");
            return negative ? new BigDecimal(digits).negate() : new BigDecimal(digits);
        }
    }
}
