package dev.mongohaul.job.setting.file;

import dev.mongohaul.text.Rules;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the files of a job.
 *
 * @param skipLastLines lines at the end of each file that are not records
 * @param each what one import consists of
 * @param order in which files are imported one by one
 * @param pick which of the new files are imported
 * @param changed treatment of a file that was imported before with other content
 * @param onFailure what happens to the other files after one that was not imported; null if the operation decides
 * @param remember how long a file that is not seen any more is known; null for the usual time
 * @param after what becomes of files after their import
 * @param expect what shows that files are complete; null for nothing
 */
public record FileRules(
        int skipLastLines,
        ImportUnit each,
        FileOrder order,
        FilePick pick,
        ChangedFile changed,
        @Nullable FailedFile onFailure,
        @Nullable Duration remember,
        AfterImport after,
        @Nullable Expectation expect) {

    /** Most lines that are left out at either end of a file. */
    public static final int MOST_LINES = 1_000_000;
    /** How long files are known without {@code source.remember}. */
    public static final Duration USUAL_MEMORY = Duration.ofDays(400);

    private static final Duration SHORTEST = Duration.ofDays(1);
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public FileRules {
        Rules rules = new Rules();
        rules.count(skipLastLines, 0, MOST_LINES, "skip-last-lines");
        rules.require(
                skipLastLines == 0 || expect == null || expect.trailer() == null,
                "is for files without a trailer, whose last line is left out already: leave out one of the two",
                "skip-last-lines");
        rules.require(
                remember == null || (remember.compareTo(SHORTEST) >= 0 && remember.compareTo(LONGEST) <= 0),
                remember + " is not a time for which files are known: 1d to 36500d",
                "remember");
        boolean one = each == ImportUnit.FILE;
        requireEachFile(rules, one || order == FileOrder.NAME, "order");
        requireEachFile(rules, one || pick == FilePick.ALL, "pick");
        requireEachFile(rules, one || changed == ChangedFile.REFUSE, "changed");
        requireEachFile(rules, one || onFailure == null, "on-failure");
        rules.enforce();
    }

    private static void requireEachFile(Rules rules, boolean holds, String key) {
        rules.require(holds, "is for files that are imported one by one: add each: file, or leave it out", key);
    }

    /** Returns what shows that files are complete. */
    public Expectation expectation() {
        return Objects.requireNonNullElse(expect, Expectation.NONE);
    }

    /** Returns how long a file that is not seen any more is known. */
    public Duration memory() {
        return Objects.requireNonNullElse(remember, USUAL_MEMORY);
    }

    /** Returns whether each file is an import of its own. */
    public boolean oneByOne() {
        return each == ImportUnit.FILE;
    }
}
