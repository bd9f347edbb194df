package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Negative;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Type that a column may have, and the cells that do not have it. */
final class TypeTrial {

    static final FieldName ANY_NAME = new FieldName("cell");
    private static final int LONGEST_EXAMPLE = 40;
    private static final int LONGEST_BEHIND_DIGITS = 12;

    final FieldSpec field;
    private final Function<FieldSpec, CellType> types;
    private @Nullable CellType type;
    private @Nullable ValueSink nowhere;

    /** Its cells are cells of this type, too; null where there is none. */
    private final @Nullable TypeTrial subset;

    /** The same numbers without separators of thousands; null for other types. */
    private final @Nullable FieldSpec ungrouped;

    private final byte @Nullable [] text;

    private boolean took;
    private boolean grouped;

    /** How cells write that they are negative, other than with a minus sign in front; null if none does. */
    private @Nullable Negative negative;

    private long negatives;
    long misses;

    /** Those behind the first misses, which most trials do not reach. */
    private @Nullable Set<String> differentMisses;

    private String firstMiss = "";
    private long lineOfFirstMiss;

    TypeTrial(
            FieldSpec field,
            Function<FieldSpec, CellType> types,
            @Nullable TypeTrial subset,
            @Nullable FieldSpec ungrouped) {
        this.field = field;
        this.types = types;
        this.subset = subset;
        this.ungrouped = ungrouped;
        this.text = field.strip() == null ? null : field.strip().get(0).getBytes(StandardCharsets.UTF_8);
    }

    boolean test(byte[] bytes, int from, int to, @Nullable Negative style) {
        boolean inSubset = subset != null && subset.took;
        took = inSubset || takes(bytes, from, to, style);
        if (took && !inSubset && ungrouped != null && !grouped) {
            grouped = !in(ungrouped, style).put(bytes, from, to, ANY_NAME, nowhere());
        }
        if (took && style != null && isNumber()) {
            took = negative == null || negative == style;
            negative = took ? style : negative;
            negatives += took ? 1 : 0;
        }
        return took;
    }

    /** Forgets the last cell, so that a wider type tries another one itself. */
    void forgetCell() {
        took = false;
    }

    /** Returns whether the cell, which is not empty, is of the type. */
    boolean takes(byte[] bytes, int from, int to) {
        return takes(bytes, from, to, negative(bytes, from, to));
    }

    private boolean takes(byte[] bytes, int from, int to, @Nullable Negative style) {
        if (!isPlausible(bytes, from, to)) {
            return false;
        }
        CellType cell = style == null || !isNumber() ? type() : in(field, style);
        return cell.put(bytes, from, to, ANY_NAME, nowhere());
    }

    /** Returns the type of a cell without marks, which is made when a cell may have it: those of dates are large. */
    private CellType type() {
        CellType made = type == null ? types.apply(field) : type;
        type = made;
        return made;
    }

    private ValueSink nowhere() {
        ValueSink made = nowhere == null ? new ValueHash() : nowhere;
        nowhere = made;
        return made;
    }

    private CellType in(FieldSpec number, @Nullable Negative style) {
        return types.apply(style == null ? number : number.withNegative(style));
    }

    /** Returns the mark after the digits that makes a number negative; null if there is none. */
    static @Nullable Negative negative(byte[] bytes, int from, int to) {
        for (int at = to - 1; at > Math.max(from, to - LONGEST_BEHIND_DIGITS); at--) {
            if (bytes[at] == ')') {
                return isCall(bytes, from, at) ? null : Negative.PARENTHESES;
            }
            if (bytes[at] == '-') {
                return Negative.TRAILING;
            }
            if (bytes[at] >= '0' && bytes[at] <= '9') {
                return null;
            }
        }
        return null;
    }

    /** Returns whether the parentheses follow a name, as in {@code NumberLong(5)}. */
    private static boolean isCall(byte[] bytes, int from, int to) {
        int open = to;
        while (open > from && bytes[open] != '(') {
            open--;
        }
        return open > from && (Character.isLowerCase(bytes[open - 1]) || NumberSpelling.isDigit(bytes[open - 1]));
    }

    private boolean isPlausible(byte[] bytes, int from, int to) {
        return switch (field.type()) {
            // A number or a quoted text is JSON as well, but is not meant as such.
            case JSON -> bytes[from] == '{' || bytes[from] == '[';
            default -> text == null || hasText(text, bytes, from, to);
        };
    }

    /** Returns whether the text stands at an end of the cell, apart from signs, parentheses and blanks. */
    static boolean hasText(byte[] text, byte[] bytes, int from, int to) {
        int start = from;
        while (start < to && (bytes[start] == '-' || bytes[start] == '+' || isAround(bytes[start]))) {
            start++;
        }
        int end = to;
        while (end > start && (bytes[end - 1] == '-' || isAround(bytes[end - 1]))) {
            end--;
        }
        return isAt(text, bytes, start, end)
                || (end - text.length >= start && isAt(text, bytes, end - text.length, end));
    }

    private static boolean isAround(byte octet) {
        return octet == '(' || octet == ')' || octet == ' ';
    }

    private static boolean isAt(byte[] text, byte[] bytes, int at, int to) {
        return to - at >= text.length && Arrays.equals(text, 0, text.length, bytes, at, at + text.length);
    }

    void miss(String cell, long line) {
        if (misses++ == 0) {
            firstMiss = cell;
            lineOfFirstMiss = line;
        }
        if (misses > TypeTrials.MOST_EARLY_MISSES) {
            differentMisses = differentMisses == null ? new HashSet<>() : differentMisses;
            differentMisses.add(cell);
        }
    }

    boolean isOver(long cells) {
        return (misses > TypeTrials.MOST_EARLY_MISSES && misses * TypeTrials.ONE_MISS_IN > cells)
                || (differentMisses != null
                        && differentMisses.size() > TypeTrials.MOST_DIFFERENT_MISSES - TypeTrials.MOST_EARLY_MISSES);
    }

    /** Returns the field, with the way of writing negative numbers that its cells have. */
    FieldSpec field() {
        return negative == null ? field : field.withNegative(negative);
    }

    @Nullable
    Negative negative() {
        return negative;
    }

    /** Returns the number of cells that are negative without a minus sign in front. */
    long negatives() {
        return negatives;
    }

    /** Returns whether all cells have the type. */
    boolean fitsAll() {
        return misses == 0;
    }

    /** Returns whether a cell has separators of thousands. */
    boolean isGrouped() {
        return grouped;
    }

    boolean isWhole() {
        return is(FieldType.INT32) || is(FieldType.INT64);
    }

    boolean isNumber() {
        return field.type().isNumber();
    }

    /** Returns whether these are numbers with the separators of a locale. */
    boolean isLocal() {
        return ungrouped != null;
    }

    boolean isGroupedIfLocal() {
        return !isLocal() || grouped;
    }

    boolean is(FieldType wanted) {
        return field.type() == wanted;
    }

    /** Returns the character before a fraction. */
    char decimalSign() {
        return field.locale() == null
                ? field.decimalComma() ? ',' : '.'
                : DecimalFormatSymbols.getInstance(field.locale()).getDecimalSeparator();
    }

    /** Returns the character between thousands of a number with the separators of a locale. */
    char groupSign() {
        return DecimalFormatSymbols.getInstance(field.locale()).getGroupingSeparator();
    }

    /** Returns the pattern of a date; empty for another type. */
    String pattern() {
        return is(FieldType.DATE) ? field.dateOrIso().pattern() : "";
    }

    /** Returns whether this is a date whose year has two digits, so that its century is unknown. */
    boolean lacksCentury() {
        return is(FieldType.DATE) && DateFormat.hasYearOfTwoDigits(pattern());
    }

    /** Returns the order of day and month; empty for other types, and for dates that name the month or begin with the year. */
    Optional<DayMonthOrder> order() {
        return DayMonthOrder.of(pattern());
    }

    Candidate candidate(long cells) {
        String first = Printable.quoted(Printable.shortened(firstMiss, LONGEST_EXAMPLE));
        return new Candidate(field(), cells, misses, first, lineOfFirstMiss);
    }
}
