package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.KeySearch.KeyColumn.ValueHash;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.mapping.type.ValueSink;
import dev.mongohaul.mapping.type.ValueSink.FieldName;
import dev.mongohaul.text.Counted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
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

    private static final Set<Set<String>> BOOLEANS = Set.of(
            Set.of("true", "false"),
            Set.of("true"),
            Set.of("false"),
            Set.of("yes", "no"),
            Set.of("y", "n"),
            Set.of("t", "f"));
    private static final int MOST_WORDS = 2;
    private static final int LONGEST_WORD = 5;

    private final List<Candidate> candidates;
    private final Map<String, Long> markers = new TreeMap<>();
    private final Map<NumberSpelling, Long> spellings = new EnumMap<>(NumberSpelling.class);

    /** The first short cells in lower case: as many as can be the words of booleans, and one more. */
    private final Set<String> words = new HashSet<>();

    private boolean commaBeforeThreeDigits = true;
    private boolean fitsDouble = true;
    private long filled;

    /** @param decimalComma whether a comma can separate a fraction */
    ColumnProfile(boolean decimalComma) {
        this.candidates = Candidate.all(decimalComma);
    }

    /** Adds the record's cell; a missing one is blank. */
    void add(CsvRecord record, int column) {
        if (isBlank(record, column)) {
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
        if (words.size() <= MOST_WORDS && to - from <= LONGEST_WORD) {
            words.add(new String(bytes, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
        }
        for (int index = candidates.size() - 1; index >= 0; index--) {
            if (!candidates.get(index).takes(bytes, from, to)) {
                candidates.remove(index);
            }
        }
        if (isNumeric()) {
            spellings.merge(NumberSpelling.of(bytes, from, to), 1L, Long::sum);
            fitsDouble = fitsDouble && NumberSpelling.digits(bytes, from, to) <= DOUBLE_DIGITS;
            commaBeforeThreeDigits = commaBeforeThreeDigits && to - from > 4 && bytes[to - 4] == ',';
        }
    }

    private static boolean isBlank(CsvRecord record, int column) {
        return column >= record.cellCount() || record.length(column) == 0;
    }

    /** Returns whether a number is the most specific type. */
    private boolean isNumeric() {
        return !candidates.isEmpty() && candidates.get(0).isNumber();
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
        return filled > 0 && !candidates.isEmpty();
    }

    /** Returns whether a cell that was not added is of the type of the others; any cell is text. */
    boolean isLikeOthers(CsvRecord record, int column) {
        if (isBlank(record, column)) {
            return true;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        return NullMarkers.of(bytes, from, to) != null
                || (filled > 0 && (candidates.isEmpty() || candidates.get(0).takes(bytes, from, to)));
    }

    /** Returns the most specific type that all cells have and that keeps every cell as it is. */
    ColumnType type() {
        if (filled == 0) {
            return text(isBlank() ? "always blank" : "never a value");
        }
        for (Candidate candidate : candidates) {
            if (candidate.isNumber()) {
                return number(candidate);
            }
            if (!candidate.is(FieldType.BOOLEAN) || BOOLEANS.contains(words)) {
                return of(candidate.field(), dateNote(candidate));
            }
        }
        return text(null);
    }

    private ColumnType number(Candidate candidate) {
        for (NumberSpelling lost : NumberSpelling.LOST) {
            long cells = cells(lost);
            if (cells > 0 && !(lost == NumberSpelling.EXPONENT && cells(NumberSpelling.FRACTION) > 0)) {
                return text("looks like %s, kept as text because of %s in %s"
                        .formatted(candidate.field().type().word(), lost.words, Counted.of(cells, "cell")));
            }
        }
        long minusZeros = cells(NumberSpelling.MINUS_ZERO);
        if (candidate.isWhole() && minusZeros > 0) {
            return of(FieldSpec.of(FieldType.DECIMAL), "whole numbers, but -0 in " + Counted.of(minusZeros, "cell"));
        }
        return of(candidate.field(), numberNote(candidate));
    }

    private long cells(NumberSpelling spelling) {
        return spellings.getOrDefault(spelling, 0L);
    }

    private @Nullable String numberNote(Candidate candidate) {
        if (candidate.isWhole()) {
            return words.equals(Set.of("0", "1"))
                    ? "only 0 and 1: boolean?"
                    : withPattern(Candidate.COMPACT_DATE)
                            .map(date -> "days? {type: date, pattern: yyyyMMdd}")
                            .orElse(null);
        }
        if (candidate.field().decimalComma() && commaBeforeThreeDigits) {
            return "or does the comma separate thousands?";
        }
        long exponents = cells(NumberSpelling.EXPONENT);
        return exponents > 0 ? "an exponent, as in 1E3, in " + Counted.of(exponents, "cell") : null;
    }

    private @Nullable String dateNote(Candidate candidate) {
        String pattern = candidate.pattern();
        String swapped = pattern.startsWith("d")
                ? pattern.replaceFirst("^(d+)(.)(M+)", "$3$2$1")
                : pattern.replaceFirst("^(M+)(.)(d+)", "$3$2$1");
        if (!swapped.equals(pattern) && withPattern(swapped).isPresent()) {
            return "no day above 12, so it may be %s as well: make sure".formatted(swapped);
        }
        return pattern.contains("mm") ? "local times, taken for UTC: add the zone they are of" : null;
    }

    private Optional<Candidate> withPattern(String pattern) {
        return candidates.stream()
                .filter(candidate -> candidate.pattern().equals(pattern))
                .findFirst();
    }

    private ColumnType text(@Nullable String note) {
        return of(FieldSpec.of(FieldType.STRING), note);
    }

    private ColumnType of(FieldSpec field, @Nullable String note) {
        return new ColumnType(field, note, fitsDouble, markers);
    }

    /**
     * Type that a column may have. For one thread.
     *
     * @param nowhere receives the values and drops them
     */
    record Candidate(FieldSpec field, CellType type, ValueSink nowhere) {

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

        private static final List<FieldSpec> TABLE = Stream.of(
                        Stream.of(
                                FieldSpec.of(FieldType.INT32),
                                FieldSpec.of(FieldType.INT64),
                                FieldSpec.of(FieldType.DECIMAL),
                                FieldSpec.number(FieldType.DECIMAL, true, null, null),
                                FieldSpec.of(FieldType.BOOLEAN),
                                FieldSpec.of(FieldType.INSTANT)),
                        Stream.of(DATES.split(" \\| |\n", -1)).map(pattern -> FieldSpec.of(FieldType.DATE, pattern)),
                        Stream.of(FieldType.OBJECTID, FieldType.UUID, FieldType.JSON)
                                .map(FieldSpec::of))
                .flatMap(fields -> fields)
                .toList();

        private static final FieldName ANY_NAME = new FieldName("cell");

        /** Returns all candidates for one thread in a new list, the most specific first. A column of none of them is text. */
        static List<Candidate> all(boolean decimalComma) {
            ValueHash nowhere = new ValueHash();
            return TABLE.stream()
                    .filter(field -> decimalComma || !field.decimalComma())
                    .map(field -> new Candidate(field, CellType.of(field), nowhere))
                    .collect(Collectors.toCollection(ArrayList::new));
        }

        /** Returns whether the cell, which is not empty, is of the type. */
        boolean takes(byte[] bytes, int from, int to) {
            // A number or a quoted text is JSON as well, but is not meant as such.
            boolean plausible = field.type() != FieldType.JSON || bytes[from] == '{' || bytes[from] == '[';
            return plausible && type.put(bytes, from, to, ANY_NAME, nowhere);
        }

        boolean isWhole() {
            return field.type() == FieldType.INT32 || field.type() == FieldType.INT64;
        }

        boolean isNumber() {
            return isWhole() || field.type() == FieldType.DECIMAL;
        }

        boolean is(FieldType wanted) {
            return field.type() == wanted;
        }

        /** Returns the pattern of a date; empty for another type. */
        String pattern() {
            return is(FieldType.DATE) ? field.dateOrIso().pattern() : "";
        }
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
                "NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "\\N", "NaN", "nan", "-", "--", "?");

        /** The marker that only programs write. */
        private static final String NO_TEXT = "\\N";

        private static final byte[][] BYTES = ALL.stream()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        private static final int LONGEST = 4;

        private NullMarkers() {}

        /** Returns the marker that the cell is; null where it is none. */
        static @Nullable String of(byte[] bytes, int from, int to) {
            if (to - from > LONGEST) {
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
                        : type.withNulls(markers.keySet()).withNote(cells(markers) + " taken for blank");
            }
            markers.keySet().retainAll(elsewhere);
            ColumnType noted = type;
            if (markers.containsKey(NO_TEXT)) {
                noted = type.withNulls(Set.of(NO_TEXT))
                        .withNote(cells(Map.of(NO_TEXT, markers.remove(NO_TEXT))) + " taken for blank");
            }
            return markers.isEmpty() ? noted : noted.withNote(cells(markers) + " kept as text");
        }

        private static String cells(Map<String, Long> markers) {
            return markers.entrySet().stream()
                    .map(marker -> marker.getKey() + " in " + Counted.of(marker.getValue(), "cell"))
                    .collect(Collectors.joining(", "));
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
