package dev.mongohaul.infer;

import dev.mongohaul.text.ResourceText;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reading of texts in a charset that has one byte for each character above ASCII.
 *
 * <p>Its score is the logarithm of the likelihood of the letters above ASCII in the language that fits best. A sign between two
 * letters, a capital letter after a small one and a letter of another script than its neighbour are unlikely in all languages.
 * A cell of a number and one other character has a sign of a currency or a unit, rather than a Latin letter.
 *
 * @param charset the first of those that read the same
 * @param occurrences letters and signs above ASCII with the characters before and after them, and their numbers
 * @param score higher is better; zero at most
 */
record LegacyCharset(Charset charset, Map<String, Integer> occurrences, double score) {

    /** Languages, and the charsets in which they are written, the most frequent first. */
    private static final Map<String, String> CHARSETS = new LinkedHashMap<>();

    static {
        CHARSETS.put("de fr es pt it nl da sv nb fi is ca", "windows-1252 ISO-8859-15 IBM850 IBM437 x-MacRoman IBM858");
        CHARSETS.put("pl cs sk hu sl hr ro", "windows-1250 ISO-8859-2 IBM852 x-MacCentralEurope");
        CHARSETS.put("tr", "windows-1254 IBM857 IBM850");
        CHARSETS.put("lv lt et", "windows-1257 ISO-8859-13");
        CHARSETS.put("ru uk bg sr", "windows-1251 KOI8-R KOI8-U ISO-8859-5 IBM866 IBM855 x-MacCyrillic");
        CHARSETS.put("el", "windows-1253 ISO-8859-7");
        CHARSETS.put("he", "windows-1255 IBM862");
        CHARSETS.put("ar fa", "windows-1256 ISO-8859-6");
        CHARSETS.put("th", "TIS-620 x-windows-874");
    }

    private static final double FAULT = -14;
    private static final double OTHER_SCRIPT = -11;
    private static final double SIGN_WITHIN = -11;
    private static final double CAPITAL_WITHIN = -8;
    private static final double RARE_SIGN = -8;
    private static final double SIGN = -3.5;
    private static final double SIGN_OF_NUMBER = -1;
    private static final double LETTER_AT_NUMBER = -8;
    private static final double UNKNOWN_LETTER = -8;
    private static final double LETTER_OF_ANOTHER_LANGUAGE = -6.5;
    private static final double UNKNOWN_PAIR = -1.5;

    /** What the charset of most files gains, and what each charset loses after another of its languages. */
    private static final double USUAL = 2;

    private static final double LESS_FREQUENT = -1;

    /** Signs that texts of all languages have. */
    private static final String SIGNS =
            "€£¥¢§©®™°±²³µ¹¼½¾·×÷«»‹›“”„‘’‚–—…•†¡¿ªº№\u00A0\u00AD\u200C\u200D\u200E\u200F،؛؟";

    /** Signs that stand between letters of a word. */
    private static final String WITHIN = "’‘·–\u00A0\u00AD\u200C\u200D";

    /** Signs before or after a number, and those between its thousands. */
    private static final String OF_NUMBERS = "€£¥¢°½¾";

    /** A letter that is a sign beside numbers, as in Ø 12. The byte of the small one is a degree sign in charsets of DOS. */
    private static final char DIAMETER = 'Ø';

    private static final String OF_THOUSANDS = "’\u00A0";

    /** What is before and after the cells of a line; a comma in a number parts it as well. */
    private static final String EDGES = "_;,|\t\n\r\"";

    /** A character above ASCII after a number that is the rest of its cell, before it, and between its thousands. */
    private static final Pattern AT_NUMBER = Pattern.compile(
            "\\P{ASCII}(?:(?<=[%1$s][-+\\d.' ]{0,20}\\d(?: |\\P{ASCII})?.)(?=[CF]?[%1$s])|(?<=[%1$s][-+]?.)(?=(?: |\\P{ASCII})?[-+]?\\d[\\d.' ]{0,20}[%1$s])|(?<=\\d.)(?=\\d{3}))"
                    .formatted(EDGES));

    private static final char EDGE = '_';

    /** Stands for the characters around one that is with a number. */
    private static final char NUMBER = '0';

    /** Letters of each language above ASCII, the most frequent first, and pairs with them. */
    private static final Map<String, Language> LANGUAGES = ResourceText.of(LegacyCharset.class, "letters.txt")
            .lines()
            .map(line -> line.split(" ", -1))
            .collect(Collectors.toMap(
                    parts -> parts[0], parts -> Language.of(parts[1], parts.length > 2 ? parts[2] : "")));

    private record Language(Map<Character, Double> letters, Set<String> pairs) {

        /** @param pairs of two characters each; empty where all letters are above ASCII */
        static Language of(String letters, String pairs) {
            double sum = 0;
            for (int rank = 1; rank <= letters.length(); rank++) {
                sum += 1.0 / rank;
            }
            Map<Character, Double> likelihoods = new HashMap<>();
            for (int rank = 1; rank <= letters.length(); rank++) {
                likelihoods.put(letters.charAt(rank - 1), Math.log(1 / sum / rank));
            }
            return new Language(likelihoods, new HashSet<>(Arrays.asList(pairs.split("(?<=\\G..)", -1))));
        }

        /** @param occurrence a letter with the characters before and after it */
        private double score(String occurrence) {
            char letter = Character.toLowerCase(occurrence.charAt(1));
            Double known = letters.get(letter);
            if (known == null) {
                return LANGUAGES.values().stream().anyMatch(other -> other.letters.containsKey(letter))
                        ? LETTER_OF_ANOTHER_LANGUAGE
                        : UNKNOWN_LETTER;
            }
            String lower = occurrence.toLowerCase(Locale.ROOT);
            return pairs.size() < 2 || lower.length() > occurrence.length()
                    ? known
                    : known + pair(lower.substring(0, 2)) + pair(lower.substring(1));
        }

        private double pair(String pair) {
            return pairs.contains(pair) ? 0 : UNKNOWN_PAIR;
        }
    }

    /** Returns the readings of the lines, one for each different text, the best first. */
    static List<LegacyCharset> readings(List<byte[]> lines) {
        Map<Map<String, Integer>, LegacyCharset> readings = new LinkedHashMap<>();
        CHARSETS.forEach((languages, charsets) -> Stream.of(charsets.split(" ", -1))
                .filter(Charset::isSupported)
                .map(name -> of(
                        Charset.forName(name),
                        languages,
                        name.equals("windows-1252")
                                ? USUAL
                                : LESS_FREQUENT
                                        * charsets.substring(0, charsets.indexOf(name))
                                                .chars()
                                                .filter(each -> each == ' ')
                                                .count(),
                        lines))
                .forEach(reading -> readings.merge(
                        reading.occurrences,
                        reading,
                        (one, next) ->
                                new LegacyCharset(one.charset, one.occurrences, Math.max(one.score, next.score)))));
        return readings.values().stream()
                .sorted(Comparator.comparingDouble(LegacyCharset::score).reversed())
                .toList();
    }

    private static LegacyCharset of(Charset charset, String languages, double prior, List<byte[]> lines) {
        Map<String, Integer> occurrences = new HashMap<>();
        for (byte[] line : lines) {
            String text = EDGE + new String(line, charset) + EDGE;
            BitSet numbers = AT_NUMBER
                    .matcher(text)
                    .results()
                    .collect(BitSet::new, (set, match) -> set.set(match.start()), BitSet::or);
            for (int at = 1; at < text.length() - 1; at++) {
                if (text.charAt(at) >= 0x80) {
                    String around = numbers.get(at) && (!isPartOfWord(text.charAt(at)) || isLatin(text.charAt(at)))
                            ? "" + NUMBER + text.charAt(at)
                                    + (isDigit(text.charAt(at + 1)) && isDigit(text.charAt(at - 1)) ? NUMBER : EDGE)
                            : "" + neighbour(text.charAt(at - 1)) + text.charAt(at) + neighbour(text.charAt(at + 1));
                    occurrences.merge(around, 1, Integer::sum);
                }
            }
        }
        double common = prior;
        Map<String, Integer> letters = new HashMap<>();
        for (Map.Entry<String, Integer> each : occurrences.entrySet()) {
            double unlikely = unlikely(each.getKey());
            common += unlikely * each.getValue();
            if (unlikely == 0) {
                letters.put(each.getKey(), each.getValue());
            }
        }
        double best = Stream.of(languages.split(" ", -1))
                .map(LANGUAGES::get)
                .mapToDouble(language -> letters.entrySet().stream()
                        .mapToDouble(each -> language.score(each.getKey()) * each.getValue())
                        .sum())
                .max()
                .orElse(0);
        return new LegacyCharset(charset, occurrences, common + best);
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static char neighbour(char character) {
        return isPartOfWord(character) ? character : EDGE;
    }

    private static boolean isPartOfWord(char character) {
        return (Character.isLetter(character) && SIGNS.indexOf(character) < 0)
                || Character.getType(character) == Character.NON_SPACING_MARK;
    }

    /** Returns how unlikely the character is by its kind and neighbours; 0 for a letter whose likelihood is that in its language. */
    private static double unlikely(String occurrence) {
        char before = occurrence.charAt(0);
        char character = occurrence.charAt(1);
        char after = occurrence.charAt(2);
        if (isFault(character)) {
            return FAULT;
        }
        if (!isPartOfWord(character)) {
            // As in 600×400; a sign of a price stands beside a number.
            boolean ofNumbers = before == NUMBER && SIGNS.indexOf(character) >= 0;
            boolean within = before != EDGE && after != EDGE && !ofNumbers && WITHIN.indexOf(character) < 0;
            boolean ofNumber =
                    before == NUMBER && (after == NUMBER ? OF_THOUSANDS : OF_NUMBERS).indexOf(character) >= 0;
            return ofNumber ? SIGN_OF_NUMBER : within ? SIGN_WITHIN : SIGNS.indexOf(character) < 0 ? RARE_SIGN : SIGN;
        }
        if (before == NUMBER) {
            return character == DIAMETER ? SIGN_OF_NUMBER : LETTER_AT_NUMBER;
        }
        if (isOfAnotherScript(character, before) || isOfAnotherScript(character, after)) {
            return OTHER_SCRIPT;
        }
        boolean capital = Character.isUpperCase(character);
        boolean odd = (capital && Character.isLowerCase(before))
                || (!capital && character != 'ß' && Character.isUpperCase(before) && Character.isUpperCase(after));
        return odd ? CAPITAL_WITHIN : 0;
    }

    private static boolean isLatin(char character) {
        return Character.UnicodeScript.of(character) == Character.UnicodeScript.LATIN;
    }

    private static boolean isOfAnotherScript(char letter, char neighbour) {
        Character.UnicodeScript script = Character.UnicodeScript.of(letter);
        Character.UnicodeScript other = Character.UnicodeScript.of(neighbour);
        return neighbour != EDGE
                && script != other
                && script != Character.UnicodeScript.INHERITED
                && other != Character.UnicodeScript.INHERITED;
    }

    /** Returns whether no text has the character: one that was not decoded, an escape, a C1 control or one for private use. */
    static boolean isFault(int character) {
        return character == 0xFFFD
                || character == 0x1B
                || character == 0x0E
                || (character >= 0x80 && character < 0xA0)
                || Character.getType(character) == Character.PRIVATE_USE;
    }

    int characters() {
        return occurrences.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the number of bytes that the charset does not define. */
    int faults() {
        return sum(occurrence -> isFault(occurrence.charAt(1)));
    }

    /** Returns whether signs stand within words, or capital letters after small ones. */
    boolean hasBrokenWords() {
        return sum(occurrence -> {
                    double unlikely = unlikely(occurrence);
                    return unlikely == SIGN_WITHIN || unlikely == CAPITAL_WITHIN || unlikely == OTHER_SCRIPT;
                })
                > 0;
    }

    private int sum(Predicate<String> matching) {
        return occurrences.entrySet().stream()
                .filter(each -> matching.test(each.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Returns the first words that two charsets read differently: each in one and in the other. */
    static Map<String, String> differences(List<byte[]> lines, Charset one, Charset other, int most) {
        Map<String, String> words = new LinkedHashMap<>();
        for (byte[] line : lines) {
            int from = 0;
            for (int at = 0; at <= line.length && words.size() < most; at++) {
                boolean inWord = at < line.length && (line[at] < 0 || Character.isLetterOrDigit(line[at]));
                if (!inWord) {
                    byte[] word = Arrays.copyOfRange(line, from, at);
                    String read = new String(word, one);
                    String otherwise = new String(word, other);
                    if (!read.equals(otherwise)) {
                        words.putIfAbsent(read, otherwise);
                    }
                    from = at + 1;
                }
            }
        }
        return words;
    }
}
