package dev.mongohaul.infer;

import dev.mongohaul.infer.KeySearch.KeyColumn.ValueHash;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.Negative;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.mapping.type.ValueSink.FieldName;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Types that the cells of a column may have, the most specific first. A type is dropped when more than a few cells do not
 * have it. For one thread.
 */
final class TypeTrials {

    /** Whole numbers that are also days; never chosen, only mentioned. */
    static final String COMPACT_DATE = "yyyyMMdd";

    /** Patterns of dates; of those that a cell fits, the first counts. */
    private static final String DATES = """
            yyyy-MM-dd | yyyy-MM-dd HH:mm:ss | yyyy-MM-dd HH:mm:ss.SSS | yyyy-MM-dd HH:mm
            yyyy-MM-dd'T'HH:mm:ss | yyyy-MM-dd'T'HH:mm:ss.SSS | yyyy-MM-dd'T'HH:mm | yyyy/MM/dd | yyyy/MM/dd HH:mm:ss
            dd.MM.yyyy | MM.dd.yyyy | d.M.yyyy | M.d.yyyy
            dd.MM.yyyy HH:mm | MM.dd.yyyy HH:mm | dd.MM.yyyy HH:mm:ss | MM.dd.yyyy HH:mm:ss
            MM/dd/yyyy | dd/MM/yyyy | M/d/yyyy | d/M/yyyy | MM/dd/yyyy HH:mm | dd/MM/yyyy HH:mm
            MM/dd/yyyy HH:mm:ss | dd/MM/yyyy HH:mm:ss | M/d/yyyy H:mm | d/M/yyyy H:mm
            MM-dd-yyyy | dd-MM-yyyy | d-MMM-yyyy | d MMM yyyy | MMM d, yyyy | MMMM d, yyyy | yyyyMMdd""";

    private static final List<FieldSpec> OTHERS = Stream.of(
                    Stream.of(FieldType.BOOLEAN, FieldType.INSTANT).map(FieldSpec::of),
                    Stream.of(DATES.split(" \\| |\n", -1)).map(pattern -> FieldSpec.of(FieldType.DATE, pattern)),
                    Stream.of(FieldType.OBJECTID, FieldType.UUID, FieldType.JSON)
                            .map(FieldSpec::of))
            .flatMap(fields -> fields)
            .toList();

    /** One locale for each way of writing numbers; the first counts where a number is the same in several. */
    private static final List<Locale> LOCALES = Stream.of("en", "de", "fr", "de-CH", "en-IN")
            .map(Locale::forLanguageTag)
            .toList();

    private static final List<FieldType> NUMBERS = List.of(FieldType.INT32, FieldType.INT64, FieldType.DECIMAL);

    /** Texts around numbers; a longer one comes before those that it contains. */
    private static final List<String> AROUND_NUMBERS = List.of(
            "US$", "€", "$", "£", "¥", "₹", "₽", "₺", "₩", "₴", "zł", "Kč", "kr", "Fr", "EUR", "USD", "GBP", "CHF",
            "JPY", "CNY", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "INR", "RUB", "TRY", "BRL", "AUD", "CAD", "%", "‰");

    /** Misses of a type that may follow each other at the beginning. */
    private static final int MOST_EARLY_MISSES = 10;

    private static final int MOST_DIFFERENT_MISSES = 100;

    /** One cell of so many may miss a type that is mentioned. */
    private static final int ONE_MISS_IN = 100;

    /** Largest share of cells that counts as few: one in this number. */
    private static final int ONE_FEW_IN = 10;

    private final boolean decimalComma;
    private final Map<FieldSpec, CellType> types;
    private final List<Trial> trials = new ArrayList<>();
    private long cells;

    /**
     * @param decimalComma whether a comma can separate a fraction without any thousands
     * @param types of all columns, which share them: those of dates are large
     */
    TypeTrials(boolean decimalComma, Map<FieldSpec, CellType> types) {
        this.decimalComma = decimalComma;
        this.types = types;
        List<Trial> numbers = numbers(null);
        numbers.stream().filter(trial -> !trial.isLocal()).forEach(trials::add);
        OTHERS.forEach(field -> trials.add(trial(field, null, null)));
        numbers.stream().filter(Trial::isLocal).forEach(trials::add);
    }

    /** Returns the trials of numbers, those with the separators of a locale last. */
    private List<Trial> numbers(@Nullable String text) {
        List<String> strip = text == null ? null : List.of(text);
        List<Trial> numbers = new ArrayList<>();
        NUMBERS.forEach(type -> numbers.add(trial(FieldSpec.number(type, false, strip, null), null, null)));
        FieldSpec withPoint = FieldSpec.number(FieldType.DECIMAL, false, strip, null);
        FieldSpec withComma = FieldSpec.number(FieldType.DECIMAL, true, strip, null);
        if (decimalComma) {
            numbers.add(trial(withComma, null, null));
        }
        for (Locale locale : LOCALES) {
            boolean point = DecimalFormatSymbols.getInstance(locale).getDecimalSeparator() == '.';
            for (int index = 0; index < NUMBERS.size(); index++) {
                boolean fraction = NUMBERS.get(index) == FieldType.DECIMAL;
                int subset = !fraction || point ? index : decimalComma ? NUMBERS.size() : index - 1;
                numbers.add(trial(
                        FieldSpec.number(NUMBERS.get(index), false, strip, locale),
                        numbers.get(subset),
                        point ? withPoint : withComma));
            }
        }
        return numbers;
    }

    private Trial trial(FieldSpec field, @Nullable Trial subset, @Nullable FieldSpec ungrouped) {
        return new Trial(field, this::type, subset, ungrouped);
    }

    private CellType type(FieldSpec field) {
        return types.computeIfAbsent(field, CellType::of);
    }

    /** Adds a cell that is not empty. Returns whether it is a number. */
    boolean add(byte[] bytes, int from, int to, long line) {
        if (cells++ == 0) {
            AROUND_NUMBERS.stream()
                    .filter(text -> Trial.hasText(text.getBytes(StandardCharsets.UTF_8), bytes, from, to))
                    .findFirst()
                    .ifPresent(text -> trials.addAll(numbers(text)));
        }
        Negative negative = Trial.negative(bytes, from, to);
        boolean number = false;
        boolean over = false;
        String missed = null;
        for (Trial trial : trials) {
            if (trial.test(bytes, from, to, negative)) {
                number |= trial.isNumber();
            } else {
                missed = missed == null ? CellType.excerpt(bytes, from, to) : missed;
                trial.miss(missed, line);
                over |= trial.isOver(cells);
            }
        }
        if (over) {
            trials.removeIf(trial -> trial.isOver(cells));
        }
        return number;
    }

    /** Returns the types that all cells have. */
    Stream<Trial> exact() {
        return trials.stream().filter(trial -> trial.misses == 0 && trial.isGroupedIfLocal());
    }

    /** Returns the most specific type that all cells have; text is not one of them. */
    Optional<Trial> first() {
        return exact().findFirst();
    }

    /**
     * Returns what the numbers would be with the other character before the fraction: a type that all cells have, or one
     * that some cells rule out.
     */
    Optional<Trial> withOtherDecimalSign(Trial type) {
        return trials.stream()
                .filter(other -> other.isNumber()
                        && Objects.equals(other.field.strip(), type.field.strip())
                        && other.decimalSign() != type.decimalSign())
                .min(Comparator.comparing(other -> other.misses));
    }

    /** Returns the same dates with day and month in the other order: a type that all cells have, or that some rule out. */
    Optional<Trial> withOtherOrder(Trial date) {
        return date.order()
                .flatMap(order -> trials.stream()
                        .filter(other -> other.pattern().equals(order.swapped()))
                        .findFirst());
    }

    /**
     * Returns which cells decide against another type, if they are few.
     *
     * @param affected the number of cells that have another value in that type, or rule it out
     */
    Optional<String> fewAgainst(Trial other, long affected) {
        boolean few = other.misses == 1 || other.misses * ONE_FEW_IN <= affected;
        return few && other.misses > 0 && other.misses < affected
                ? Optional.of("only %s against %s: %s"
                        .formatted(
                                Counted.of(other.misses, "cell", "decides", "decide"),
                                JobFileText.field(other.field()),
                                other.exampleOfMiss()))
                : Optional.empty();
    }

    /** Returns in words the first type that all but very few cells have. */
    Optional<String> nearMiss() {
        return trials.stream()
                .filter(trial -> trial.misses > 0 && trial.misses * ONE_MISS_IN <= cells && trial.isGroupedIfLocal())
                .findFirst()
                .map(trial -> trial.nearMiss(cells, otherOption(trial)));
    }

    /** Returns another meaning of the same cells, to be read behind the type; empty text if there is none. */
    private String otherOption(Trial trial) {
        boolean separated = trial.isNumber() && (trial.isLocal() || !trial.isWhole());
        return (separated ? withOtherDecimalSign(trial) : withOtherOrder(trial))
                .filter(other -> other.misses == trial.misses)
                .map(other -> " or " + JobFileText.field(other.field()))
                .orElse("");
    }

    Optional<Trial> withPattern(String pattern) {
        return exact().filter(trial -> trial.pattern().equals(pattern)).findFirst();
    }

    /** Type that a column may have, and the cells that do not have it. */
    static final class Trial {

        private static final FieldName ANY_NAME = new FieldName("cell");
        private static final int LONGEST_EXAMPLE = 40;
        private static final int LONGEST_BEHIND_DIGITS = 12;
        private static final int NONE = -1;
        private static final int ANY_LETTER = -2;

        private final FieldSpec field;
        private final Function<FieldSpec, CellType> types;
        private final CellType type;
        private final ValueSink nowhere = new ValueHash();

        /** Its cells are cells of this type, too; null where there is none. */
        private final @Nullable Trial subset;

        /** The same numbers without separators of thousands; null for other types. */
        private final @Nullable FieldSpec ungrouped;

        private final byte @Nullable [] text;

        /** The character after the first digits of a date; {@link #NONE} if it has digits only. */
        private final int afterDigits;

        private boolean took;
        private boolean grouped;

        /** How cells write that they are negative, other than with a minus sign in front; null if none does. */
        private @Nullable Negative negative;

        private long negatives;
        private long misses;
        private final Set<String> differentMisses = new HashSet<>();
        private String firstMiss = "";
        private long lineOfFirstMiss;

        Trial(
                FieldSpec field,
                Function<FieldSpec, CellType> types,
                @Nullable Trial subset,
                @Nullable FieldSpec ungrouped) {
            this.field = field;
            this.types = types;
            this.type = types.apply(field);
            this.subset = subset;
            this.ungrouped = ungrouped;
            this.text = field.strip() == null ? null : field.strip().get(0).getBytes(StandardCharsets.UTF_8);
            this.afterDigits = pattern().startsWith("MMM")
                    ? ANY_LETTER
                    : pattern()
                            .chars()
                            .filter(letter -> !Character.isLetter(letter))
                            .findFirst()
                            .orElse(NONE);
        }

        private boolean test(byte[] bytes, int from, int to, @Nullable Negative style) {
            boolean inSubset = subset != null && subset.took;
            took = inSubset || takes(bytes, from, to, style);
            if (took && !inSubset && ungrouped != null && !grouped) {
                grouped = !in(ungrouped, style).put(bytes, from, to, ANY_NAME, nowhere);
            }
            if (took && style != null && isNumber()) {
                took = negative == null || negative == style;
                negative = took ? style : negative;
                negatives += took ? 1 : 0;
            }
            return took;
        }

        /** Returns whether the cell, which is not empty, is of the type. */
        boolean takes(byte[] bytes, int from, int to) {
            return takes(bytes, from, to, negative(bytes, from, to));
        }

        private boolean takes(byte[] bytes, int from, int to, @Nullable Negative style) {
            CellType cell = style == null || !isNumber() ? type : in(field, style);
            return isPlausible(bytes, from, to) && cell.put(bytes, from, to, ANY_NAME, nowhere);
        }

        private CellType in(FieldSpec number, @Nullable Negative style) {
            return types.apply(style == null ? number : number.withNegative(style));
        }

        /** Returns how a number would say behind its digits that it is negative; null if it does not. */
        private static @Nullable Negative negative(byte[] bytes, int from, int to) {
            for (int at = to - 1; at > Math.max(from, to - LONGEST_BEHIND_DIGITS); at--) {
                if (bytes[at] == ')') {
                    return Negative.PARENTHESES;
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

        private boolean isPlausible(byte[] bytes, int from, int to) {
            return switch (field.type()) {
                // A number or a quoted text is JSON as well, but is not meant as such.
                case JSON -> bytes[from] == '{' || bytes[from] == '[';
                case DATE -> isPlausibleDate(bytes, from, to);
                default -> text == null || hasText(text, bytes, from, to);
            };
        }

        /** Spares most cells the exception of a date's parser. */
        private boolean isPlausibleDate(byte[] bytes, int from, int to) {
            int at = from;
            while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
                at++;
            }
            if (at == from || afterDigits == ANY_LETTER) {
                return at == from && afterDigits == ANY_LETTER;
            }
            return at == to ? afterDigits == NONE : bytes[at] == afterDigits;
        }

        /** Returns whether the text stands at an end of the cell, apart from signs, parentheses and blanks. */
        private static boolean hasText(byte[] text, byte[] bytes, int from, int to) {
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

        private void miss(String cell, long line) {
            if (misses++ == 0) {
                firstMiss = cell;
                lineOfFirstMiss = line;
            }
            differentMisses.add(cell);
        }

        private boolean isOver(long cells) {
            return (misses > MOST_EARLY_MISSES && misses * ONE_MISS_IN > cells)
                    || differentMisses.size() > MOST_DIFFERENT_MISSES;
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

        private boolean isGroupedIfLocal() {
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

        /** Returns the order of day and month; empty for other types, and for dates that name the month or begin with the year. */
        Optional<DayMonthOrder> order() {
            return DayMonthOrder.of(pattern());
        }

        private String exampleOfMiss() {
            return Printable.quoted(Printable.shortened(firstMiss, LONGEST_EXAMPLE))
                    + (lineOfFirstMiss == 0
                            ? ""
                            : misses == 1
                                    ? " in line " + lineOfFirstMiss
                                    : ", line " + lineOfFirstMiss + " is the first");
        }

        private String nearMiss(long cells, String otherOption) {
            String word = field.type().word();
            return "%s %s except for %,d of %s: %s; %s rejects %s"
                    .formatted(
                            "aeio".indexOf(word.charAt(0)) < 0 ? "a" : "an",
                            word,
                            misses,
                            Counted.of(cells, "cell"),
                            exampleOfMiss(),
                            JobFileText.field(field()) + otherOption,
                            misses == 1 ? "it" : "them");
        }
    }
}
