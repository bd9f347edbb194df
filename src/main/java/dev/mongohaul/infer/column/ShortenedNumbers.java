package dev.mongohaul.infer.column;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Long numbers of one column that a spreadsheet wrote as {@code 4,00638E+12}, so that digits are lost. For one thread. */
public final class ShortenedNumbers {

    /** Spreadsheets shorten whole numbers of more digits. */
    private static final int FEWEST_EXPONENT = 11;

    private static final int LONGEST = 20;

    /** Fewest digits of a number that is like an identifier. */
    private static final int LONG = 8;

    private long shortened;
    private long fractions;
    private long texts;
    private int mostDigits;
    private int leastExponent = Integer.MAX_VALUE;
    private int greatestExponent;
    private @Nullable String first;
    private long firstLine;
    private int firstInput;

    /**
     * Adds the record's cell; a missing or empty one counts as none.
     *
     * @param line of the record; 0 if it is unknown
     */
    public void add(CsvRecord record, int column, long line) {
        int length = column < record.cellCount() ? record.length(column) : 0;
        // Columns of measurements have fractions.
        if (length == 0 || fractions > 0) {
            return;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int exponent = exponent(bytes, from, from + length);
        if (exponent > 0) {
            shortened++;
            leastExponent = Math.min(leastExponent, exponent);
            greatestExponent = Math.max(greatestExponent, exponent);
            if (first == null) {
                first = CellType.excerpt(bytes, from, from + length);
                firstLine = line;
                firstInput = record.location().input();
            }
            return;
        }
        int digits = 0;
        boolean letters = false;
        for (int at = from; at < from + length && !letters; at++) {
            digits += NumberSpelling.isDigit(bytes[at]) ? 1 : 0;
            letters |= Character.isLetter(bytes[at]) && bytes[at] != 'E' && bytes[at] != 'e';
        }
        if (digits == length) {
            mostDigits = Math.max(mostDigits, digits);
        } else if (letters) {
            texts++;
        } else if (digits > 0) {
            fractions++;
        }
    }

    /** Returns the exponent of a whole number that lacks digits, such as {@code 4.00638E+12}; 0 for other cells. */
    private static int exponent(byte[] bytes, int from, int to) {
        int mark = to - 4;
        if (to - from > LONGEST
                || mark <= from
                || bytes[mark] != 'E'
                || bytes[mark + 1] != '+'
                || !NumberSpelling.isDigit(bytes[from])
                || !NumberSpelling.isDigit(bytes[to - 2])
                || !NumberSpelling.isDigit(bytes[to - 1])) {
            return 0;
        }
        for (int at = from + 1; at < mark; at++) {
            boolean separates = at == from + 1 && (bytes[at] == '.' || bytes[at] == ',');
            if (!separates && !(at > from + 1 && NumberSpelling.isDigit(bytes[at]))) {
                return 0;
            }
        }
        int exponent = (bytes[to - 2] - '0') * 10 + bytes[to - 1] - '0';
        int fraction = Math.max(0, mark - from - 2);
        return exponent >= FEWEST_EXPONENT && fraction < exponent ? exponent : 0;
    }

    /** Returns whether the column has identifiers: long whole numbers or texts, or numbers of the same magnitude only. */
    private boolean areIdentifiers() {
        return fractions == 0
                && (mostDigits >= LONG
                        || texts > 0
                        || (mostDigits == 0 && shortened > 1 && leastExponent == greatestExponent));
    }

    /** Returns the input of the first of them. */
    public int firstInput() {
        return firstInput;
    }

    /**
     * Returns a sentence on the numbers and on what to do; empty if there are none, or if they are measurements.
     *
     * @param file with the first of them
     */
    public Optional<String> sentence(String column, String file) {
        return first == null || !areIdentifiers()
                ? Optional.empty()
                : Optional.of(
                        "Column %s has %s that a spreadsheet shortened, so that digits are lost: %s%s%s. Format the column as text, or as a number without decimals, and export the file again."
                                .formatted(
                                        Printable.quoted(column),
                                        Counted.of(shortened, "number"),
                                        shortened == 1 ? "" : "first ",
                                        Printable.quoted(first),
                                        firstLine == 0 ? " in " + file : " in %s:%d".formatted(file, firstLine)));
    }
}
