package dev.mongohaul.prove;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Result of a comparison.
 *
 * @param counts of records, and of documents that no record has; a judgement without any is missing
 * @param explained number of differences that a later import explains, by its number
 * @param fields number of changed documents by the path of a field that differs, the most frequent first
 * @param samples the first differences of each kind
 * @param notes sentences about what could not be compared
 * @param whole whether the whole input was compared
 * @param digest of the documents that were read; null if it was not asked for, or is not known
 */
public record ComparisonResult(
        Map<Judgement, Long> counts,
        Map<Long, Long> explained,
        Map<String, Long> fields,
        Map<Judgement, List<Difference>> samples,
        List<String> notes,
        boolean whole,
        @Nullable DocumentsDigest digest) {

    public ComparisonResult {
        counts = Collections.unmodifiableMap(copy(counts));
        explained = Collections.unmodifiableMap(new TreeMap<>(explained));
        Map<String, Long> sorted = new LinkedHashMap<>();
        fields.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(field -> sorted.put(field.getKey(), field.getValue()));
        fields = Collections.unmodifiableMap(sorted);
        samples = Collections.unmodifiableMap(copy(samples));
        notes = List.copyOf(notes);
    }

    /** An enum map cannot be copied from an empty map of another kind. */
    private static <V> Map<Judgement, V> copy(Map<Judgement, V> map) {
        Map<Judgement, V> copy = new EnumMap<>(Judgement.class);
        copy.putAll(map);
        return copy;
    }

    public long count(Judgement judgement) {
        return counts.getOrDefault(judgement, 0L);
    }

    /** Returns the same result with records that have no document, and should have one. */
    ComparisonResult withMissing(long number) {
        Map<Judgement, Long> changed = copy(counts);
        changed.merge(Judgement.NEW, number, Long::sum);
        changed.merge(Judgement.UNMATCHED, -number, Long::sum);
        return new ComparisonResult(changed, explained, fields, samples, notes, whole, digest);
    }

    /** Returns the same result with further notes. */
    ComparisonResult with(List<String> more) {
        List<String> all = new ArrayList<>(more);
        all.addAll(notes);
        return new ComparisonResult(counts, explained, fields, samples, all, whole, digest);
    }

    /** Returns the number of documents that differ, without those that a later import explains. */
    public long differences() {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().isDifference())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
