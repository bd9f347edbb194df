package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.infer.CandidateTypes.Candidate;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import dev.mongohaul.text.Counted;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Profile of the cells of one column: markers, spellings, and the types that all cells have. For one thread. */
final class ColumnProfile {

    /** Significant digits that every double keeps. */
    private static final int DOUBLE_DIGITS = 15;

    private final List<Candidate> candidates;
    private final long[] markers = new long[NullMarkers.ALL.size()];
    private final Map<NumberSpelling, Long> spellings = new EnumMap<>(NumberSpelling.class);
    private final BooleanWords words = new BooleanWords();
    private boolean commaBeforeThreeDigits = true;
    private boolean fitsDouble = true;
    private long filled;

    /** @param decimalComma whether a comma can separate a fraction */
    public ColumnProfile(boolean decimalComma) {
        this.candidates = CandidateTypes.create(decimalComma);
    }

    /** Adds the record's cell; a missing one is blank. */
    public void add(CsvRecord record, int column) {
        if (isBlank(record, column)) {
            return;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        int marker = NullMarkers.indexOf(bytes, from, to);
        if (marker != NullMarkers.NONE) {
            markers[marker]++;
            return;
        }
        filled++;
        words.add(bytes, from, to);
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

    /** Returns whether all cells are blank. */
    public boolean isBlank() {
        return filled == 0 && markerCounts().isEmpty();
    }

    /** Returns whether every cell is of a type other than text. */
    public boolean isDistinctive() {
        return filled > 0 && !candidates.isEmpty();
    }

    /** Returns whether a cell that was not added is of the type of the others; any cell is text. */
    public boolean isLikeOthers(CsvRecord record, int column) {
        if (isBlank(record, column)) {
            return true;
        }
        byte[] bytes = record.array(column);
        int from = record.start(column);
        int to = from + record.length(column);
        return NullMarkers.indexOf(bytes, from, to) != NullMarkers.NONE
                || (filled > 0 && (candidates.isEmpty() || candidates.get(0).takes(bytes, from, to)));
    }

    /** Returns the most specific type that all cells have and that keeps every cell as it is. */
    public ColumnType type() {
        if (filled == 0) {
            return text(isBlank() ? "always blank" : "never a value");
        }
        for (Candidate candidate : candidates) {
            if (candidate.isNumber()) {
                return number(candidate);
            }
            if (!candidate.is(FieldType.BOOLEAN) || words.areBoolean()) {
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
                        .formatted(candidate.field().type().word(), lost.words(), Counted.of(cells, "cell")));
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
            return words.areZeroAndOne()
                    ? "only 0 and 1: boolean?"
                    : withPattern(CandidateTypes.COMPACT_DATE)
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
        return new ColumnType(field, note, fitsDouble, markerCounts());
    }

    private Map<String, Long> markerCounts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int index = 0; index < markers.length; index++) {
            if (markers[index] > 0) {
                counts.put(NullMarkers.ALL.get(index), markers[index]);
            }
        }
        return counts;
    }

    /**
     * Type inferred for a column.
     *
     * @param note where the choice was close; null where it was not
     * @param fitsDouble whether a double keeps every digit, where these are numbers
     * @param markers possible markers of a missing value in the column, with the number of their cells
     */
    public record ColumnType(FieldSpec field, @Nullable String note, boolean fitsDouble, Map<String, Long> markers) {

        public ColumnType {
            markers = Map.copyOf(markers);
        }

        public boolean isText() {
            return field.type() == FieldType.STRING;
        }

        /** Returns the type with further texts that are blank. */
        ColumnType withNulls(Collection<String> texts) {
            Set<String> nulls = new HashSet<>(texts);
            nulls.add("");
            return new ColumnType(field.withNulls(nulls), note, fitsDouble, markers);
        }

        /** Returns the type with a note added. */
        public ColumnType withNote(String text) {
            return new ColumnType(field, note == null ? text : note + "; " + text, fitsDouble, markers);
        }
    }

    /** Markers of a missing value. */
    public static final class NullMarkers {

        static final List<String> ALL = List.of(
                "NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "\\N", "NaN", "nan", "-", "--", "?");

        static final int NONE = -1;

        /** The marker that only programs write. */
        private static final String NO_TEXT = "\\N";

        private static final byte[][] BYTES = ALL.stream()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
        private static final int LONGEST = 4;

        private NullMarkers() {}

        /** Returns the index in {@link #ALL} of the cell, or {@link #NONE}. */
        static int indexOf(byte[] bytes, int from, int to) {
            if (to - from > LONGEST) {
                return NONE;
            }
            for (int index = 0; index < BYTES.length; index++) {
                byte[] marker = BYTES[index];
                if (bytes[from] == marker[0] && Arrays.equals(marker, 0, marker.length, bytes, from, to)) {
                    return index;
                }
            }
            return NONE;
        }

        /**
         * Returns the types with their markers as blanks: all markers in a column of another type than text, and in a column
         * of text only the one of programs.
         */
        public static List<ColumnType> blanked(List<ColumnType> types) {
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

        String words() {
            return words;
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
            return whole(bytes, from, start, to);
        }

        /** Returns the digits of a number without leading zeros and exponent. */
        static int digits(byte[] bytes, int from, int to) {
            int digits = 0;
            for (int at = from; at < to && bytes[at] != 'e' && bytes[at] != 'E'; at++) {
                digits += isDigit(bytes[at]) && (digits > 0 || bytes[at] != '0') ? 1 : 0;
            }
            return digits;
        }

        private static NumberSpelling whole(byte[] bytes, int from, int start, int to) {
            boolean minusZero = start > from && to - start == 1 && bytes[start] == '0';
            return minusZero ? MINUS_ZERO : to - start > MOST_DIGITS ? DIGITS : PLAIN;
        }

        private static boolean isDigit(byte octet) {
            return octet >= '0' && octet <= '9';
        }
    }

    /** Words of a column, as far as they can be those of booleans. */
    static final class BooleanWords {

        private static final int LONGEST = 5;
        private static final int MOST = 2;
        private static final Set<Set<String>> PAIRS =
                Set.of(Set.of("true", "false"), Set.of("yes", "no"), Set.of("y", "n"), Set.of("t", "f"));

        private final Set<String> words = new TreeSet<>();

        void add(byte[] bytes, int from, int to) {
            if (words.size() <= MOST && to - from <= LONGEST) {
                words.add(new String(bytes, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
            }
        }

        /** Returns whether the words are a pair, or true or false alone. */
        boolean areBoolean() {
            return PAIRS.contains(words) || words.equals(Set.of("true")) || words.equals(Set.of("false"));
        }

        boolean areZeroAndOne() {
            return words.equals(Set.of("0", "1"));
        }
    }
}
