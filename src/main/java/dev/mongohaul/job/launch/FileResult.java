package dev.mongohaul.job.launch;

import dev.mongohaul.repository.run.Run;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Result of one file of a job that imports each file.
 *
 * @param run of its import; empty if this command ran none
 * @param message why it was not imported; null if it was
 * @param failure that refused it; null if none did
 */
public record FileResult(
        Path file,
        FileOutcome outcome,
        Optional<Run> run,
        @Nullable String message,
        @Nullable RuntimeException failure) {

    static FileResult of(Path file, FileOutcome outcome, String message) {
        return new FileResult(file, outcome, Optional.empty(), message, null);
    }

    static FileResult of(Path file, Run run) {
        String reason = run.reason().isEmpty() ? null : run.reason();
        return new FileResult(file, FileOutcome.IMPORTED, Optional.of(run), reason, null);
    }

    static FileResult of(Path file, FileOutcome outcome, RuntimeException failure) {
        return new FileResult(
                file, outcome, Optional.empty(), Refusal.of(failure).message(), failure);
    }

    /** Returns whether the file was refused for a mistake of the job, the command or the file. */
    public boolean isUsage() {
        return failure != null && Refusal.of(failure).kind() != RefusalKind.FAILED;
    }

    /** Returns whether the file could not be imported, for a reason that its job or its content may have. */
    boolean failed() {
        return outcome == FileOutcome.REFUSED
                || run.filter(ended -> ended.ending().failed()).isPresent();
    }
}
