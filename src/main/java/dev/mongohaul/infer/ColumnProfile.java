package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.TypeTrials.Trial;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.text.Counted;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profile of the cells of one column: markers, spellings, and the types that all cells have. For one thread. */
final class ColumnProfile {

    /** Significant digits that every double keeps. */
    private static final int DOUBLE_DIGITS = 15;

    /** Texts after a number that make it a share of something. */
    private static final Set<String> SHARES = Set.of("%", "‰");

    private final TypeTrials trials;
    private final ColumnWords words = new ColumnWords();
    private final Map<String, Long> markers = new TreeMap<>();
    private final Map<NumberSpelling, Long> spellings = new EnumMap<>(NumberSpelling.class);
    private int fewestDigits = Integer.MAX_VALUE;
    private int mostDigits;
    private long filled;
    private long blanks;

    /**
     * @param decimalComma whether a comma can separate a fraction without any thousands
     * @param types shared by all columns
     */
    ColumnProfile(boolean decimalComma, Map<FieldSpec, CellType> types) {
        this.trials = new TypeTrials(decimalComma, types);
    }

    /**
     * Adds the record's cell; a missing one is blank.
     *
     * @param line of the record; 0 if it is unknown
     */
    void add(CsvRecord record, int column, long line) {
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
        words.add(bytes, from, to);
        if (trials.add(bytes, from, to, line)) {
            spellings.merge(NumberSpelling.of(bytes, from, to), 1L, Long::sum);
            int digits = NumberSpelling.digits(bytes, from, to);
            fewestDigits = Math.min(fewestDigits, digits);
            mostDigits = Math.max(mostDigits, digits);
        }
    }

    private static boolean isBlank(CsvRecord record, int column) {
        return column >= record.cellCount() || record.length(column) == 0;
    }

    /** Returns the number of cells that are not empty. */
    long cells() {
        return filled + markers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns whether all cells are blank. */
    boolean isBlank() {
        return filled == 0 && markers.isEmpty();
    }

    /** Returns whether every cell is of a type other than text. */
    boolean isDistinctive() {
        return filled > 0 && (trials.first().isPresent() || words.asBoolean().isPresent());
    }

    /** Returns whether a cell that was not added is of the type of the others; any cell is text. */
    boolean isLikeOthers(CsvRecord record, int column) {
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

    /** Returns the types of all columns of an input. A column may show how the numbers of another are meant. */
    static List<ColumnType> types(List<ColumnProfile> columns) {
        Set<Character> decimalSigns = columns.stream()
                .flatMap(column -> column.decimalSign().stream())
                .collect(Collectors.toSet());
        return columns.stream().map(column -> column.type(decimalSigns)).toList();
    }

    /** Returns the character before fractions if the column's numbers leave no doubt about it. */
    private Optional<Character> decimalSign() {
        return trials.first()
                .filter(type -> type.isNumber() && (type.isLocal() || !type.isWhole()))
                .filter(type -> otherReading(type).isEmpty() && lost(type).isEmpty())
                .map(Trial::decimalSign);
    }

    /**
     * Returns the most specific type that all cells have and that keeps every cell as it is.
     *
     * @param decimalSigns the characters before fractions in other columns
     */
    private ColumnType type(Set<Character> decimalSigns) {
        if (filled == 0) {
            return text(isBlank() ? "every cell is blank" : "no cell has a value");
        }
        Optional<Trial> first = trials.exact()
                .filter(type -> !type.is(FieldType.BOOLEAN) || words.areKnownBooleans())
                .findFirst();
        if (first.isPresent()) {
            Trial type = first.get();
            return type.isNumber() ? number(type, decimalSigns) : of(type.field(), dateNote(type));
        }
        Optional<FieldSpec> listed = words.asBoolean();
        if (listed.isPresent()) {
            return of(listed.get(), null);
        }
        return text(words.asMark()
                .filter(mark -> blanks > 0 && filled > 1)
                .map(mark -> "one text or blank: perhaps " + JobFileText.field(mark))
                .or(this::nearMiss)
                .orElse(null));
    }

    /** Returns which type all but very few cells have. Numbers are not mentioned if they look like identifiers. */
    private Optional<String> nearMiss() {
        boolean identifiers = NumberSpelling.LOST.stream().anyMatch(lost -> cells(lost) > 0);
        return identifiers ? Optional.empty() : trials.nearMiss();
    }

    private ColumnType number(Trial type, Set<Character> decimalSigns) {
        Optional<String> lost = lost(type);
        if (lost.isPresent()) {
            return text("looks like %s, but stays text because of %s"
                    .formatted(type.field().type().word(), lost.get()));
        }
        Optional<Trial> other = otherReading(type);
        boolean shown = decimalSigns.size() == 1;
        if (other.isPresent() && shown && decimalSigns.contains(other.get().decimalSign())) {
            return number(other.get());
        }
        if (other.isEmpty() || shown) {
            return number(type);
        }
        String question = "thousands or fractions? ";
        boolean safe = !type.isLocal() && type.field().strip() == null;
        return safe
                ? of(
                        type.field(),
                        question + "if thousands: "
                                + JobFileText.field(other.get().field()))
                : text(question
                        + Stream.of(type, other.get())
                                .map(reading -> JobFileText.field(reading.field()))
                                .collect(Collectors.joining(" or ")));
    }

    /** Returns what the numbers would be if the only separators in them had the other meaning. */
    private Optional<Trial> otherReading(Trial type) {
        if (type.isWhole()) {
            return type.isLocal() ? trials.ungroupedWithComma() : Optional.empty();
        }
        return type.isLocal()
                ? Optional.empty()
                : trials.exact()
                        .filter(other -> other.isLocal() && other.isWhole())
                        .findFirst();
    }

    /** Returns what the number would lose, and in how many cells; empty if it loses nothing. */
    private Optional<String> lost(Trial type) {
        if (type.field().strip() != null) {
            return Optional.empty();
        }
        if (type.isLocal() && type.isWhole() && fewestDigits == mostDigits) {
            return Optional.of(mostDigits + " digits in each cell, as identifiers have them");
        }
        return NumberSpelling.LOST.stream()
                .filter(lost -> cells(lost) > 0)
                .filter(lost -> lost != NumberSpelling.EXPONENT || cells(NumberSpelling.FRACTION) == 0)
                .map(lost -> lost.words + " in " + Counted.of(cells(lost), "cell"))
                .findFirst();
    }

    private ColumnType number(Trial type) {
        long minusZeros = cells(NumberSpelling.MINUS_ZERO);
        if (type.isWhole() && minusZeros > 0) {
            FieldSpec field = type.field();
            return of(
                    FieldSpec.number(FieldType.DECIMAL, false, field.strip(), field.locale()),
                    "whole numbers, but " + Counted.of(minusZeros, "cell", "is", "are")
                            + " -0, which only a decimal keeps");
        }
        return of(type.field(), numberNote(type));
    }

    private long cells(NumberSpelling spelling) {
        return spellings.getOrDefault(spelling, 0L);
    }

    private @Nullable String numberNote(Trial type) {
        List<String> strip = type.field().strip();
        if (strip != null && SHARES.contains(strip.get(0))) {
            return "the number is not divided: 12 " + strip.get(0) + " becomes 12";
        }
        if (type.isWhole() && !type.isLocal()) {
            return words.areZeroAndOne()
                    ? "only 0 and 1: perhaps a boolean"
                    : trials.withPattern(TypeTrials.COMPACT_DATE)
                            .map(date -> "perhaps days: " + JobFileText.field(date.field()))
                            .orElse(null);
        }
        long exponents = cells(NumberSpelling.EXPONENT);
        return exponents > 0 ? Counted.of(exponents, "cell", "has", "have") + " an exponent, as in 1E3" : null;
    }

    private @Nullable String dateNote(Trial type) {
        String pattern = type.pattern();
        String swapped = pattern.startsWith("d")
                ? pattern.replaceFirst("^(d+)(.)(M+)", "$3$2$1")
                : pattern.replaceFirst("^(M+)(.)(d+)", "$3$2$1");
        if (!swapped.equals(pattern) && trials.withPattern(swapped).isPresent()) {
            return "no day is above 12, so it may also be %s: make sure".formatted(swapped);
        }
        return pattern.contains("mm") ? "local times, read as UTC: add their zone, such as zone: Europe/Paris" : null;
    }

    private ColumnType text(@Nullable String note) {
        return of(FieldSpec.of(FieldType.STRING), note);
    }

    private ColumnType of(FieldSpec field, @Nullable String note) {
        return new ColumnType(field, note, mostDigits <= DOUBLE_DIGITS, markers);
    }

    /**
     * Type inferred for a column.
     *
     * @param note where the choice was close; null where it was not
     * @param fitsDouble whether a double keeps every digit, where these are numbers
     * @param markers possible markers of a missing value in the column, with the number of their cells
     */
    record ColumnType(FieldSpec field, @Nullable String note, boolean fitsDouble, Map<String, Long> markers) {

        /** Text of a column whose cells are not looked at. */
        static final ColumnType PLAIN = new ColumnType(FieldSpec.of(FieldType.STRING), null, false, Map.of());

        boolean isText() {
            return field.type() == FieldType.STRING;
        }

        /** Returns the type with further texts that are blank. */
        ColumnType withNulls(Collection<String> texts) {
            Set<String> nulls = new HashSet<>(texts);
            nulls.add("");
            return new ColumnType(field.withNulls(nulls), note, fitsDouble, markers);
        }

        /** Returns the type in a place; null is the one of the column's name. */
        ColumnType to(@Nullable FieldPath place) {
            return place == null ? this : new ColumnType(field.to(place), note, fitsDouble, markers);
        }

        /** Returns the type with a note added. */
        ColumnType withNote(String text) {
            return new ColumnType(field, note == null ? text : note + "; " + text, fitsDouble, markers);
        }
    }

    /** Markers of a missing value. */
    static final class NullMarkers {

        private static final List<String> ALL = List.of(
                "NA", "N/A", "n/a", "N.A.", "n.a.", "n. a.", "N.V.", "n.v.", "n. v.", "k.A.", "k. A.", "k.a.", "N/D",
                "n/d", "N.D.", "n.d.", "S/D", "s/d", "#N/A", "#N/D", "#NV", "#NULL!", "#DIV/0!", "#VALUE!", "#REF!",
                "#WERT!", "#BEZUG!", "NULL", "Null", "null", "(null)", "None", "\\N", "NaN", "nan", "-", "--", "---",
                "–", "—", "?", ".", "..", "...");

        /** The marker that only programs write. */
        private static final String NO_TEXT = "\\N";

        private static final byte[][] BYTES =
                ALL.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        private static final int LONGEST =
                Stream.of(BYTES).mapToInt(marker -> marker.length).max().orElse(0);
        private static final BitSet FIRST_BYTES = new BitSet();

        static {
            Stream.of(BYTES).forEach(marker -> FIRST_BYTES.set(marker[0] & 0xFF));
        }

        private NullMarkers() {}

        /** Returns the marker that the cell is; null where it is none. */
        static @Nullable String of(byte[] bytes, int from, int to) {
            if (to - from > LONGEST || !FIRST_BYTES.get(bytes[from] & 0xFF)) {
                return null;
            }
            for (int index = 0; index < BYTES.length; index++) {
                byte[] marker = BYTES[index];
                if (bytes[from] == marker[0] && Arrays.equals(marker, 0, marker.length, bytes, from, to)) {
                    return ALL.get(index);
                }
            }
            return null;
        }

        /**
         * Returns the types with their markers as blanks: all markers in a column of another type than text, and in a column
         * of text only the one of programs.
         */
        static List<ColumnType> blanked(List<ColumnType> types) {
            Set<String> elsewhere = types.stream()
                    .filter(type -> !type.isText())
                    .flatMap(type -> type.markers().keySet().stream())
                    .collect(Collectors.toSet());
            return types.stream().map(type -> blanked(type, elsewhere)).toList();
        }

        private static ColumnType blanked(ColumnType type, Set<String> elsewhere) {
            Map<String, Long> markers = new TreeMap<>(type.markers());
            if (!type.isText()) {
                return markers.isEmpty()
                        ? type
                        : type.withNulls(markers.keySet()).withNote(cells(markers, "read as blank"));
            }
            markers.keySet().retainAll(elsewhere);
            ColumnType noted = type;
            if (markers.containsKey(NO_TEXT)) {
                noted = type.withNulls(Set.of(NO_TEXT))
                        .withNote(cells(Map.of(NO_TEXT, markers.remove(NO_TEXT)), "read as blank"));
            }
            return markers.isEmpty() ? noted : noted.withNote(cells(markers, "kept as text"));
        }

        private static String cells(Map<String, Long> markers, String done) {
            return markers.entrySet().stream()
                    .map(marker -> marker.getKey() + " in " + Counted.of(marker.getValue(), "cell"))
                    .collect(Collectors.joining(", ", "", (markers.size() == 1 ? " is " : " are ") + done));
        }
    }

    /**
     * Spelling of a number. Identifiers can look like numbers, and a number would lose their spelling: a column with one of
     * {@link #LOST} stays text.
     */
    enum NumberSpelling {
        /** A whole number. */
        PLAIN(""),
        /** With a fraction, or an exponent that only numbers have: {@code 1.5E9}, {@code 1e+05}. */
        FRACTION(""),
        /** {@code -0}, which only numbers with a fraction can be. */
        MINUS_ZERO("minus zeros"),
        /** As in {@code 007}. */
        LEADING_ZERO("leading zeros"),
        /** As in {@code +1555}. */
        PLUS("plus signs"),
        /** As in {@code 0E9}; beside fractions it is a number. */
        EXPONENT("what looks like an exponent"),
        /** A whole number of more than 18 digits. */
        DIGITS("more than 18 digits");

        static final Set<NumberSpelling> LOST = EnumSet.of(LEADING_ZERO, PLUS, EXPONENT, DIGITS);

        private static final int MOST_DIGITS = 18;

        private final String words;

        NumberSpelling(String words) {
            this.words = words;
        }

        /** Returns the spelling of a number with a dot or a comma before the fraction. */
        static NumberSpelling of(byte[] bytes, int from, int to) {
            if (bytes[from] == '+') {
                return PLUS;
            }
            int start = bytes[from] == '-' ? from + 1 : from;
            if (to - start > 1 && bytes[start] == '0' && isDigit(bytes[start + 1])) {
                return LEADING_ZERO;
            }
            int at = start;
            while (at < to && isDigit(bytes[at])) {
                at++;
            }
            if (at < to) {
                boolean exponent = bytes[at] == 'e' || bytes[at] == 'E';
                return exponent && at + 1 < to && isDigit(bytes[at + 1]) ? EXPONENT : FRACTION;
            }
            boolean minusZero = start > from && to - start == 1 && bytes[start] == '0';
            return minusZero ? MINUS_ZERO : to - start > MOST_DIGITS ? DIGITS : PLAIN;
        }

        /** Returns the digits of a number without leading zeros and exponent. */
        static int digits(byte[] bytes, int from, int to) {
            int digits = 0;
            for (int at = from; at < to && bytes[at] != 'e' && bytes[at] != 'E'; at++) {
                digits += isDigit(bytes[at]) && (digits > 0 || bytes[at] != '0') ? 1 : 0;
            }
            return digits;
        }

        static boolean isDigit(byte octet) {
            return octet >= '0' && octet <= '9';
        }
    }
}
