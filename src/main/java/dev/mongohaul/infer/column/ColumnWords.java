package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Different texts of a column if they are few and short, as those of booleans are. For one thread. */
final class ColumnWords {

    /** Words that the type boolean knows, in upper and lower case. */
    private static final Set<Set<String>> KNOWN = Set.of(
            Set.of("true", "false"),
            Set.of("true"),
            Set.of("false"),
            Set.of("yes", "no"),
            Set.of("y", "n"),
            Set.of("t", "f"));

    /** Other pairs of words, true and false. */
    private static final Map<Set<String>, String> PAIRS = Stream.of(
                    "ja/nein",
                    "ja/nej",
                    "ja/nee",
                    "ja/nei",
                    "j/n",
                    "oui/non",
                    "o/n",
                    "si/no",
                    "sí/no",
                    "sì/no",
                    "s/n",
                    "sim/não",
                    "sim/nao",
                    "да/нет",
                    "tak/nie",
                    "t/n",
                    "t/f",
                    "ano/ne",
                    "evet/hayır",
                    "wahr/falsch",
                    "vrai/faux",
                    "vero/falso",
                    "verdadero/falso",
                    "verdadeiro/falso",
                    "prawda/fałsz",
                    "an/aus",
                    "on/off")
            .collect(Collectors.toMap(pair -> Set.of(pair.split("/", -1)), pair -> pair));

    private static final Set<String> MARKS = Set.of("x", "✓", "✔");

    private static final int LONGEST = 12;

    /** Enough for two words, each in several cases. */
    private static final int MOST = 8;

    private final List<byte[]> texts = new ArrayList<>();
    private final long[] counts = new long[MOST + 1];
    private final long[] lines = new long[MOST + 1];
    private boolean others;

    void add(byte[] bytes, int from, int to, long line) {
        if (others) {
            return;
        }
        int index = indexOf(bytes, from, to);
        if (index == texts.size()) {
            others = texts.size() == MOST || to - from > LONGEST;
            texts.add(Arrays.copyOfRange(bytes, from, Math.min(to, from + LONGEST)));
            lines[index] = line;
        }
        counts[index]++;
    }

    /** Returns whether the cell is one of the texts. */
    boolean contains(byte[] bytes, int from, int to) {
        return indexOf(bytes, from, to) < texts.size();
    }

    private int indexOf(byte[] bytes, int from, int to) {
        int index = 0;
        while (index < texts.size() && !Arrays.equals(texts.get(index), 0, texts.get(index).length, bytes, from, to)) {
            index++;
        }
        return index;
    }

    /** Returns the boolean that the texts are but for one, whose cells are few; empty if there is none. */
    Optional<NearMiss> nearlyBoolean() {
        if (others) {
            return Optional.empty();
        }
        long cells = LongStream.of(counts).sum();
        return IntStream.range(0, texts.size())
                .filter(odd -> TypeTrials.isException(counts[odd], cells))
                .boxed()
                .flatMap(odd -> asBoolean(texts.stream()
                                .filter(text -> text != texts.get(odd))
                                .map(ColumnWords::string)
                                .toList())
                        .map(field -> new NearMiss(
                                new Candidate(
                                        field,
                                        cells,
                                        counts[odd],
                                        Printable.quoted(string(texts.get(odd))),
                                        lines[odd]),
                                null,
                                null))
                        .stream())
                .findFirst();
    }

    /** Returns whether these are all words of the type boolean, and not of several kinds. */
    boolean areKnownBooleans() {
        return !others && KNOWN.contains(words());
    }

    /** Returns the words, true and false, if they are a pair that may mean something else than a boolean. */
    Optional<String> ambiguousPair() {
        return others
                ? Optional.empty()
                : Optional.ofNullable(PAIRS.get(words())).filter(BooleanHints.AMBIGUOUS);
    }

    boolean areZeroAndOne() {
        return !others && words().equals(Set.of("0", "1"));
    }

    /** Returns a boolean of the texts if they are two words such as ja and nein. */
    Optional<FieldSpec> asBoolean() {
        return others ? Optional.empty() : asBoolean(strings().toList());
    }

    private static Optional<FieldSpec> asBoolean(List<String> texts) {
        return Optional.ofNullable(PAIRS.get(words(texts.stream())))
                .map(pair -> FieldSpec.flag(
                        spellings(texts, trueOf(pair)), spellings(texts, pair.substring(pair.indexOf('/') + 1))));
    }

    /** Returns a boolean of the only text if it is a mark or a word that means yes. */
    Optional<FieldSpec> asMark() {
        Set<String> words = others ? Set.of() : words();
        return words.stream()
                .filter(word -> words.size() == 1
                        && (MARKS.contains(word)
                                || (word.length() > 1
                                        && PAIRS.values().stream()
                                                .anyMatch(pair -> trueOf(pair).equals(word)))))
                .findFirst()
                .map(word -> FieldSpec.flag(spellings(strings().toList(), word), null));
    }

    private static String trueOf(String pair) {
        return pair.substring(0, pair.indexOf('/'));
    }

    private Set<String> words() {
        return words(strings());
    }

    private static Set<String> words(Stream<String> texts) {
        return texts.map(text -> text.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private static List<String> spellings(List<String> texts, String word) {
        return texts.stream()
                .filter(text -> text.toLowerCase(Locale.ROOT).equals(word))
                .sorted()
                .toList();
    }

    /** Returns the first different texts, cut to a few letters. */
    Stream<String> strings() {
        return texts.stream().map(ColumnWords::string);
    }

    private static String string(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }
}
