package dev.mongohaul.infer;

import dev.mongohaul.infer.column.YamlScalars;
import java.util.List;
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
 * @param evidence types that a column may have, with the cells that decided; charsets that are possible as well
 * @param others values that all cells of a column allow as well
 */
public record GuessRow(
        String section,
        String key,
        @Nullable Object value,
        @Nullable String comment,
        @Nullable String sentence,
        List<String> evidence,
        List<Object> others) {

    static GuessRow of(String section, String key, Object value) {
        return new GuessRow(section, key, value, null, null, List.of(), List.of());
    }

    static GuessRow comment(String section, String comment) {
        return new GuessRow(section, "", null, comment, null, List.of(), List.of());
    }

    static GuessRow sentence(String sentence) {
        return new GuessRow(Guess.FIELDS, "", null, null, sentence, List.of(), List.of());
    }

    /** Returns a sentence on the whole input, with a key by which it is found. */
    GuessRow about(String key) {
        return new GuessRow(Guess.HEADING, key, value, comment, sentence, evidence, others);
    }

    GuessRow because(@Nullable String why) {
        return new GuessRow(section, key, value, why, sentence, evidence, others);
    }

    GuessRow says(@Nullable String text) {
        return new GuessRow(section, key, value, comment, text, evidence, others);
    }

    GuessRow shownBy(List<String> facts) {
        return new GuessRow(section, key, value, comment, sentence, facts, others);
    }

    GuessRow or(List<Object> values) {
        return new GuessRow(section, key, value, comment, sentence, evidence, values);
    }

    /** Returns the row without its setting, which another one decides. */
    GuessRow withoutValue() {
        return new GuessRow(section, key, null, null, sentence, evidence, others);
    }

    boolean isColumn() {
        return section.equals(Guess.FIELDS) && !key.isEmpty();
    }

    /** Returns the full key of the setting; empty for a fact about the whole input. */
    public String setting() {
        return section.isEmpty() ? key : section.equals(Guess.HEADING) || key.isEmpty() ? "" : section + "." + key;
    }

    /** Returns the value as a job file has it; null if there is none. */
    public @Nullable String text() {
        return value == null ? null : YamlScalars.value(value);
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
