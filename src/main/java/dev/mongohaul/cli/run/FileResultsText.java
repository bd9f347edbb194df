package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.launch.each.FileOutcome;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.job.launch.each.FileResults;
import dev.mongohaul.job.run.LimitExceededException;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results of a command that imports each file, as text: a line for each file, and a total. */
public final class FileResultsText {

    private static final Set<FileOutcome> NOTHING_NEW =
            Set.of(FileOutcome.GROWING, FileOutcome.KNOWN, FileOutcome.OLDER, FileOutcome.LEFT);

    private static final int MOST_FATES = 10;

    private final String job;
    private final Path here;

    /** @param here working directory, to which shown paths are relative */
    public FileResultsText(String job, Path here) {
        this.job = job;
        this.here = here.toAbsolutePath();
    }

    public String line(FileResult result) {
        return line(
                result.file(),
                result.run().map(FileResultsText::line).orElseGet(() -> Printable.of(String.valueOf(result.message())))
                        + result.known()
                                .flatMap(this::fate)
                                .map(fate -> "; " + fate)
                                .orElse(""));
    }

    /** Returns the line of a file with a text about it. */
    public String line(String file, String text) {
        return "%s: %s".formatted(shown(file), text);
    }

    /** Returns where files of an import went, a line for each, and first those that could not go yet. */
    public String fates(List<KnownFile> files) {
        List<String> lines = files.stream()
                .sorted(Comparator.comparing(KnownFile::waits).reversed())
                .flatMap(file -> fate(file).stream()
                        .map(fate -> "%s: %s".formatted(shown(file.id().path()), fate)))
                .toList();
        List<String> first = lines.stream().limit(MOST_FATES).toList();
        int more = lines.size() - first.size();
        return Stream.concat(
                        first.stream(),
                        more == 0
                                ? Stream.empty()
                                : Stream.of("%s: 'mongohaul files %s' lists them"
                                        .formatted(Counted.of(more, "more file"), job)))
                .map("%s%n"::formatted)
                .collect(Collectors.joining());
    }

    private Optional<String> fate(KnownFile file) {
        return Optional.ofNullable(FileReport.of(file, Map.of()).fate(this::shown))
                .map(Printable::of);
    }

    private static String line(Run run) {
        RunReport report = RunReport.of(run);
        RunSummary summary = report.summary();
        Counts counts = summary.counts();
        String reason = report.reason() == null
                ? ""
                : ": " + LimitExceededException.withoutNext(report.reason()).replaceFirst("[.]$", "");
        return String.format(
                Locale.ROOT,
                "%s (run %d), %s, %.1f s%s%s",
                report.status().text(),
                run.id(),
                counts(counts, List.of(run)),
                summary.seconds(),
                Printable.of(reason),
                run.results().stream()
                        .map(result -> "; %s %s".formatted(result.participle(), Printable.of(result.text())))
                        .collect(Collectors.joining()));
    }

    private String shown(String address) {
        return Printable.of(
                InputSources.isFile(address) && Path.of(address).startsWith(here)
                        ? here.relativize(Path.of(address)).toString()
                        : address);
    }

    /**
     * Returns how many files had which outcome, and the sum of the records.
     *
     * @param patterns which find the files
     */
    String total(FileResults all, List<String> patterns) {
        List<FileResult> results = all.files();
        if (results.isEmpty()) {
            return "%s: no new file in %s%n"
                    .formatted(job, patterns.stream().map(this::shown).collect(Collectors.joining(", ")));
        }
        List<Run> runs = all.runs();
        Counts counts = runs.stream().map(run -> RunSummary.of(run).counts()).reduce(Counts.NONE, Counts::plus);
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
                "%s: %s%s; %s%n",
                job,
                Counted.of(results.size(), "file"),
                parts.isEmpty() ? "" : ": " + String.join(", ", parts),
                counts(counts, runs));
    }

    private static String counts(Counts counts, List<Run> runs) {
        List<String> parts = new ArrayList<>();
        parts.add(String.format(Locale.ROOT, "%,d read, %,d written", counts.read(), counts.written()));
        add(parts, counts.unchanged(), "unchanged");
        add(parts, counts.alreadyThere(), "already there");
        add(parts, sum(runs, Deletions::deleted), "deleted");
        add(parts, sum(runs, Deletions::marked), "marked");
        parts.add(String.format(Locale.ROOT, "%,d rejected", counts.rejected()));
        return String.join(", ", parts);
    }

    /** Returns a sum of documents that the inputs lacked. */
    private static long sum(List<Run> runs, ToLongFunction<Deletions> number) {
        return runs.stream()
                .flatMap(run -> Stream.ofNullable(run.plan()))
                .flatMap(plan -> Stream.ofNullable(plan.deletions()))
                .mapToLong(number)
                .sum();
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
            case EMPTY -> "without a record";
            case OLDER -> "older";
            case GROWING -> "not complete yet";
            case RUNNING -> "imported by another process";
            case REFUSED -> "refused";
            case LEFT -> "not reached";
        };
    }

    /** Returns the most severe exit code of the files; files that are not complete are no delivery, which a job may allow. */
    static ExitCode code(FileResults results, EmptyInput empty) {
        return empty != EmptyInput.OK && isIncomplete(results)
                ? ExitCode.USAGE
                : ExitCode.worst(
                        results.files().stream().map(FileResultsText::code).toList());
    }

    /** Returns whether new files are there, and none of them is complete. */
    static boolean isIncomplete(FileResults results) {
        return results.files().stream().anyMatch(file -> file.outcome() == FileOutcome.GROWING)
                && results.files().stream().allMatch(file -> NOTHING_NEW.contains(file.outcome()));
    }

    /** Returns the exit code of one file. */
    public static ExitCode code(FileResult result) {
        if (result.run().isPresent()) {
            return ExitCode.of(result.run().get());
        }
        return switch (result.outcome()) {
            case RUNNING -> ExitCode.RUNNING_ELSEWHERE;
            case LEFT -> ExitCode.STOPPED;
            case REFUSED -> result.isUsage() ? ExitCode.USAGE : ExitCode.FAILED;
            case IMPORTED, KNOWN, EMPTY, OLDER, GROWING -> ExitCode.COMPLETED;
        };
    }
}
