package dev.mongohaul.infer;

import dev.mongohaul.text.ResourceText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Words that columns are usually named by, which tell a header from a record of words. */
final class ColumnNames {

    /** Names as programs write them: with underscores, as in {@code first_name}, or as in {@code firstName}. */
    private static final Pattern OF_PROGRAMS =
            Pattern.compile("_id|[A-Za-z]+(_[A-Za-z0-9]+)+|[a-z]+([A-Z][a-z0-9]+)+|[A-Z_]+_ID");

    private static final Pattern BETWEEN_WORDS =
            Pattern.compile("[^\\p{L}\\p{M}\\p{N}#%]+|(?<=\\p{Ll})(?=\\p{Lu})|(?<=\\p{L})(?=\\p{N})");

    private static final int MOST_WORDS = 4;

    private static final Set<String> WORDS = Set.of(
            ResourceText.of(ColumnNames.class, "column-names.txt").strip().split("\\s+"));

    private ColumnNames() {}

    /** Returns whether at least half of the texts are usual names of columns. */
    static boolean areUsual(List<String> texts) {
        List<String> filled = texts.stream().filter(text -> !text.isBlank()).toList();
        return !filled.isEmpty()
                && 2 * filled.stream().filter(ColumnNames::isUsual).count() >= filled.size();
    }

    private static boolean isUsual(String text) {
        String name = text.strip();
        if (OF_PROGRAMS.matcher(name).matches()) {
            return true;
        }
        List<String> words = BETWEEN_WORDS
                .splitAsStream(name)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        return words.size() <= MOST_WORDS
                && 2 * words.stream().filter(WORDS::contains).count() > words.size();
    }
}
