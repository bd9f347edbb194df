package dev.mongohaul.reject;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reasons of an import's rejects.
 *
 * @param total of the records
 * @param groups the most frequent reasons, the most frequent first
 * @param ungrouped records whose reasons were too many to be listed
 * @param offsets in the input of the samples of all groups
 */
public record RejectReasons(
        long total,
        List<RejectGroup> groups,
        long ungrouped,
        @JsonIgnore List<Long> offsets) {

    private static final double ALMOST_ALL = 0.9;
    private static final int FEWEST_SUSPICIOUS = 10;

    /** A higher limit is proposed if at most one record in so many is rejected. */
    private static final int MOST_PASSING = 20;

    static final RejectReasons NONE = new RejectReasons(0, List.of(), 0, List.of());

    public RejectReasons {
        groups = List.copyOf(groups);
        offsets = List.copyOf(offsets);
    }

    /**
     * Returns a question about the type of a column whose cells reject almost every record; empty if there is no such column.
     *
     * @param groups the most frequent reasons
     * @param read number of records
     * @param type of a column, if it is known
     */
    public static Optional<String> question(
            List<RejectGroup> groups, long read, Function<String, Optional<String>> type) {
        Map<String, Long> rejects = new LinkedHashMap<>();
        groups.forEach(
                group -> value(group).ifPresent(value -> rejects.merge(column(group), group.count(), Long::sum)));
        return rejects.entrySet().stream()
                .filter(column -> column.getValue() >= Math.max(FEWEST_SUSPICIOUS, ALMOST_ALL * read))
                .map(Map.Entry::getKey)
                .findFirst()
                .map(column -> "Column %s rejects almost every record: is its type%s right? Values look like \"%s\"."
                        .formatted(
                                Printable.excerpt(column),
                                type.apply(column).map(known -> " " + known).orElse(""),
                                groups.stream()
                                        .filter(group -> column(group).equals(column))
                                        .flatMap(group -> value(group).stream())
                                        .findFirst()
                                        .orElse("")));
    }

    /** As {@link #remedy(long, long, boolean, boolean)}, for an import by a job file. */
    public static Optional<String> remedy(long rejected, long read, boolean hinted) {
        return remedy(rejected, read, hinted, false);
    }

    /**
     * Returns what to do about an import that rejects too many records for a higher limit; empty if that would do.
     *
     * @param hinted whether there is a {@link #question} about a column
     * @param inferred whether the import has no job file
     */
    public static Optional<String> remedy(long rejected, long read, boolean hinted, boolean inferred) {
        if (!hinted && rejected * MOST_PASSING <= read) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d of %s %s rejected. Correct %s, abandon this import, and import again. A higher limit would"
                        + " only leave these records out.",
                rejected,
                Counted.of(read, "record"),
                rejected == 1 ? "is" : "are",
                hinted
                        ? "the type of the column " + (inferred ? "with --type" : "in the job file")
                        : inferred ? "the file, or types with --type" : "the file or the job file"));
    }

    private static String column(RejectGroup group) {
        return Objects.requireNonNullElse(group.column(), "");
    }

    /** Returns the first value at fault, if the reason is the value of a named column. */
    private static Optional<String> value(RejectGroup group) {
        return group.samples().stream()
                .filter(sample -> group.column() != null)
                .flatMap(sample -> Optional.ofNullable(sample.value()).stream())
                .findFirst();
    }
}
