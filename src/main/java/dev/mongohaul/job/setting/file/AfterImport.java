package dev.mongohaul.job.setting.file;

import dev.mongohaul.text.Rules;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of files after their import.
 *
 * @param to folder of completed files, with dates as in {@code source.files}; null if they are not moved
 * @param failedTo folder of files that could not be imported, with dates; null if they are not moved
 */
public record AfterImport(
        CompletedFate completed,
        FailedFate failed,
        @Nullable String to,
        @Nullable String failedTo) {

    public AfterImport {
        Rules rules = new Rules();
        requireFolder(rules, completed == CompletedFate.MOVE, to, "completed", "to");
        requireFolder(rules, failed == FailedFate.MOVE, failedTo, "failed", "failed-to");
        rules.enforce();
    }

    private static void requireFolder(Rules rules, boolean moves, @Nullable String folder, String fate, String key) {
        rules.require(
                !moves || folder != null, "is missing: %s: move needs the folder to move to".formatted(fate), key);
        rules.require(moves || folder == null, "has no effect without %s: move".formatted(fate), key);
    }

    /** Returns the folders that files are moved to, with dates. */
    public List<String> folders() {
        return Stream.of(to, failedTo).flatMap(Stream::ofNullable).toList();
    }

    /** Returns whether every file stays where it is. */
    public boolean keepsAll() {
        return completed == CompletedFate.KEEP && failed == FailedFate.KEEP;
    }
}
