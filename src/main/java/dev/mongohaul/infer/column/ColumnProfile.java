package dev.mongohaul.infer.column;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.Negative;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profile of the cells of one column: markers, spellings, and the types that all cells have. For one thread. */
public final class ColumnProfile {

    /** Significant digits that every double keeps. */
    /** Question that some numbers leave open, at the beginning of why a column is text. */
    public static final String OPEN = "thousands or fractions?";

    private static final int DOUBLE_DIGITS = 15;

    private static final int MOST_CANDIDATES = 8;

    private static final int DIGITS_OF_SECONDS = 10;

    private static final int DIGITS_OF_MILLIS = 13;

    /** Names of columns of times. */
    private static final Pattern TIME = Pattern.compile(
            "(?i)time|date|epoch|stamp|zeit|datum|fecha|created|updated|modified|expires|(^|[^\\p{L}])(ts|at)([^\\p{L}]|$)");

    /** Texts after a number that make it a share of something. */
    private static final Set<String> SHARES = Set.of("%", "‰");

    private final boolean commaSeparates;
    private final TypeTrials trials;
    private final ColumnWords words = new ColumnWords();
    private final Map<String, Long> markers = new TreeMap<>();
    private final NumberShapes shapes = new NumberShapes();
    private final FirstCells firsts = new FirstCells();
    private final TimeOfDay times = new TimeOfDay();
    private final Formulas formulas = new Formulas();
    private final ShortenedNumbers shortened = new ShortenedNumbers();
    private long filled;
    private long blanks;

    /**
     * @param commaSeparates whether a comma separates cells, so that another one in a cell may separate items of a list
     * @param types shared by all columns
     */
    public ColumnProfile(boolean commaSeparates, Map<FieldSpec, CellType> types) {
        this.commaSeparates = commaSeparates;
        this.trials = new TypeTrials(types);
    }

    /** Returns the profiles of the columns of some records. */
    public static List<ColumnProfile> of(int columns, List<CsvRecord> records) {
        Map<FieldSpec, CellType> types = new HashMap<>();
        List<ColumnProfile> profiles = IntStream.range(0, columns)
                .mapToObj(column -> new ColumnProfile(false, types))
                .toList();
        records.forEach(record -> IntStream.range(0, columns)
                .forEach(column -> profiles.get(column).add(record, column, 0)));
        return profiles;
    }

    /**
     * Adds the record's cell; a missing one is blank.
     *
     * @param line of the record; 0 if it is unknown
     */
    public void add(CsvRecord record, int column, long line) {
        if (isBlank(record, column)) {
            blanks++;
            return;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        String marker = NullMarkers.of(bytes, from, to);
        if (marker != null) {
            markers.merge(marker, 1L, Long::sum);
            return;
        }
        filled++;
        shortened.add(record, column, line);
        words.add(bytes, from, to, line);
        firsts.add(bytes, from, to);
        times.add(bytes, from, to);
        formulas.add(bytes, from, to);
        if (trials.add(bytes, from, to, line)) {
            shapes.add(bytes, from, to, line);
        }
    }

    private static boolean isBlank(CsvRecord record, int column) {
        return column >= record.cellCount() || record.length(column) == 0;
    }

    /** Returns the number of cells that are not empty. */
    public long cells() {
        return filled + markers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the long numbers that lost digits. */
    public ShortenedNumbers shortened() {
        return shortened;
    }

    /** Returns the number of cells, and the types that some of them have, those of most cells first. */
    public List<String> evidence() {
        return Stream.concat(
                        Stream.of("%s, %,d blank".formatted(Counted.of(cells(), "cell"), blanks)),
                        trials.candidates().stream()
                                .limit(MOST_CANDIDATES)
                                .map(candidate -> FieldText.of(candidate.field()) + ": " + candidate.evidence()))
                .toList();
    }

    /** Returns whether all cells are of the type. */
    public boolean isPossible(FieldSpec type) {
        List<String> nulls = type.nulls();
        return trials.exact()
                .map(TypeTrial::field)
                .anyMatch(field -> type.equals(nulls == null ? field : field.withNulls(Set.copyOf(nulls))));
    }

    /** Returns whether the cells are markers of a missing value. */
    public boolean hasOnlyMarkers() {
        return filled == 0 && !markers.isEmpty();
    }

    /** Returns whether all cells are blank. */
    public boolean isBlank() {
        return filled == 0 && markers.isEmpty();
    }

    /** Returns the pattern of the times of a day that all cells are; empty for others. */
    public Optional<String> times(String name) {
        return times.pattern(name);
    }

    /** Returns whether every cell is of a type other than text. */
    public boolean isDistinctive() {
        return filled > 0 && (trials.first().isPresent() || words.asBoolean().isPresent());
    }

    /** Returns whether a cell that was not added is of the type of the others; any cell is text. */
    public boolean isLikeOthers(CsvRecord record, int column) {
        if (isBlank(record, column)) {
            return true;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        if (NullMarkers.of(bytes, from, to) != null) {
            return true;
        }
        if (filled == 0) {
            return false;
        }
        return trials.first()
                .map(type -> type.takes(bytes, from, to))
                .orElseGet(() -> words.asBoolean().isEmpty() || words.contains(bytes, from, to));
    }

    /** Returns whether a text that is not blank is of the type of the cells. */
    public boolean isLikeOthers(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length > 0
                && trials.first()
                        .filter(type -> type.takes(bytes, 0, bytes.length))
                        .isPresent();
    }

    /**
     * Returns the types of all columns of an input. A column may show what the cells of another mean.
     *
     * @param names of the columns
     * @param patterns of dates that the user gives
     */
    public static List<ColumnType> types(List<ColumnProfile> columns, List<String> names, List<String> patterns) {
        Map<Character, Set<Boolean>> orders = Stream.concat(
                        patterns.stream().map(DayMonthOrder::of),
                        columns.stream().map(ColumnProfile::provenOrder))
                .flatMap(Optional::stream)
                .collect(Collectors.groupingBy(
                        DayMonthOrder::separator, Collectors.mapping(DayMonthOrder::dayFirst, Collectors.toSet())));
        BooleanHints hints = new BooleanHints(
                names,
                columns.stream().flatMap(column -> column.words.strings()).toList());
        return IntStream.range(0, columns.size())
                .mapToObj(index -> columns.get(index).type(orders, names.get(index), hints))
                .toList();
    }

    /** Returns the order of day and month that the column's cells leave no doubt about. */
    private Optional<DayMonthOrder> provenOrder() {
        return trials.first()
                .filter(type ->
                        trials.withOtherOrder(type).filter(TypeTrial::fitsAll).isEmpty())
                .flatMap(TypeTrial::order);
    }

    /**
     * Returns the most specific type that all cells have and that keeps every cell as it is.
     *
     * @param orders whether the day comes first in other dates, by the separator
     */
    private ColumnType type(Map<Character, Set<Boolean>> orders, String name, BooleanHints hints) {
        if (filled == 0) {
            return text(isBlank() ? "every cell is blank" : "no cell has a value");
        }
        Optional<String> pair = words.ambiguousPair();
        Optional<String> reason = pair.flatMap(words -> hints.reason(name, words));
        boolean mayBeBoolean = pair.isEmpty() || reason.isPresent();
        Optional<TypeTrial> first = trials.exact()
                .filter(type -> !type.is(FieldType.BOOLEAN) || (words.areKnownBooleans() && mayBeBoolean))
                .findFirst();
        if (first.isPresent()) {
            TypeTrial type = first.get();
            return type.isNumber()
                    ? times.pattern(name).isPresent()
                            ? text("times of a day; if numbers: " + FieldText.of(type.field()))
                                    .or(type.field())
                            : perhapsSince1970(number(type), name)
                    : type.is(FieldType.DATE) ? date(type, orders) : byName(type.field(), reason);
        }
        Optional<FieldSpec> listed = words.asBoolean();
        if (listed.isPresent()) {
            return mayBeBoolean
                    ? byName(listed.get(), reason)
                    : text("perhaps " + FieldText.of(listed.get())).or(listed.get());
        }
        Optional<FieldSpec> mark = words.asMark().filter(any -> blanks > 0 && filled > 1);
        return mark.isPresent()
                ? text("one text or blank: perhaps " + FieldText.of(mark.get())).or(mark.get())
                : textOrNear();
    }

    /** Returns text, with a type that all cells have in an unusual form, or that all but very few cells have. */
    private ColumnType textOrNear() {
        if (formulas.areTexts()) {
            return of(FieldSpec.formula(), formulas.note(filled)).or(FieldSpec.of(FieldType.STRING));
        }
        Optional<NearMiss> near = nearMiss();
        boolean sure = near.filter(type -> type.isOfMany() || (type.misses() == 1 && filled > FirstCells.MOST))
                .isPresent();
        ColumnType unusual = sure ? text(null) : unusual();
        return unusual.note() == null ? near.map(unusual::nearly).orElse(unusual) : unusual;
    }

    private ColumnType byName(FieldSpec field, Optional<String> reason) {
        ColumnType type = of(field, reason.orElse(null));
        return reason.isPresent() ? type.or(FieldSpec.of(FieldType.STRING)) : type;
    }

    /** Returns text, with a type that the first cells have in an unusual form. */
    private ColumnType unusual() {
        List<FieldSpec> dates = firsts.dates();
        if (!dates.isEmpty()) {
            return text("perhaps dates: " + options(dates.stream())).or(dates);
        }
        List<FieldSpec> mixed = firsts.datesOfTwoForms();
        if (!mixed.isEmpty()) {
            return text("perhaps dates of two forms: " + options(mixed.stream()))
                    .or(mixed);
        }
        return firsts.amount()
                .map(amount -> text("perhaps amounts, whose texts %s are left out%s: %s"
                                .formatted(
                                        Objects.requireNonNull(amount.strip()).stream()
                                                .map(Printable::quoted)
                                                .collect(Collectors.joining(" and ")),
                                        firsts.areBlankAround() ? ", with --trim all" : "",
                                        FieldText.of(amount)))
                        .or(amount))
                .orElseGet(() -> text(firsts.unreadable().orElse(null)));
    }

    private static String options(Stream<FieldSpec> fields) {
        return fields.map(FieldText::of).collect(Collectors.joining(" or "));
    }

    private ColumnType perhapsSince1970(ColumnType type, String name) {
        boolean seconds = shapes.haveDigits(DIGITS_OF_SECONDS);
        if (type.note() != null
                || !(seconds || shapes.haveDigits(DIGITS_OF_MILLIS))
                || !TIME.matcher(name).find()) {
            return type;
        }
        FieldSpec date = FieldSpec.of(FieldType.DATE, seconds ? DateFormat.EPOCH_SECONDS : DateFormat.EPOCH_MILLIS);
        return type.withNote("perhaps times since 1970: " + FieldText.of(date)).or(date);
    }

    /** Returns which type all but very few cells have. Numbers are not mentioned if they look like identifiers. */
    private Optional<NearMiss> nearMiss() {
        return shapes.lost().isPresent()
                ? Optional.empty()
                : trials.near()
                        .map(type -> trials.nearMiss(type)
                                .withNulls(markers.keySet())
                                .withTyped(nearly(type)))
                        .or(words::nearlyBoolean);
    }

    /** Returns the column with a type that all but very few cells have; text if the type may be another one. */
    private ColumnType nearly(TypeTrial type) {
        return type.isNumber()
                ? number(type, Optional.empty())
                : type.is(FieldType.BOOLEAN) || type.lacksCentury()
                        ? text(null)
                        : type.is(FieldType.DATE) ? date(type, Optional.empty()) : of(type.field(), null);
    }

    private ColumnType number(TypeTrial type) {
        Optional<TypeTrial> other =
                Optional.of(type).filter(any -> shapes.separated() > 0).flatMap(trials::withOtherDecimalSign);
        if (other.filter(TypeTrial::fitsAll).isPresent()) {
            TypeTrial otherType = other.get();
            // Only a number with a fraction has an exponent.
            return shapes.haveExponents()
                    ? number(type.isGrouped() ? otherType : type, Optional.empty())
                    : text(OPEN + " %s or %s".formatted(FieldText.of(type.field()), FieldText.of(otherType.field())))
                            .or(type.field(), otherType.field());
        }
        return other.flatMap(ruledOut -> trials.fewAgainst(ruledOut, shapes.separated())
                        .map(few -> number(type, Optional.of(few)).or(ruledOut.field())))
                .orElseGet(() -> number(type, Optional.empty()));
    }

    private ColumnType number(TypeTrial type, Optional<String> few) {
        String option = FieldText.of(type.field());
        boolean plain = type.isWhole() && !type.isLocal() && type.field().strip() == null;
        if (plain && type.negative() != null && (type.negative() == Negative.TRAILING || type.negatives() == filled)) {
            return text("negative numbers? " + option).or(type.field());
        }
        if (commaSeparates && type.field().decimalComma() && type.field().strip() == null) {
            return text("fractions with a comma? " + option).or(type.field());
        }
        if (type.field().strip() == null) {
            Optional<String> lost = shapes.lost();
            if (lost.isPresent()) {
                return text("looks like %s, but stays text because of %s"
                                .formatted(type.field().type().word(), lost.get()))
                        .or(type.field());
            }
            Optional<String> identifiers = shapes.identifiers(type.decimalSign() == ',')
                    .filter(any -> type.isLocal() && shapes.areWhole(type.decimalSign()) && type.negative() == null);
            if (identifiers.isPresent()) {
                return text("stays text because of %s; if thousands: %s".formatted(identifiers.get(), option))
                        .or(type.field());
            }
        }
        if (plain && !words.areZeroAndOne()) {
            Optional<FieldSpec> days =
                    trials.withPattern(DateForms.COMPACT_DATE).map(TypeTrial::field);
            if (days.isPresent()) {
                return of(type.field(), "perhaps days: " + FieldText.of(days.get()))
                        .or(days.get());
            }
        }
        boolean fraction = type.isWhole() && shapes.cells(NumberSpelling.MINUS_ZERO) > 0;
        FieldSpec field = type.field();
        return of(
                fraction
                        ? FieldSpec.number(FieldType.DECIMAL, false, field.strip(), field.locale())
                                .withNegative(field.negative())
                        : field,
                joined(Stream.of(Optional.ofNullable(numberNote(type)), few, negativeNote(type))));
    }

    private static @Nullable String joined(Stream<Optional<String>> notes) {
        return notes.flatMap(Optional::stream)
                .reduce((one, next) -> one + "; " + next)
                .orElse(null);
    }

    private static Optional<String> negativeNote(TypeTrial type) {
        return Optional.ofNullable(type.negative())
                .map(style -> "%s %s %s read as negative"
                        .formatted(
                                Counted.of(type.negatives(), "cell"),
                                style == Negative.TRAILING ? "with a minus sign at the end" : "in parentheses",
                                type.negatives() == 1 ? "is" : "are"));
    }

    private @Nullable String numberNote(TypeTrial type) {
        List<String> strip = type.field().strip();
        if (strip != null) {
            return SHARES.contains(strip.get(0))
                    ? "the number is not divided: 12 " + strip.get(0) + " becomes 12"
                    : null;
        }
        long minusZeros = shapes.cells(NumberSpelling.MINUS_ZERO);
        if (type.isWhole() && minusZeros > 0) {
            return "whole numbers, but " + Counted.of(minusZeros, "cell", "is", "are")
                    + " -0, which only a decimal keeps";
        }
        if (type.isWhole() && type.isLocal()) {
            return "1%s234 becomes 1234; to keep it: string".formatted(type.groupSign());
        }
        if (type.isWhole()) {
            return words.areZeroAndOne() ? "only 0 and 1: perhaps a boolean" : null;
        }
        long exponents = shapes.cells(NumberSpelling.EXPONENT);
        return exponents > 0 ? Counted.of(exponents, "cell", "has", "have") + " an exponent, as in 1E3" : null;
    }

    private ColumnType date(TypeTrial type, Map<Character, Set<Boolean>> orders) {
        Optional<TypeTrial> other = trials.withOtherOrder(type);
        if (type.lacksCentury()) {
            List<FieldSpec> dates = trials.withoutCentury();
            return text("years of two digits: perhaps " + options(dates.stream()))
                    .or(dates);
        }
        if (type.order().isEmpty() || other.filter(TypeTrial::fitsAll).isEmpty()) {
            return other.filter(ruledOut ->
                            !type.order().map(DayMonthOrder::isUsual).orElse(false))
                    .flatMap(ruledOut -> trials.fewAgainst(ruledOut, filled)
                            .map(few -> date(type, Optional.of(few)).or(ruledOut.field())))
                    .orElseGet(() -> date(type, Optional.empty()));
        }
        Set<Boolean> known = orders.getOrDefault(type.order().get().separator(), Set.of());
        for (TypeTrial each : List.of(type, other.get())) {
            DayMonthOrder order = each.order().orElseThrow();
            boolean shown = known.equals(Set.of(order.dayFirst()));
            if (shown || (known.isEmpty() && order.isUsual())) {
                return date(
                                each,
                                Optional.of("no day is above 12; "
                                        + (shown
                                                ? "the order is that of other dates in the input"
                                                : "the day comes first, as usual with points")))
                        .or(each.equals(type) ? other.get().field() : type.field());
            }
        }
        return text("day or month first? %s or %s"
                        .formatted(
                                FieldText.of(type.field()),
                                FieldText.of(other.get().field())))
                .or(type.field(), other.get().field());
    }

    private ColumnType date(TypeTrial type, Optional<String> note) {
        Optional<String> local = type.pattern().contains("mm")
                ? Optional.of("local times, read as UTC: add their zone, such as zone: Europe/Paris")
                : Optional.empty();
        return of(type.field(), joined(Stream.of(note, local)));
    }

    private ColumnType text(@Nullable String note) {
        return of(FieldSpec.of(FieldType.STRING), note);
    }

    private ColumnType of(FieldSpec field, @Nullable String note) {
        return new ColumnType(field, note, shapes.mostDigits() <= DOUBLE_DIGITS, markers);
    }
}
