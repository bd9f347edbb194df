package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.launch.ImportLauncher.NothingToDo;
import dev.mongohaul.reject.RejectExport;
import dev.mongohaul.reject.RejectExport.RejectExportException;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportEnding;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.Run;
import dev.mongohaul.text.Printable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The result of an import as text, and what to do next. */
final class Summary {

    private final ImportJob job;
    private final String server;
    private final Invocation invocation;

    Summary(ImportJob job, String server, Invocation invocation) {
        this.job = job;
        this.server = server;
        this.invocation = invocation;
    }

    String nothingToDo(Run loaded) {
        return NothingToDo.loadedBefore(job.name(), loaded) + " Use --again to load it once more."
                + System.lineSeparator();
    }

    String of(Run run) {
        RunReport report = RunReport.of(run);
        try (Formatter out = new Formatter(Locale.ROOT)) {
            out.format("%s: %s (run %d)%n", job.name(), report.status().replace('-', ' '), run.id());
            if (report.reason() != null) {
                out.format("  %s%n", report.reason());
            }
            counts(out, report.counts());
            speed(out, report.seconds(), report.recordsPerSecond());
            if (!report.total().equals(report.counts())) {
                out.format("The whole import, over all its runs:%n");
                counts(out, report.total());
            }
            out.format("%s into %s, %s%n", report.operation(), report.target(), server);
            rejects(out, report, run);
            next(out, run);
            return out.toString();
        }
    }

    private static void counts(Formatter out, Counts counts) {
        count(out, "read", counts.read());
        count(out, "written", counts.written());
        count(out, "already there", counts.alreadyThere());
        count(out, "rejected", counts.rejected());
        if (counts.unmatched() > 0) {
            count(out, "without match", counts.unmatched());
        }
        cells(out, counts.cells());
    }

    /** Prints the cells that {@code ragged: lenient} dropped or padded, if any. */
    static void cells(Formatter out, Counts.Cells cells) {
        if (cells.dropped() > 0) {
            count(out, "cells dropped", cells.dropped());
        }
        if (cells.padded() > 0) {
            count(out, "cells padded", cells.padded());
        }
    }

    static void speed(Formatter out, double seconds, long recordsPerSecond) {
        out.format("  %-13s %,13.1f%n", "seconds", seconds);
        count(out, "records/s", recordsPerSecond);
    }

    static void count(Formatter out, String what, long number) {
        out.format("  %-13s %,13d%n", what, number);
    }

    private void rejects(Formatter out, RunReport report, Run run) {
        if (RejectExportException.isIn(run.reason(), report.importNumber())) {
            out.format(
                    "Rejects: no file was written; 'mongohaul rejects %d' writes the records to standard output%n",
                    run.id());
        } else if (report.total().rejected() > 0) {
            List<String> charsets = job.plannedInputs().stream()
                    .map(PlannedInput::charset)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            List<Path> files = RejectExport.files(
                    fromHere(job.rejectsDirectory()).normalize(), job.name(), report.importNumber(), charsets);
            String records = files.subList(0, files.size() - 1).stream()
                    .filter(file -> charsets.isEmpty() || Files.exists(file))
                    .map(Path::toString)
                    .collect(Collectors.joining(", "));
            out.format(
                    "Rejects: %s to fix and import, %s with the reasons%n",
                    Printable.of(records),
                    Printable.of(files.get(files.size() - 1).toString()));
        }
    }

    private Path fromHere(Path path) {
        Path here = invocation.workingDirectory().toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path) : path;
    }

    /** Returns the input that changed since the run began; empty if none did, or it is unknown. */
    private Optional<String> changedInput(Run run) {
        return Optional.ofNullable(run.plan())
                .flatMap(plan -> job.changedInput(plan.identity().content()));
    }

    private void next(Formatter out, Run run) {
        boolean unfinished =
                run.ending() != ImportEnding.COMPLETED && run.ending() != ImportEnding.COMPLETED_WITH_REJECTS;
        if (job.inputs().isStandardInput()) {
            out.format("Read from standard input: it cannot be continued, and is not recognized when it comes again%n");
            if (unfinished) {
                out.format("Next: 'mongohaul abandon %d' makes way for another import of this job%n", run.id());
            }
        } else if (run.ending() == ImportEnding.REJECT_LIMIT_EXCEEDED) {
            out.format(
                    "Next: 'mongohaul restart %d rejects.limit=5%%' continues the import, as does the same command"
                            + " with a higher limit%n",
                    run.id());
        } else if (unfinished && changedInput(run).isPresent()) {
            out.format(
                    "Next: put the former content back and give the same command to continue; 'mongohaul abandon %d'"
                            + " makes way for the new content%n",
                    run.id());
        } else if (unfinished) {
            out.format("Next: the same command, or 'mongohaul restart %d', continues the import%n", run.id());
        }
    }
}
