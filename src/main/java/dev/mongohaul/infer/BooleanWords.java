package dev.mongohaul.infer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Tells whether a column has two words and no others, of which one says true and the other false. */
final class BooleanWords {

    private static final int LONGEST = 5;
    private static final int MOST = 2;
    private static final Set<Set<String>> PAIRS =
            Set.of(Set.of("true", "false"), Set.of("yes", "no"), Set.of("y", "n"), Set.of("t", "f"));

    private final Set<String> words = new TreeSet<>();

    void add(byte[] bytes, int from, int to) {
        if (words.size() <= MOST && to - from <= LONGEST) {
            words.add(new String(bytes, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
        }
    }

    /** Both words of a pair; of true and false one is enough, which {@code F} alone, or {@code N}, is not. */
    boolean areBoolean() {
        return PAIRS.contains(words) || words.equals(Set.of("true")) || words.equals(Set.of("false"));
    }

    boolean areZeroAndOne() {
        return words.equals(Set.of("0", "1"));
    }
}
