package dev.mongohaul.job.setting.file;

import dev.mongohaul.text.Rules;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the files of a job.
 *
 * @param skipLastLines lines at the end of each file that are not records
 * @param each what one import consists of
 * @param changed treatment of a file that was imported before with other content
 * @param after what becomes of files after their import
 * @param expect what shows that files are complete; null for nothing
 */
public record FileRules(
        int skipLastLines,
        ImportUnit each,
        ChangedFile changed,
        AfterImport after,
        @Nullable Expectation expect) {

    /** Most lines that are left out at either end of a file. */
    public static final int MOST_LINES = 1_000_000;

    public FileRules {
        Rules rules = new Rules();
        rules.count(skipLastLines, 0, MOST_LINES, "skip-last-lines");
        rules.require(
                skipLastLines == 0 || expect == null || expect.trailer() == null,
                "is for files without a trailer, whose last line is left out already: leave out one of the two",
                "skip-last-lines");
        rules.require(
                each != ImportUnit.TOGETHER || changed == ChangedFile.REFUSE,
                "is for files that are imported one by one: add each: file, or leave it out",
                "changed");
        rules.enforce();
    }

    /** Returns what shows that files are complete. */
    public Expectation expectation() {
        return Objects.requireNonNullElse(expect, Expectation.NONE);
    }

    /** Returns whether each file is an import of its own. */
    public boolean oneByOne() {
        return each != ImportUnit.TOGETHER;
    }
}
