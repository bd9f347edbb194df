package dev.mongohaul.cli.output;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.run.Failures;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.run.RejectLimitExceededException;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.reject.export.RejectExportException;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.InferredMapping;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.repository.target.KeptImages;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.send.WriteOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Result of an import as text, with the next step for the user. */
public record RunSummaryText(ImportJob job, String server, RejectStore store, Runs runs, Path workingDirectory) {

    private static final int MOST_REASONS = 3;

    /** One path that a shell takes as it is. */
    private static final Pattern PLAIN = Pattern.compile("[\\w./-]+");

    /** Setting that a shell takes as it is. */
    private static final Pattern SETTING = Pattern.compile("[\\w.-]+=[\\w./%-]+");

    /** Settings that corrected rejects of a command do not have. */
    private static final Pattern OF_WHOLE_INPUT =
            Pattern.compile("^(?:source[.])?(?:files|expect[.].*|after[.].*)=|^(?:write[.])?max-loss=|^unfinished=");

    private static final String MAKE_WAY = "Next: 'mongohaul abandon %d' makes way for another import of this job";

    /** Returns the message for a launch that had nothing to do, with the next step if the input stays where it is. */
    public String nothingToDo(String message) {
        boolean stays = job.file().source().fileRules().after().keepsAll();
        return message + (stays ? " 'import' with --again loads it once more." : "") + System.lineSeparator();
    }

    /**
     * Returns the next step after a run whose import is unfinished; empty if it depends on the job and the input, as after another
     * limit than that of rejects.
     *
     * @param readOnce whether it has read standard input
     */
    public static Optional<String> next(Run run, boolean readOnce) {
        ImportPlan plan = run.plan();
        if (plan == null || plan.state() != ImportState.UNFINISHED) {
            return Optional.empty();
        }
        if (readOnce) {
            return Optional.of(MAKE_WAY.formatted(run.id()));
        }
        if (run.status() == RunStatus.REJECT_LIMIT_EXCEEDED) {
            Counts counts = RunReport.of(run).summary().counts();
            return Optional.of(RejectReasons.remedy(
                            counts.rejected(),
                            counts.read(),
                            false,
                            plan.request().inferred() != null)
                    .map(remedy ->
                            "%s%nNext: 'mongohaul abandon %d' makes way for the next one".formatted(remedy, run.id()))
                    .orElseGet(() -> "Next: 'mongohaul restart %d rejects.limit=%s' continues the import"
                            .formatted(run.id(), run.higherLimit())));
        }
        return run.status().exceededLimit()
                ? Optional.empty()
                : Optional.of("Next: 'mongohaul restart %d' continues the %s"
                        .formatted(run.id(), plan.identity().isUndo() ? "undo" : "import"));
    }

    public String of(Run run) {
        RunReport report = RunReport.of(run);
        try (Formatter out = new Formatter(Locale.ROOT)) {
            out.format("%s: %s (run %d)%n", job.name(), report.status().text(), run.id());
            if (report.reason() != null) {
                out.format("  %s%n", LimitExceededException.withoutNext(report.reason()));
            }
            counts(out, report.summary().counts());
            if (!report.summary().runCounts().equals(report.summary().counts())) {
                out.format("In this run, %s%n", Words.counts(report.summary().runCounts()));
            }
            speed(out, report.summary().seconds(), report.summary().recordsPerSecond());
            Words.overload(report.summary().times().overloaded())
                    .ifPresent(text -> out.format("In this run, %s%n", text));
            deletions(out, run.plan());
            undo(out, run);
            if (run.plan() != null) {
                out.format("%s into %s, %s%n", report.operation(), report.target(), server);
            }
            run.results().forEach(result -> result(out, result, run));
            Optional.ofNullable(run.plan()).ifPresent(plan -> staging(out, plan));
            reasons(out, report);
            rejects(out, report, run);
            drift(out, report);
            next(out, run);
            return out.toString();
        }
    }

    /** Returns the reasons of rejects, the files with them, and the next step, with an indent; empty if nothing is to do. */
    public String advice(Run run) {
        RunReport report = RunReport.of(run);
        try (Formatter out = new Formatter(Locale.ROOT)) {
            reasons(out, report);
            rejects(out, report, run);
            next(out, run);
            return out.toString().indent(2);
        }
    }

    /** Prints the result of a phase after the load, and how to see its details. */
    private static void result(Formatter out, PhaseResult result, Run run) {
        out.format(
                "%s %s%s%n",
                StringUtils.capitalize(result.participle()),
                Printable.of(result.text()),
                result.isDoubtful() ? "; 'mongohaul %s %d' shows more".formatted(result.command(), run.id()) : "");
    }

    /** Prints the collection that has the documents, if it is not the target, and the one that can be shown again. */
    private static void staging(Formatter out, ImportPlan plan) {
        plan.stagedIn().ifPresent(collection -> {
            String former = Objects.requireNonNull(plan.staging()).former();
            out.format(
                    "The documents are in %s%s%n",
                    collection, former == null ? "" : "; the view showed " + former + " before");
        });
    }

    private static void counts(Formatter out, Counts counts) {
        count(out, "read", counts.read());
        count(out, "written", counts.written());
        if (counts.unchanged() > 0) {
            count(out, "unchanged", counts.unchanged());
        }
        count(out, "already there", counts.alreadyThere());
        count(out, "rejected", counts.rejected());
        if (counts.unmatched() > 0) {
            count(out, "without match", counts.unmatched());
        }
        filtered(out, counts);
        cells(out, counts.cells());
    }

    /** Prints the empty rows and the records that the job's processor filtered, if any. */
    static void filtered(Formatter out, Counts counts) {
        if (counts.filtered() > 0) {
            count(out, "filtered", counts.filtered());
        }
    }

    /** Prints what became of the documents that the input of a snapshot lacks. */
    private void deletions(Formatter out, @Nullable ImportPlan plan) {
        if (plan == null) {
            return;
        }
        Deletions deletions = plan.deletions();
        if (deletions == null) {
            return;
        }
        out.format("Not in the input, of %s in scope:%n", Counted.of(deletions.scope(), "document"));
        if (deletions.deleted() > 0 || deletions.marked() + deletions.held() == 0) {
            count(out, "deleted", deletions.deleted());
        }
        if (deletions.marked() > 0) {
            count(out, "marked", deletions.marked());
        }
        if (deletions.changed() > 0) {
            count(out, "changed since", deletions.changed());
        }
        if (deletions.held() > 0) {
            count(out, "held", deletions.held());
            Path file = RejectExport.heldFile(
                    fromHere(job.file().rejects().directory()).normalize(), job.name(), plan.importNumber());
            out.format(
                    "Held: none was deleted%s. %s lists their ids%n",
                    plan.state() == ImportState.COMPLETED
                            ? ", because the id of a rejected record cannot be read and may be one of theirs: import the whole input again"
                                    + " with this record corrected, which deletes them"
                            : "",
                    Printable.of(file.toString()));
        }
    }

    /** Prints until when the import can be undone, if it keeps something for that; or how a later import of a file can be. */
    private void undo(Formatter out, Run run) {
        ImportPlan plan = run.plan();
        if (plan == null || plan.state() == ImportState.UNFINISHED) {
            return;
        }
        KeptImages kept = plan.kept();
        if (kept == null) {
            boolean possible = plan.identity().operation().equals(ImportIdentity.SWAP)
                    || (plan.identity().onlyAdds() && plan.idPrefix() != null);
            InferredMapping mapping = job.request().inferred();
            // One that finds documents by other fields and adds some is refused with undo.
            boolean keeps = job.write().match().isEmpty()
                    || job.write().operations().stream().allMatch(WriteOperation::needsMatch);
            if (mapping != null && mapping.boundBy() != null && !possible && keeps) {
                out.format("Undo: impossible, since nothing was kept; an import with --undo=7d can be undone%n");
            }
            return;
        }
        if (kept.dropped() != null) {
            out.format(
                    "Undo: impossible, more than mongohaul.import.max-undo-size (%,d bytes) would be kept%n",
                    kept.maxBytes());
        } else {
            out.format(
                    "Undo: 'mongohaul undo %d' takes this import back, until %s%n", run.id(), Words.time(kept.until()));
        }
    }

    /** Prints the cells that {@code ragged: lenient} dropped or padded, if any. */
    static void cells(Formatter out, CellCounts cells) {
        if (cells.dropped() > 0) {
            count(out, "cells dropped", cells.dropped());
        }
        if (cells.padded() > 0) {
            count(out, "cells padded", cells.padded());
        }
    }

    public static void speed(Formatter out, double seconds, long recordsPerSecond) {
        out.format("  %-13s %,13.1f%n", "seconds", seconds);
        count(out, "records/s", recordsPerSecond);
    }

    public static void count(Formatter out, String what, long number) {
        out.format("  %-13s %,13d%n", what, number);
    }

    private void reasons(Formatter out, RunReport report) {
        if (report.summary().counts().rejected() > 0) {
            RejectReasons reasons = store.reasons(report.importNumber(), report.run());
            RejectLines lines = new RejectLines(reasons.groups(), reasons.ungrouped());
            String more = "'mongohaul report " + report.run() + "'";
            out.format(
                    "%s%s%s",
                    lines.text(MOST_REASONS, 1, more),
                    new RepeatedId(job).advice(reasons.groups()),
                    lines.suspicion(
                            report.summary().counts().read(), job.mapping().places()));
        }
    }

    private void rejects(Formatter out, RunReport report, Run run) {
        if (RejectExportException.isIn(run.reason())) {
            out.format(
                    "Rejects: no file was written; 'mongohaul rejects %d' writes the records to standard output%n",
                    run.id());
        } else if (report.summary().counts().rejected() > 0) {
            List<String> charsets = job.plannedInputs().stream()
                    .map(PlannedInput::charset)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            List<List<Path>> exports = RejectExport.files(
                    job.file().rejects().directory().normalize(), job.name(), report.importNumber(), charsets);
            List<Path> files = exports.get(exports.size() - 1);
            String records = files.subList(0, files.size() - 1).stream()
                    .filter(file -> charsets.isEmpty() || Files.exists(file))
                    .map(this::printed)
                    .collect(Collectors.joining(", "));
            out.format(
                    "Rejects: %s to fix and import, %s with the reasons%n",
                    records, printed(files.get(files.size() - 1)));
            if (exports.size() > 1) {
                out.format(
                        "%s was changed since it was exported, and is left as it is: remove from %s what is imported from it already%n",
                        printed(exports.get(0).get(0)), records);
            }
            bound(out, run);
            if (run.ending() == RunStatus.COMPLETED_WITH_REJECTS) {
                correctedRejects(out, run, PLAIN.matcher(records).matches() ? records : "FILE");
            } else if (lacksOnlyRejects(run)) {
                out.format(
                        "Either correct %1$s where it is, and give 'mongohaul import %1$s --like %2$d', then 'mongohaul restart %2$d rejects.limit=%3$d', which completes this import; or follow these steps:%n",
                        printed(files.get(0)),
                        run.id(),
                        Objects.requireNonNull(run.plan()).counts().rejected());
            }
        }
    }

    /** Returns whether all other records are written, so that the corrected ones complete an import without a job file. */
    private boolean lacksOnlyRejects(Run run) {
        return run.ending() == RunStatus.REJECT_LIMIT_EXCEEDED
                && job.request().inferred() != null
                && !job.file().removesOthers()
                && !job.inputs().isReadOnce()
                && !rejectsAll(run)
                && run.reason().contains(RejectLimitExceededException.WHOLE);
    }

    private static boolean rejectsAll(Run run) {
        Counts counts = Objects.requireNonNull(run.plan()).counts();
        return counts.rejected() == counts.read();
    }

    /**
     * Prints how to import the rejected records after they were corrected.
     *
     * @param file with these records, or a word for each of several ones
     */
    private void correctedRejects(Formatter out, Run run, String file) {
        String settings = job.file().partSettings().map(each -> " " + each).orElse("");
        List<String> again = job.request().parameters().stream()
                .filter(parameter -> !OF_WHOLE_INPUT.matcher(parameter).find())
                .filter(parameter -> settings.isEmpty() || !parameter.matches("(?:write[.])?operation=.*"))
                .toList();
        if (job.file().removesOthers() && settings.isEmpty()) {
            out.format("%s%n", JobFile.NO_PART);
        } else if (job.request().inferred() != null) {
            out.format("Import the fixed file with 'mongohaul import FILE --like %d%s'%n", run.id(), settings);
        } else {
            out.format(
                    "Import the fixed file with 'mongohaul import %s files=%s%s%s'%s%s%n",
                    job.name(),
                    file,
                    again.stream()
                            .filter(parameter -> SETTING.matcher(parameter).matches())
                            .map(parameter -> " " + parameter)
                            .collect(Collectors.joining()),
                    settings,
                    settings.isEmpty() ? "" : ": it is not the whole input",
                    again.stream()
                                    .allMatch(parameter ->
                                            SETTING.matcher(parameter).matches())
                            ? ""
                            : ", with the other settings of this command");
        }
    }

    /** Prints which import decided the types that the rejected cells do not fit, and how to infer them again. */
    private void bound(Formatter out, Run run) {
        InferredMapping mapping = job.request().inferred();
        if (mapping != null && mapping.boundBy() != null) {
            out.format(
                    "The columns have the types of %s; --infer-again infers them from the file%s%n",
                    runs.named(mapping.boundBy()),
                    run.ending() == RunStatus.REJECT_LIMIT_EXCEEDED
                            ? ", when 'mongohaul abandon %d' has ended this import".formatted(run.id())
                            : "");
        }
    }

    private static void drift(Formatter out, RunReport report) {
        if (!report.summary().drift().isEmpty()) {
            out.format("Drift, compared with earlier imports ('mongohaul report %d --drift'):%n", report.run());
            report.summary().drift().forEach(deviation -> out.format("  %s%n", deviation.text()));
        }
    }

    private String printed(Path file) {
        return Printable.of(fromHere(file).toString());
    }

    private Path fromHere(Path path) {
        return from(workingDirectory, path);
    }

    /** Returns a path as people see it: relative if it is in the folder. */
    public static Path from(Path folder, Path path) {
        Path here = folder.toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }

    /** Returns the input that changed since the run began; empty if none did, or it is unknown. */
    private Optional<String> changedInput(Run run) {
        return Optional.ofNullable(run.plan())
                .flatMap(plan -> job.changedInput(plan.identity().content()));
    }

    /** Returns what to do in place of raising the limit of rejects; empty if a higher limit would do. */
    private Optional<String> remedy(Run run) {
        Counts counts = RunReport.of(run).summary().counts();
        RejectReasons reasons = store.reasons(run.importNumber(), run.id());
        String question = new RejectLines(reasons.groups(), reasons.ungrouped())
                .suspicion(counts.read(), job.mapping().places());
        return RejectReasons.remedy(
                counts.rejected(),
                counts.read(),
                !question.isEmpty(),
                job.request().inferred() != null);
    }

    /** Returns whether documents are written that an import of the corrected file would not replace, or that can be restored. */
    private boolean leavesDocuments(Run run) {
        return run.plan() != null
                && RunReport.of(run).summary().counts().written() > 0
                && (job.addsUnderOtherIds() || run.plan().kept() != null);
    }

    private void next(Formatter out, Run run) {
        boolean unfinished = run.ending().continues();
        Deletions deletions = run.plan() == null ? null : run.plan().deletions();
        // The same command does not find files that were moved because they exceeded a limit.
        boolean moved = job.file().source().fileRules().after().failedFolder().isPresent();
        if (job.inputs().isReadOnce()) {
            out.format("Read from standard input: it cannot be continued, and is not recognized when it comes again%n");
            if (unfinished) {
                out.format(MAKE_WAY + "%n", run.id());
            }
        } else if (run.ending() == RunStatus.REJECT_LIMIT_EXCEEDED) {
            Optional<String> remedy = remedy(run);
            if (remedy.isPresent()) {
                out.format(
                        "%s%nNext: 'mongohaul abandon %d' makes way for the next one%s%n",
                        remedy.get(),
                        run.id(),
                        leavesDocuments(run)
                                ? ", and 'mongohaul undo %d' then takes back what is written".formatted(run.id())
                                : "");
            } else {
                out.format(
                        "Next: 'mongohaul restart %d rejects.limit=%s' continues the import%s%n",
                        run.id(), run.higherLimit(), moved ? "" : ", as does the same command with a higher limit");
            }
        } else if (!LimitExceededException.next(run.reason()).isEmpty()) {
            out.format(
                    "Next: %s%s%n",
                    LimitExceededException.next(run.reason()),
                    deletions == null ? "" : "; the next input of the job is imported all the same");
        } else if (run.ending() == RunStatus.LIMIT_EXCEEDED && Expected.isMismatch(run.reason())) {
            boolean counted = job.file().source().fileRules().expectation().records() != null;
            out.format(
                    "Next: %s'mongohaul abandon %d' makes way for a file that is sent again%n",
                    counted
                            ? "if the number is wrong, correct it and %s, which compares again and loads nothing twice; if the file is wrong, "
                                    .formatted(
                                            moved
                                                    ? "give 'mongohaul restart %d'".formatted(run.id())
                                                    : "give the same command")
                            : "",
                    run.id());
        } else if (run.ending() == RunStatus.LIMIT_EXCEEDED) {
            out.format(
                    "Next: 'mongohaul restart %d'%s with another limit completes the import without loading again%n",
                    run.id(), moved ? "" : ", or the same command,");
        } else if (unfinished && changedInput(run).isPresent()) {
            out.format(
                    "Next: put the former content back and give the same command to continue; 'mongohaul abandon %d'"
                            + " makes way for the new content%n",
                    run.id());
        } else if (run.plan() == null) {
            out.format(
                    "Nothing was written. Next: %s%n",
                    Failures.isOfServer(run.reason())
                            ? "give the same command when MongoDB can do it"
                            : "correct what the message names, and give the same command");
        } else if (unfinished) {
            out.format("Next: the same command, or 'mongohaul restart %d', continues the import%n", run.id());
        }
    }
}
