package dev.mongohaul.cli.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.job.launch.UndoPreview;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Result of an undo, and of its preview, as text. */
final class UndoText {

    private UndoText() {}

    /** Returns how messages name an import: by its last run and its input. */
    static String named(ImportPlan plan, Runs runs) {
        List<String> names = plan.inputs().stream()
                .map(PlannedInput::path)
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .map(Printable::of)
                .toList();
        String more = names.size() < 2 ? "" : " and %,d more".formatted(names.size() - 1);
        return runs.named(plan.importNumber()) + (names.isEmpty() ? "" : " of " + names.get(0) + more);
    }

    /** @param named the import, as messages name it */
    static String preview(UndoPreview preview, String named) {
        ImportPlan plan = preview.plan();
        try (Formatter text = new Formatter(Locale.ROOT)) {
            text.format(
                    "%s: an undo of %s would take back in %s:%n",
                    plan.identity().job(), named, plan.identity().target());
            counts(text, preview.counts());
            if (plan.staging() != null) {
                text.format("The view would show %s again%n", plan.staging().former());
            }
            if (!preview.spared().isEmpty()) {
                text.format("Spared, because they were changed since:%n");
                preview.spared().forEach(spared -> text.format("  %s%n", Printable.of(spared)));
                long more = preview.counts().spared() - preview.spared().size();
                if (more > 0) {
                    text.format("  and %,d more%n", more);
                }
            }
            return text.toString();
        }
    }

    /** Returns a preview as JSON. */
    static String json(UndoPreview preview) {
        ImportPlan plan = preview.plan();
        return Reports.json(new PreviewJson(
                plan.importNumber(),
                plan.identity().job(),
                plan.identity().target(),
                preview.nothing().orElse(null),
                preview.counts(),
                preview.spared()));
    }

    /**
     * Preview in the shape of its JSON.
     *
     * @param reason why nothing would be taken back; null if something would be
     * @param spared first ids of spared documents, in extended JSON
     */
    private record PreviewJson(
            @JsonProperty("import") long importNumber,
            String job,
            String target,
            @Nullable String reason,
            UndoCounts undone,
            List<String> spared) {}

    /**
     * Returns the result of a run.
     *
     * @param undone plan of the import that it took back
     * @param named that import, as messages name it
     * @param exports folder of the list of spared documents
     * @param here working directory
     */
    static String of(Run run, ImportPlan undone, String named, Path exports, Path here) {
        RunReport report = RunReport.of(run);
        RunSummary summary = report.summary();
        UndoCounts counts = Objects.requireNonNull(summary.undone());
        boolean ended = !run.ending().continues();
        try (Formatter text = new Formatter(Locale.ROOT)) {
            text.format(
                    "%s: undo of %s %s (run %d)%n",
                    report.job(),
                    named,
                    run.ending() == RunStatus.COMPLETED_WITH_REJECTS
                            ? "completed with spared documents"
                            : report.status().text(),
                    run.id());
            if (report.reason() != null) {
                text.format("  %s%n", report.reason());
            }
            counts(text, counts);
            RunSummaryText.speed(text, summary.seconds(), summary.recordsPerSecond());
            if (ended && undone.staging() != null) {
                text.format(
                        "%s shows %s again%n",
                        undone.identity().target(), undone.staging().former());
            }
            if (ended && counts.spared() > 0) {
                Path file = RejectExport.heldFile(exports, report.job(), run.importNumber());
                text.format(
                        "Spared: %s lists the documents that were changed since. 'mongohaul undo %d --force' takes them back as well%n",
                        Printable.of(RunSummaryText.from(here, file).toString()), run.id());
            }
            if (ended) {
                text.format("The same content can be imported again%n");
            } else {
                text.format("Next: the same command, or 'mongohaul restart %d', continues the undo%n", run.id());
            }
            return text.toString();
        }
    }

    private static void counts(Formatter out, UndoCounts counts) {
        RunSummaryText.count(out, "restored", counts.restored());
        RunSummaryText.count(out, "removed", counts.removed());
        if (counts.unchanged() > 0) {
            RunSummaryText.count(out, "unchanged", counts.unchanged());
        }
        RunSummaryText.count(out, "spared", counts.spared());
    }
}
