package dev.mongohaul.job.setting.file;

import dev.mongohaul.text.Rules;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What becomes of files after their import.
 *
 * @param completed {@link #KEEP}, {@link #DELETE}, or the folder that imported files are moved to, with dates as in {@code
 *     source.files}
 * @param failed {@link #KEEP}, or the folder that files are moved to which could not be imported, with dates
 */
public record AfterImport(String completed, String failed) {

    /** Leaves files where they are. */
    public static final String KEEP = "keep";

    /** Deletes files. */
    public static final String DELETE = "delete";

    private static final String MOVE = "move";

    public AfterImport {
        Rules rules = new Rules();
        requireFolder(rules, completed, "completed", "done");
        requireFolder(rules, failed, "failed", "failed");
        rules.require(
                !failed.equals(DELETE),
                "is not keep or a folder: files that could not be imported are not deleted; ./delete is a folder of this name",
                "failed");
        rules.enforce();
    }

    private static void requireFolder(Rules rules, String value, String key, String example) {
        rules.require(
                !value.equals(MOVE),
                "is no folder: write the folder as the value of %s, such as %s: %s; ./move is a folder of this name"
                        .formatted(key, key, example),
                key);
    }

    /** Returns the folder that imported files are moved to, with dates; empty if they are not moved. */
    public Optional<String> completedFolder() {
        return folder(completed);
    }

    /** Returns the folder that files are moved to which could not be imported, with dates; empty if they are not moved. */
    public Optional<String> failedFolder() {
        return folder(failed);
    }

    private static Optional<String> folder(String value) {
        return Optional.of(value).filter(folder -> !folder.equals(KEEP) && !folder.equals(DELETE));
    }

    /** Returns the folders that files are moved to, with dates. */
    public List<String> folders() {
        return Stream.of(completedFolder(), failedFolder())
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns whether every file stays where it is. */
    public boolean keepsAll() {
        return completed.equals(KEEP) && failed.equals(KEEP);
    }
}
