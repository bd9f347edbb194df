package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was found in the cells of one column, and the types that all of them have. For one thread. */
public final class ColumnProfile {

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

    /** Looks at the record's cell; one that is missing is blank. */
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

    /** Numbers go before all else. */
    private boolean isNumeric() {
        return !candidates.isEmpty() && candidates.get(0).isNumber();
    }

    /** Whether no cell holds anything. */
    public boolean isBlank() {
        return filled == 0 && markerCounts().isEmpty();
    }

    /** Whether the column holds anything that is told from text, in that every cell of it is. */
    public boolean isDistinctive() {
        return filled > 0 && !candidates.isEmpty();
    }

    /** Whether a cell that was not looked at is like the others; any is like text. */
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

    /** The most specific type that all cells have and none loses anything by. */
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
}
