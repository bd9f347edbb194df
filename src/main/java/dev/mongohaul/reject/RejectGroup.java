package dev.mongohaul.reject;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rejects with one reason.
 *
 * @param reason without the cell's value, and with an ellipsis for each figure that differs
 * @param column the name of the column at fault; null where it is the record as a whole, or a cell after the last name
 * @param code the one that a server gives, or would give; null where it was not asked
 * @param count of the records
 * @param samples the first of them
 */
public record RejectGroup(
        String reason, @Nullable String column, @Nullable Integer code, long count, List<RejectSample> samples) {

    /** Returns the field with which the job would accept the values of the samples; empty if none is known. */
    public Optional<String> hint() {
        return samples.stream()
                .sorted(Comparator.comparing(sample -> !NumberHint.hasBothSeparators(sample.value())))
                .flatMap(sample -> NumberHint.of(reason, sample.value()).stream())
                .findFirst();
    }
}
