package dev.mongohaul.cli.output;

import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.text.Printable;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Rejects of an import or a check by reason, as text.
 *
 * @param groups the most frequent first
 * @param ungrouped rejects whose reasons are not listed
 */
record RejectLines(List<RejectGroup> groups, long ungrouped) {

    private static final String INDENT = " ".repeat(13);
    private static final double ALMOST_ALL = 0.9;
    private static final int FEWEST_SUSPICIOUS = 10;

    /**
     * Returns the most frequent reasons with examples; empty if there are no rejects.
     *
     * @param most reasons to show
     * @param samples of each reason to show
     * @param more how to see the other reasons; empty if that is not possible
     */
    String text(int most, int samples, String more) {
        if (groups.isEmpty()) {
            return "";
        }
        try (Formatter out = new Formatter(Locale.ROOT)) {
            out.format("Rejects by reason:%n");
            groups.stream().limit(most).forEach(group -> group(out, group, samples));
            List<RejectGroup> unlisted = groups.stream().skip(most).toList();
            long records =
                    ungrouped + unlisted.stream().mapToLong(RejectGroup::count).sum();
            if (records > 0) {
                out.format(
                        "%,9d  for %s%,d more reason%s%s%n",
                        records,
                        ungrouped > 0 ? "more than " : "",
                        unlisted.size(),
                        unlisted.size() == 1 && ungrouped == 0 ? "" : "s",
                        more.isEmpty() ? "" : ": " + more);
            }
            return out.toString();
        }
    }

    private static void group(Formatter out, RejectGroup group, int samples) {
        String subject = group.column() == null ? "" : Printable.excerpt(group.column()) + ": ";
        String code = group.code() == null ? "" : " (error " + group.code() + ")";
        out.format("%,9d  %s%s%s%n", group.count(), subject, group.reason(), code);
        group.samples().stream().limit(samples).forEach(sample -> out.format("%s%s%n", INDENT, sample(sample)));
        group.hint().ifPresent(hint -> out.format("%shint: %s%n", INDENT, hint));
    }

    private static String sample(RejectSample sample) {
        String place = Printable.excerpt(sample.file()) + ":" + sample.line();
        return sample.value() == null ? place : place + "  \"" + sample.value() + '"';
    }

    /**
     * Returns a question about the type of a column whose cells reject almost every record; else an empty text.
     *
     * @param read number of records
     */
    String suspicion(long read, List<ColumnPlace> places) {
        Map<String, Long> rejects = new LinkedHashMap<>();
        groups.forEach(
                group -> value(group).ifPresent(value -> rejects.merge(column(group), group.count(), Long::sum)));
        return rejects.entrySet().stream()
                .filter(column -> column.getValue() >= Math.max(FEWEST_SUSPICIOUS, ALMOST_ALL * read))
                .findFirst()
                .map(column -> suspicion(column.getKey(), places))
                .orElse("");
    }

    private String suspicion(String column, List<ColumnPlace> places) {
        String type = places.stream()
                .filter(place -> place.column().equals(column))
                .map(place -> " " + place.type())
                .findFirst()
                .orElse("");
        String example = groups.stream()
                .filter(group -> column(group).equals(column))
                .flatMap(group -> value(group).stream())
                .findFirst()
                .orElse("");
        return "Column %s rejects almost every record: is its type%s right? Values look like \"%s\".%n"
                .formatted(Printable.excerpt(column), type, example);
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
