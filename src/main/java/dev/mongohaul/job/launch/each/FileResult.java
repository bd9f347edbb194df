package dev.mongohaul.job.launch.each;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RefusalKind;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Result of one file of a job that imports each file.
 *
 * @param file its address
 * @param run of its import; empty if this command ran none
 * @param message why it was not imported; null if it was
 * @param failure that refused it; null if none did
 * @param known what is known of it, with where it went; empty if this command did not move or keep it
 */
public record FileResult(
        String file,
        FileOutcome outcome,
        Optional<Run> run,
        @Nullable String message,
        @Nullable RuntimeException failure,
        Optional<KnownFile> known) {

    static FileResult of(String file, FileOutcome outcome, String message) {
        return new FileResult(file, outcome, Optional.empty(), message, null, Optional.empty());
    }

    static FileResult of(String file, Run run) {
        String reason = run.reason().isEmpty() ? null : run.reason();
        return new FileResult(file, FileOutcome.IMPORTED, Optional.of(run), reason, null, Optional.empty());
    }

    static FileResult of(String file, FileOutcome outcome, RuntimeException failure) {
        return new FileResult(
                file, outcome, Optional.empty(), oneLine(Refusal.of(failure).message()), failure, Optional.empty());
    }

    /** Returns a message, whose lines after the first are one problem each, in one line. */
    private static String oneLine(String message) {
        List<String> lines = message.lines().map(String::strip).toList();
        String problems = lines.stream()
                .skip(1)
                .map(line -> line.replaceFirst("\\.$", ""))
                .collect(Collectors.joining("; "));
        return problems.isEmpty() ? message.strip() : lines.get(0) + " " + problems;
    }

    FileResult with(Optional<KnownFile> itsKnown) {
        return new FileResult(file, outcome, run, message, failure, itsKnown);
    }

    /** Returns why the file was not imported, with its name, and where it was moved. */
    public String text() {
        String why = String.valueOf(message);
        String moved = known.filter(KnownFile::gone)
                .map(KnownFile::goes)
                .filter(place -> !place.isEmpty())
                .map("; moved to %s"::formatted)
                .orElse("");
        return (why.contains(file) ? why : "%s: %s".formatted(file, why)) + moved;
    }

    /** Returns whether the file is not where it was, so that no other run finds it. */
    public boolean isGone() {
        return known.filter(KnownFile::gone).isPresent();
    }

    /** Returns whether the file was refused for a mistake of the job, the command or the file. */
    public boolean isUsage() {
        return failure != null && Refusal.of(failure).kind() != RefusalKind.FAILED;
    }

    /** Returns whether the next run tries the file again, because the reason is not in the file. */
    boolean isTriedAgain() {
        return run.filter(ended -> ended.ending().broke()).isPresent()
                || failure instanceof TargetRefusedException
                || (failure instanceof InputException input && input.isOnTheWay())
                || (failure != null && Refusal.kindOf(failure) != RefusalKind.WRONG);
    }

    /** Returns whether the file could not be imported, for a reason that its job or its content may have. */
    boolean failed() {
        return outcome == FileOutcome.REFUSED
                || run.filter(ended -> ended.ending().failed()).isPresent();
    }
}
