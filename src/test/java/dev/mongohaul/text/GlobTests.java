package dev.mongohaul.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.Random;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "in/*.csv in/a.csv true",
                "in/*.csv in/a/b.csv false",
                "**.csv in/a/b.csv true",
                "in?a inxa true",
                "in?a in/a false",
                "in/{a,b*}.csv in/b1.csv true",
                "in/{a,b*}.csv in/c.csv false",
                "[a-c]1 b1 true",
                "[!a-c]1 b1 false",
                "[!a-c]1 d1 true",
                "x[!a]y x/y false",
                "x[+-9]y x/y false",
                "x[+-9]y x.y true",
                "x[+-9]y x9y true",
                "[-a] - true",
                "[a-] - true",
                "[^a] ^ true",
                "[^a] b false",
                "a\\*b a*b true",
                "a\\*b axb false",
                "a+(b).|$^ a+(b).|$^ true",
                "a},b a},b true",
                "Ä?\uD83D\uDE00 Äx\uD83D\uDE00 true",
                "Ä? Ä\uD83D\uDE00 true"
            })
    void globMatchesAsThoseOfTheJdk(String glob, String path, boolean matches) {
        assertThat(Glob.of(glob).matches(path)).isEqualTo(matches);
        assertThat(FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(path)))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomGlobMatchesAsThatOfTheJdk(long seed) {
        Random random = new Random(seed);
        int matched = 0;
        for (int round = 0; round < 2_000; round++) {
            String glob = text(random, "aab/?**,[]{}!-");
            String path = text(random, "aaabb/,-").replaceAll("/+", "/").replaceAll("(?<=.)/$", "");
            PathMatcher jdk;
            try {
                jdk = FileSystems.getDefault().getPathMatcher("glob:" + glob);
            } catch (PatternSyntaxException e) {
                continue;
            }
            boolean expected = jdk.matches(Path.of(path));
            assertThat(Glob.of(glob).matches(path))
                    .as("%s of %s, seed %d", glob, path, seed)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        assertThat(matched).isPositive();
    }

    private static String text(Random random, String characters) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(6); length > 0; length--) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "[", "{a", "{a,{b}}", "[b-a]", "[a/b]", "[]", "a\\"})
    void mistakeIsRefused(String glob) {
        assertThatThrownBy(() -> Glob.of(glob))
                .isInstanceOf(PatternSyntaxException.class)
                .hasMessageContaining(glob);
    }

    /** The JDK tries all divisions of the name among the stars. */
    @Test
    void nameOfManyEqualCharactersTakesNoTime() {
        Glob stars = Glob.of("*a".repeat(30) + "b");
        Glob folders = Glob.of("**/*_*_*_*_*_*.csv");

        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(stars.matches("a".repeat(255))).isFalse();
            assertThat(folders.matches("in/" + "_".repeat(65_000))).isFalse();
        });
    }
}
