package dev.mongohaul.infer;

import dev.mongohaul.infer.KeySearch.KeyColumn.ValueHash;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.mapping.type.ValueSink.FieldName;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            dd.MM.yyyy | d.M.yyyy | dd.MM.yyyy HH:mm | dd.MM.yyyy HH:mm:ss
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
        return new Trial(field, type(field), subset, ungrouped == null ? null : type(ungrouped));
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
        boolean number = false;
        boolean over = false;
        String missed = null;
        for (Trial trial : trials) {
            if (trial.test(bytes, from, to)) {
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

    /** Returns the numbers with a comma before the fraction and no thousands that all cells are in some locale. */
    Optional<Trial> ungroupedWithComma() {
        return trials.stream()
                .filter(trial -> trial.misses == 0 && trial.isLocal() && !trial.grouped && !trial.isWhole())
                .findFirst();
    }

    /** Returns in words the first type that all but very few cells have. */
    Optional<String> nearMiss() {
        return trials.stream()
                .filter(trial -> trial.misses > 0 && trial.misses * ONE_MISS_IN <= cells && trial.isGroupedIfLocal())
                .findFirst()
                .map(trial -> trial.nearMiss(cells));
    }

    Optional<Trial> withPattern(String pattern) {
        return exact().filter(trial -> trial.pattern().equals(pattern)).findFirst();
    }

    /** Type that a column may have, and the cells that do not have it. */
    static final class Trial {

        private static final FieldName ANY_NAME = new FieldName("cell");
        private static final int LONGEST_EXAMPLE = 40;
        private static final int NONE = -1;
        private static final int ANY_LETTER = -2;

        private final FieldSpec field;
        private final CellType type;
        private final ValueSink nowhere = new ValueHash();

        /** Its cells are cells of this type, too; null where there is none. */
        private final @Nullable Trial subset;

        /** The same numbers without separators of thousands; null for other types. */
        private final @Nullable CellType ungrouped;

        private final byte @Nullable [] text;

        /** The character after the first digits of a date; {@link #NONE} if it has digits only. */
        private final int afterDigits;

        private boolean took;
        private boolean grouped;
        private long misses;
        private final Set<String> differentMisses = new HashSet<>();
        private String firstMiss = "";
        private long lineOfFirstMiss;

        Trial(FieldSpec field, CellType type, @Nullable Trial subset, @Nullable CellType ungrouped) {
            this.field = field;
            this.type = type;
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

        private boolean test(byte[] bytes, int from, int to) {
            boolean inSubset = subset != null && subset.took;
            took = inSubset || takes(bytes, from, to);
            if (took && !inSubset && ungrouped != null && !grouped) {
                grouped = !ungrouped.put(bytes, from, to, ANY_NAME, nowhere);
            }
            return took;
        }

        /** Returns whether the cell, which is not empty, is of the type. */
        boolean takes(byte[] bytes, int from, int to) {
            return isPlausible(bytes, from, to) && type.put(bytes, from, to, ANY_NAME, nowhere);
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

        /** Returns whether the text stands at an end of the cell, or after a sign. */
        private static boolean hasText(byte[] text, byte[] bytes, int from, int to) {
            int start = bytes[from] == '-' || bytes[from] == '+' ? from + 1 : from;
            return isAt(text, bytes, start, to)
                    || (to - text.length >= from && isAt(text, bytes, to - text.length, to));
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

        FieldSpec field() {
            return field;
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

        /** Returns the pattern of a date; empty for another type. */
        String pattern() {
            return is(FieldType.DATE) ? field.dateOrIso().pattern() : "";
        }

        private String nearMiss(long cells) {
            String word = field.type().word();
            String example = Printable.quoted(Printable.shortened(firstMiss, LONGEST_EXAMPLE))
                    + (lineOfFirstMiss == 0
                            ? ""
                            : misses == 1
                                    ? " in line " + lineOfFirstMiss
                                    : ", line " + lineOfFirstMiss + " is the first");
            return "%s %s except for %,d of %s: %s; %s rejects %s"
                    .formatted(
                            "aeio".indexOf(word.charAt(0)) < 0 ? "a" : "an",
                            word,
                            misses,
                            Counted.of(cells, "cell"),
                            example,
                            JobFileText.field(field),
                            misses == 1 ? "it" : "them");
        }
    }
}
