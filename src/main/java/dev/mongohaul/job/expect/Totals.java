package dev.mongohaul.job.expect;

import dev.mongohaul.text.Counted;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Totals of all files of an import, as their sender gave them.
 *
 * @param counted number of records in the companions of the files; null if none is expected
 * @param records number of records in the trailers; null if none is expected
 * @param sum control sum in the trailers; null if none is expected
 * @param column of the sum; empty without one
 */
record Totals(
        @Nullable Long counted,
        @Nullable Long records,
        @Nullable BigDecimal sum,
        String column) {

    Totals plus(Totals other) {
        return new Totals(
                counted == null || other.counted == null ? null : (Long) (counted + other.counted),
                records == null || other.records == null ? null : (Long) (records + other.records),
                sum == null || other.sum == null ? null : sum.add(other.sum),
                column);
    }

    /**
     * Describes how the records differ; empty if they do not.
     *
     * @param found sum of the column; null if it is not known
     */
    Optional<String> mismatch(long read, @Nullable BigDecimal found) {
        List<String> differences = new ArrayList<>();
        if (counted != null && counted != read) {
            differences.add("%s read, and source.expect.records says %,d"
                    .formatted(Counted.of(read, "record", "was", "were"), counted));
        }
        if (records != null && records != read) {
            differences.add(
                    "%s read, and the trailer says %,d".formatted(Counted.of(read, "record", "was", "were"), records));
        }
        if (sum != null && (found == null || sum.compareTo(found) != 0)) {
            differences.add(
                    found == null
                            ? "the sum of %s is not known, because the import began without source.expect.trailer.sum: abandon it and start it again"
                                    .formatted(column)
                            : "the sum of %s is %s, and the trailer says %s; a rejected record adds nothing if its %1$s cannot be read"
                                    .formatted(column, found.toPlainString(), sum.toPlainString()));
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
    }
}
