package dev.mongohaul.infer;

import dev.mongohaul.infer.column.YamlScalars;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Setting, or a comment alone.
 *
 * @param section empty for a setting without one, {@link Guess#HEADING} for comments at the top
 * @param key empty for a comment and a sentence on no setting
 * @param value null for a comment and a sentence alone
 * @param comment why, for a job file; null for none
 * @param sentence the same for people; null where nothing needs a look
 */
record GuessRow(
        String section,
        String key,
        @Nullable Object value,
        @Nullable String comment,
        @Nullable String sentence) {

    static GuessRow of(String section, String key, Object value) {
        return new GuessRow(section, key, value, null, null);
    }

    static GuessRow comment(String section, String comment) {
        return new GuessRow(section, "", null, comment, null);
    }

    static GuessRow sentence(String sentence) {
        return new GuessRow(Guess.FIELDS, "", null, null, sentence);
    }

    GuessRow because(@Nullable String why) {
        return new GuessRow(section, key, value, why, sentence);
    }

    GuessRow says(@Nullable String text) {
        return new GuessRow(section, key, value, comment, text);
    }

    boolean isColumn() {
        return section.equals(Guess.FIELDS) && !key.isEmpty();
    }

    String line() {
        String text = value == null
                ? "# " + onOneLine(Objects.requireNonNull(comment))
                : YamlScalars.key(key) + ": " + YamlScalars.value(value);
        return (isIn(section) ? "  " : "") + text;
    }

    static boolean isIn(String section) {
        return !section.isEmpty() && !section.equals(Guess.HEADING);
    }

    /** Replaces characters that would end the comment or are not allowed in YAML. */
    static String onOneLine(String comment) {
        return comment.replaceAll("[\\p{Cntrl}\\x80-\\x9F\\u2028\\u2029\\uFEFF\\uFFFE\\uFFFF]", "?");
    }
}
