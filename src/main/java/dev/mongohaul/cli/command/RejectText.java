package dev.mongohaul.cli.command;

import dev.mongohaul.check.CheckResult;
import dev.mongohaul.text.Printable;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import dev.mongohaul.text.Printable;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** Rejects by reason, for a person who has to mend a file or a job. */
final class RejectText {

    private static final int MOST_GROUPS = 20;

    private RejectText() {}

    /** Empty where nothing is rejected. */
    static String of(CheckResult result) {
        List<RejectGroup> groups = result.rejects();
        if (groups.isEmpty()) {
            return "";
        }
        try (Formatter out = new Formatter(Locale.ROOT)) {
            out.format("%nRejects by reason:%n");
            groups.stream().limit(MOST_GROUPS).forEach(group -> group(out, group));
            more(out, groups.subList(Math.min(MOST_GROUPS, groups.size()), groups.size()), result.ungrouped());
            return out.toString();
        }
    }

    private static void group(Formatter out, RejectGroup group) {
        String subject = group.column() == null ? "" : Printable.excerpt(group.column()) + ": ";
        String code = group.code() == null ? "" : " (error " + group.code() + ")";
        out.format("%,9d  %s%s%s%n", group.count(), subject, group.reason(), code);
        group.samples().forEach(sample -> out.format("             %s%n", sample(sample)));
    }

    private static String sample(RejectSample sample) {
        String place = Printable.excerpt(sample.file()) + ":" + sample.line();
        return sample.value() == null ? place : place + "  \"" + sample.value() + '"';
    }

    private static void more(Formatter out, List<RejectGroup> unlisted, long ungrouped) {
        long records =
                ungrouped + unlisted.stream().mapToLong(RejectGroup::count).sum();
        if (records > 0) {
            out.format("%,9d  for %s%,d more reasons%n", records, ungrouped > 0 ? "more than " : "", unlisted.size());
        }
    }
}
