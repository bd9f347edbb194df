package dev.mongohaul.job.setting.file;

import dev.mongohaul.text.LinearPattern;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import org.jspecify.annotations.Nullable;

/**
 * Last line of a file, which is not a record.
 *
 * @param pattern regular expression of RE2 of the whole line
 * @param records number of the pattern's group that is the number of records; null for none
 * @param sum control sum in the line; null for none
 */
public record Trailer(
        String pattern, @Nullable Integer records, @Nullable ControlSum sum) {

    public Trailer {
        Rules rules = new Rules();
        try {
            int groups = LinearPattern.of(pattern).groupCount();
            requireGroup(rules, groups, records, "records");
            requireGroup(rules, groups, sum == null ? null : sum.group(), "sum", "group");
        } catch (IllegalArgumentException e) {
            rules.require(false, "%s %s".formatted(Printable.quoted(pattern), e.getMessage()), "pattern");
        }
        rules.enforce();
    }

    private static void requireGroup(Rules rules, int groups, @Nullable Integer group, String... key) {
        rules.require(
                group == null || (group >= 1 && group <= groups),
                "%s is not a group of the pattern, which has %d in parentheses".formatted(group, groups),
                key);
    }
}
