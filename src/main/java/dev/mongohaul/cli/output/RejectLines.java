package dev.mongohaul.cli.output;

import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.text.Printable;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Rejects of an import or a check by reason, as text.
 *
 * @param groups the most frequent first
 * @param ungrouped rejects whose reasons are not listed
 */
record RejectLines(List<RejectGroup> groups, long ungrouped) {

    private static final String INDENT = " ".repeat(13);

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
        return RejectReasons.question(
                        groups,
                        read,
                        column -> places.stream()
                                .filter(place -> place.column().equals(column))
                                .map(place -> place.rules().isEmpty()
                                        ? place.type()
                                        : place.type() + " with " + String.join(", ", place.rules()))
                                .findFirst())
                .map(question -> question + System.lineSeparator())
                .orElse("");
    }
}
