package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Negative;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.text.Counted;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Types that the cells of a column may have, the most specific first. A type is dropped when more than a few cells do not
 * have it. For one thread.
 */
final class TypeTrials {

    private static final List<FieldType> OTHERS =
            List.of(FieldType.BOOLEAN, FieldType.INSTANT, FieldType.OBJECTID, FieldType.UUID, FieldType.JSON);

    /** One locale for each way of writing numbers; the first counts where a number is the same in several. */
    private static final List<Locale> LOCALES = Stream.of("en", "de", "fr", "de-CH", "en-IN")
            .map(Locale::forLanguageTag)
            .toList();

    private static final List<FieldType> NUMBERS = List.of(FieldType.INT32, FieldType.INT64, FieldType.DECIMAL);

    /** Texts around numbers; a longer one comes before those that it contains. */
    static final List<String> AROUND_NUMBERS = List.of(
            "US$", "CA$", "AU$", "NZ$", "HK$", "MX$", "A$", "C$", "R$", "S$", "€", "$", "£", "¥", "₹", "₽", "₺", "₩",
            "₴", "zł", "Kč", "kr", "Fr", "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "SEK", "NOK", "DKK", "PLN", "CZK",
            "HUF", "INR", "RUB", "TRY", "BRL", "AUD", "CAD", "NZD", "MXN", "SGD", "HKD", "ZAR", "KRW", "THB", "RON",
            "BGN", "ILS", "руб", "Ft", "Rs", "Rp", "lei", "TL", "лв", "₪", "₫", "₱", "฿", "₦", "円", "元", "원", "￥", "%",
            "‰");

    /** Misses of a type that may follow each other at the beginning. */
    static final int MOST_EARLY_MISSES = 10;

    static final int MOST_DIFFERENT_MISSES = 100;

    /** One cell in this number may miss a type that is mentioned. */
    static final int ONE_MISS_IN = 100;

    /** The same where the misses are {@link #MOST_EARLY_MISSES} at most. */
    private static final int ONE_EARLY_MISS_IN = 10;

    /** The smallest number of cells in which one miss is an exception. */
    private static final int FEWEST_WITH_MISS = 3;

    /** Largest share of cells that counts as few: one in this number. */
    private static final int ONE_FEW_IN = 10;

    private final Map<FieldSpec, CellType> types;

    private final List<TypeTrial> trials = new ArrayList<>();
    private final List<Candidate> dropped = new ArrayList<>();
    private long cells;

    /** Whether numbers with a text around them are tried. */
    private boolean around;

    /** The first cells, and the dates that are tried because of them. */
    private final List<First> firsts = new ArrayList<>();

    private final Set<String> patterns = new HashSet<>();

    private record First(String cell, long line) {}

    /** @param types of all columns, which share them: those of dates are large */
    TypeTrials(Map<FieldSpec, CellType> types) {
        this.types = types;
        List<TypeTrial> numbers = numbers(null);
        numbers.stream().filter(trial -> !trial.isLocal()).forEach(trials::add);
        OTHERS.forEach(type -> trials.add(trial(FieldSpec.of(type), null, null)));
        numbers.stream().filter(TypeTrial::isLocal).forEach(trials::add);
    }

    /** Returns decimals with texts around them, in all ways of writing numbers. */
    static Stream<FieldSpec> amounts(List<String> strip) {
        return Stream.concat(
                        Stream.of(
                                FieldSpec.number(FieldType.DECIMAL, false, strip, null),
                                FieldSpec.number(FieldType.DECIMAL, true, strip, null)),
                        LOCALES.stream().map(locale -> FieldSpec.number(FieldType.DECIMAL, false, strip, locale)))
                .flatMap(field -> Stream.of(
                        field, field.withNegative(Negative.PARENTHESES), field.withNegative(Negative.TRAILING)));
    }

    /** Returns the trials of numbers, those with the separators of a locale last. */
    private List<TypeTrial> numbers(@Nullable String text) {
        List<String> strip = text == null ? null : List.of(text);
        List<TypeTrial> numbers = new ArrayList<>();
        for (FieldType type : NUMBERS) {
            TypeTrial narrower = numbers.isEmpty() ? null : numbers.get(numbers.size() - 1);
            numbers.add(trial(FieldSpec.number(type, false, strip, null), narrower, null));
        }
        FieldSpec withPoint = FieldSpec.number(FieldType.DECIMAL, false, strip, null);
        FieldSpec withComma = FieldSpec.number(FieldType.DECIMAL, true, strip, null);
        numbers.add(trial(withComma, numbers.get(NUMBERS.indexOf(FieldType.INT64)), null));
        for (Locale locale : LOCALES) {
            boolean point = DecimalFormatSymbols.getInstance(locale).getDecimalSeparator() == '.';
            for (int index = 0; index < NUMBERS.size(); index++) {
                boolean fraction = NUMBERS.get(index) == FieldType.DECIMAL;
                int subset = !fraction || point ? index : NUMBERS.size();
                numbers.add(trial(
                        FieldSpec.number(NUMBERS.get(index), false, strip, locale),
                        numbers.get(subset),
                        point ? withPoint : withComma));
            }
        }
        return numbers;
    }

    private TypeTrial trial(FieldSpec field, @Nullable TypeTrial subset, @Nullable FieldSpec ungrouped) {
        return new TypeTrial(field, this::type, subset, ungrouped);
    }

    private CellType type(FieldSpec field) {
        return types.computeIfAbsent(field, CellTypes::of);
    }

    /** Adds a cell that is not empty. Returns whether it is a number. */
    boolean add(byte[] bytes, int from, int to, long line) {
        if (cells++ <= MOST_EARLY_MISSES) {
            String cell = new String(bytes, from, to - from, StandardCharsets.UTF_8);
            propose(cell);
            firsts.add(new First(cell, line));
        }
        Negative negative = TypeTrial.negative(bytes, from, to);
        boolean number = false;
        boolean over = false;
        String missed = null;
        for (TypeTrial trial : trials) {
            if (trial.test(bytes, from, to, negative)) {
                number |= trial.isNumber();
            } else {
                missed = missed == null ? CellType.excerpt(bytes, from, to) : missed;
                trial.miss(missed, line);
                over |= trial.isOver(cells);
            }
        }
        if (over) {
            trials.stream()
                    .filter(trial -> trial.isOver(cells) && trial.misses < cells)
                    .map(trial -> trial.candidate(cells))
                    .forEach(dropped::add);
            trials.removeIf(trial -> trial.isOver(cells));
        }
        return number;
    }

    /** Adds the types that a cell may have by its shape, which cells before it did not show. */
    private void propose(String cell) {
        if (!around) {
            AROUND_NUMBERS.stream()
                    .filter(text -> TypeTrial.hasText(utf8(text), utf8(cell), 0, utf8(cell).length))
                    .findFirst()
                    .ifPresent(text -> {
                        around = true;
                        numbers(text).forEach(this::addLater);
                    });
        }
        for (String pattern : DateForms.of(cell)) {
            if (patterns.add(pattern)) {
                TypeTrial narrower = trials.stream()
                        .filter(trial -> DateForms.isWider(pattern, trial.pattern()))
                        .findFirst()
                        .orElse(null);
                addLater(trial(FieldSpec.of(FieldType.DATE, pattern), narrower, null));
            }
        }
    }

    /** Adds a trial and tries the cells before. */
    private void addLater(TypeTrial trial) {
        trials.forEach(TypeTrial::forgetCell);
        for (First first : firsts) {
            byte[] cell = utf8(first.cell);
            if (!trial.test(cell, 0, cell.length, TypeTrial.negative(cell, 0, cell.length))) {
                trial.miss(CellType.excerpt(cell, 0, cell.length), first.line);
            }
        }
        trials.add(trial);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the types that some cells have, those of most cells first. */
    List<Candidate> candidates() {
        Stream<Candidate> tried = trials.stream()
                .filter(trial -> trial.misses < cells && trial.isGroupedIfLocal())
                .map(trial -> trial.candidate(cells));
        return Stream.concat(tried, dropped.stream())
                .sorted(Comparator.comparingDouble(candidate -> (double) candidate.misses() / candidate.cells()))
                .toList();
    }

    /** Returns the types that all cells have. */
    Stream<TypeTrial> exact() {
        return trials.stream().filter(trial -> trial.misses == 0 && trial.isGroupedIfLocal());
    }

    /** Returns the most specific type that all cells have; text is not one of them. */
    Optional<TypeTrial> first() {
        return exact().findFirst();
    }

    /**
     * Returns what the numbers would be with the other character before the fraction: a type that all cells have, or one
     * that some cells rule out.
     */
    Optional<TypeTrial> withOtherDecimalSign(TypeTrial type) {
        return trials.stream()
                .filter(other -> other.isNumber()
                        && Objects.equals(other.field.strip(), type.field.strip())
                        && other.decimalSign() != type.decimalSign())
                .min(Comparator.comparing(other -> other.misses));
    }

    /** Returns the same dates with day and month in the other order: a type that all cells have, or that some rule out. */
    Optional<TypeTrial> withOtherOrder(TypeTrial date) {
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
    Optional<String> fewAgainst(TypeTrial other, long affected) {
        boolean few = other.misses == 1 || other.misses * ONE_FEW_IN <= affected;
        return few && other.misses > 0 && other.misses < affected
                ? Optional.of("only %s against %s: %s"
                        .formatted(
                                Counted.of(other.misses, "cell", "decides", "decide"),
                                FieldText.of(other.field()),
                                other.candidate(cells).example()))
                : Optional.empty();
    }

    /** Returns the most specific type that all but very few cells have, and the fewest do not have. */
    Optional<TypeTrial> near() {
        return trials.stream()
                .filter(trial -> isException(trial.misses, cells) && trial.isGroupedIfLocal())
                .min(Comparator.comparing(trial -> trial.misses));
    }

    /** Returns whether so few cells that they are worth a hint are not like all others, however many these are. */
    static boolean isException(long misses, long cells) {
        return misses * ONE_MISS_IN <= cells
                ? misses > 0
                : (misses <= MOST_EARLY_MISSES && misses * ONE_EARLY_MISS_IN <= cells)
                        || (misses == 1 && cells >= FEWEST_WITH_MISS);
    }

    NearMiss nearMiss(TypeTrial near) {
        TypeTrial other = otherMeaning(near);
        return new NearMiss(near.candidate(cells), other == null ? null : other.field(), null);
    }

    /** Returns another meaning of the same cells; null if there is none. */
    private @Nullable TypeTrial otherMeaning(TypeTrial trial) {
        boolean separated = trial.isNumber() && (trial.isLocal() || !trial.isWhole());
        return (separated ? withOtherDecimalSign(trial) : withOtherOrder(trial))
                .filter(other -> other.misses == trial.misses)
                .orElse(null);
    }

    /** Returns the dates with years of two digits that all cells are. */
    List<FieldSpec> withoutCentury() {
        return exact().filter(TypeTrial::lacksCentury).map(TypeTrial::field).toList();
    }

    Optional<TypeTrial> withPattern(String pattern) {
        return exact().filter(trial -> trial.pattern().equals(pattern)).findFirst();
    }
}
