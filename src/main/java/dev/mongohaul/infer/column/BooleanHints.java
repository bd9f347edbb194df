package dev.mongohaul.infer.column;

import dev.mongohaul.text.ResourceText;
import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/** Words of an input that show whether two short words such as J and N are a boolean. */
final class BooleanHints {

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    /** Languages in which the short words, true and false, are yes and no. */
    private static final Map<String, List<String>> LANGUAGES = Map.of(
            "j/n", List.of("de", "nl", "nordic"),
            "o/n", List.of("fr"),
            "s/n", List.of("es", "it", "pt"),
            "si/no", List.of("es", "it"),
            "t/n", List.of("pl"),
            "t/f", List.of("en"));

    /** Tells pairs of words that may as well be codes of directions, countries and other things. */
    static final Predicate<String> AMBIGUOUS = LANGUAGES::containsKey;

    /** Words of names of columns and of cells, by language. */
    private static final Map<String, Set<String>> WORDS = readWords();

    /** Words in the name of a column of booleans. */
    private static final Set<String> FLAGS = WORDS.getOrDefault("flags", Set.of());

    /** Names of columns of directions, countries, languages, kinds and other codes. */
    private static final Pattern CODES = Pattern.compile(
            "(hemi|dir|orient|lat|lon|rumb|rotta|sentid|polo|wind|vient|sect|zon|punto|country|land|pa[ií]s|pays|paese|kraj"
                    + "|stat|region|provin|cod|iso|lang|spra|idiom|lingu|typ|tip|kind|class|clas|categ|kateg|gr(ou|u)p|team"
                    + "|equip|side|lado|lato|seite|turn|shift).*");

    /** One or two words may be the same in another language, or a name. */
    private static final int ENOUGH_WORDS = 3;

    private final Set<String> words = new HashSet<>();

    /**
     * @param names of the columns
     * @param cells some texts of the columns
     */
    BooleanHints(List<String> names, List<String> cells) {
        Stream.concat(names.stream(), cells.stream())
                .flatMap(BooleanHints::split)
                .forEach(words::add);
    }

    private static Stream<String> split(String text) {
        return BETWEEN_WORDS
                .splitAsStream(text)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty());
    }

    /**
     * Returns why the two words of a column mean true and false, as a comment; empty if they may be something else.
     *
     * @param name of the column
     * @param pair the words as {@link ColumnWords#ambiguousPair} has them
     */
    Optional<String> reason(String name, String pair) {
        List<String> ofName = split(name).toList();
        if (ofName.stream().anyMatch(word -> CODES.matcher(word).matches())) {
            return Optional.empty();
        }
        boolean named = name.strip().endsWith("?")
                || ofName.stream().anyMatch(FLAGS::contains)
                || ("/" + String.join("/", ofName)).endsWith("/" + pair);
        boolean spoken = LANGUAGES.getOrDefault(pair, List.of()).stream().anyMatch(this::isSpoken);
        return named || spoken
                ? Optional.of("a boolean because of %s; if not: string"
                        .formatted(named ? "the column's name" : "other words in the input"))
                : Optional.empty();
    }

    private boolean isSpoken(String language) {
        return words.stream()
                        .filter(WORDS.getOrDefault(language, Set.of())::contains)
                        .count()
                >= ENOUGH_WORDS;
    }

    private static Map<String, Set<String>> readWords() {
        Properties words = new Properties();
        Uncheck.run(() -> words.load(new StringReader(ResourceText.of(BooleanHints.class, "words.properties"))));
        return words.stringPropertyNames().stream()
                .collect(Collectors.toMap(
                        name -> name, name -> split(words.getProperty(name)).collect(Collectors.toSet())));
    }
}
