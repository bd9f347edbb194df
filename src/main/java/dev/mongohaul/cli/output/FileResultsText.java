package dev.mongohaul.cli.output;

import dev.mongohaul.job.launch.FileOutcome;
import dev.mongohaul.job.launch.FileResult;
import dev.mongohaul.job.launch.FileResults;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Results of a command that imports each file, as text: a line for each file, and a total. */
public final class FileResultsText {

    /** The most severe comes first. */
    private static final List<ExitCode> BY_SEVERITY = List.of(
            ExitCode.FAILED,
            ExitCode.USAGE,
            ExitCode.LIMIT_EXCEEDED,
            ExitCode.RUNNING_ELSEWHERE,
            ExitCode.STOPPED,
            ExitCode.COMPLETED_WITH_REJECTS,
            ExitCode.COMPLETED);

    private final String job;
    private final Path here;

    /** @param here working directory, to which shown paths are relative */
    public FileResultsText(String job, Path here) {
        this.job = job;
        this.here = here.toAbsolutePath();
    }

    public String line(FileResult result) {
        String file = shown(result.file());
        return result.run()
                .map(run -> "%s: %s".formatted(file, line(run)))
                .orElseGet(() -> "%s: %s".formatted(file, Printable.of(String.valueOf(result.message()))));
    }

    private static String line(Run run) {
        RunReport report = RunReport.of(run);
        RunSummary summary = report.summary();
        Counts counts = summary.counts();
        String reason = report.reason() == null ? "" : ": " + report.reason();
        return String.format(
                Locale.ROOT,
                "%s (run %d), %,d read, %,d written, %,d rejected, %.1f s%s",
                report.status().replace('-', ' '),
                run.id(),
                counts.read(),
                counts.written(),
                counts.rejected(),
                summary.seconds(),
                Printable.of(reason));
    }

    private String shown(Path file) {
        return Printable.of((file.startsWith(here) ? here.relativize(file) : file).toString());
    }

    /** Returns how many files had which outcome, and the sum of the records. */
    public String total(FileResults all) {
        List<FileResult> results = all.files();
        List<Run> runs = all.runs();
        Counts counts = runs.stream().map(Run::counts).reduce(Counts.NONE, Counts::plus);
        List<String> parts = new ArrayList<>();
        long completed = runs.stream().filter(run -> !run.ending().continues()).count();
        add(parts, completed, "imported");
        add(parts, runs.size() - completed, "not completed");
        for (FileOutcome outcome : FileOutcome.values()) {
            add(
                    parts,
                    results.stream()
                            .filter(result ->
                                    result.outcome() == outcome && result.run().isEmpty())
                            .count(),
                    word(outcome));
        }
        return String.format(
                Locale.ROOT,
                "%s: %s%s; %,d read, %,d written, %,d rejected%n",
                job,
                Counted.of(results.size(), "file"),
                parts.isEmpty() ? "" : ": " + String.join(", ", parts),
                counts.read(),
                counts.written(),
                counts.rejected());
    }

    private static void add(List<String> parts, long number, String what) {
        if (number > 0) {
            parts.add(String.format(Locale.ROOT, "%,d %s", number, what));
        }
    }

    private static String word(FileOutcome outcome) {
        return switch (outcome) {
            case IMPORTED -> "imported";
            case KNOWN -> "imported before";
            case OLDER -> "older";
            case GROWING -> "still being written";
            case RUNNING -> "imported by another process";
            case REFUSED -> "refused";
            case LEFT -> "not reached";
        };
    }

    /** Returns the most severe exit code of the files. */
    public static ExitCode code(FileResults results) {
        List<ExitCode> codes =
                results.files().stream().map(FileResultsText::code).toList();
        return BY_SEVERITY.stream().filter(codes::contains).findFirst().orElse(ExitCode.COMPLETED);
    }

    private static ExitCode code(FileResult result) {
        Optional<ImportEnding> ending = result.run().map(Run::ending);
        if (ending.isPresent()) {
            return ExitCode.of(ending.get());
        }
        return switch (result.outcome()) {
            case RUNNING -> ExitCode.RUNNING_ELSEWHERE;
            case LEFT -> ExitCode.STOPPED;
            case REFUSED -> result.isUsage() ? ExitCode.USAGE : ExitCode.FAILED;
            case IMPORTED, KNOWN, OLDER, GROWING -> ExitCode.COMPLETED;
        };
    }
}
