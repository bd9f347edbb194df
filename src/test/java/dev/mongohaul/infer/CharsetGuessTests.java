package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.source.InputRules;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Charsets of ten names of countries in the languages that are written in them. */
class CharsetGuessTests {

    private static final int NAMES = 10;
    private static final double ENOUGH = 0.95;
    private static final Pattern OTHER = Pattern.compile("--charset ([\\w-]+)");

    private static final List<String> PAIRS = List.of(
            "de fr es it pt da fi: windows-1252 ISO-8859-15 IBM850 IBM437 x-MacRoman",
            "pl cs hu ro hr sk: windows-1250 ISO-8859-2 IBM852",
            "tr: windows-1254 IBM857",
            "lv lt et: windows-1257 ISO-8859-13",
            "ru bg: windows-1251 KOI8-R ISO-8859-5 IBM866",
            "uk: windows-1251 KOI8-U ISO-8859-5",
            "el: windows-1253 ISO-8859-7",
            "he: windows-1255",
            "ar: windows-1256");

    @TempDir
    private Path folder;

    @Test
    void lettersOfALanguageShowTheCharset() throws IOException {
        List<String> wrong = new ArrayList<>();
        int all = 0;
        for (String pairs : PAIRS) {
            String[] sides = pairs.split(": ", 2);
            for (String language : sides[0].split(" ", -1)) {
                for (String charset : sides[1].split(" ", -1)) {
                    all++;
                    outcome(language, Charset.forName(charset), wrong);
                }
            }
        }
        assertThat(wrong).hasSizeLessThan((int) Math.ceil(all * (1 - ENOUGH)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"600×400", "1920×1080", "Ø 12", "12 Ø", "5±1"})
    void signsBetweenNumbersAreNoLettersOfAnotherScript(String cell) throws IOException {
        String rows = IntStream.range(0, 40)
                .mapToObj(row -> "%d;%s;%s\n".formatted(row, cell, row % 4 == 0 ? "Gehäuse" : "Deckel"))
                .collect(Collectors.joining());
        List<String> wrong = new ArrayList<>();

        outcome(cell, "id;masse;name\n" + rows, Charset.forName("windows-1252"), wrong);

        assertThat(wrong).isEmpty();
    }

    /** Four texts of each language, of other words than the tables of letters. */
    @Test
    void fewWordsShowTheCharset() throws IOException {
        List<String> wrong = new ArrayList<>();
        int pairs = 0;
        List<String> charsets = List.of();
        for (String line : Files.readAllLines(Path.of("src/test/resources/infer/words.txt"))) {
            if (line.startsWith("=")) {
                charsets = List.of(line.substring(1).split(" ", -1));
                continue;
            }
            String text = "id;value\n1;" + line.replace("|", "\n2;") + "\n";
            for (String charset : charsets) {
                pairs++;
                outcome(line, text, Charset.forName(charset), wrong);
            }
        }
        assertThat(pairs).isEqualTo(204);
        assertThat(wrong).hasSizeLessThan((int) Math.ceil(pairs * (1 - ENOUGH)));
    }

    @Test
    void nearCharsetsAreUncertainAndShownWithWordsThatDiffer() throws IOException {
        Files.write(folder.resolve("in.csv"), "id;value\n1;Sauditã\n".getBytes("windows-1252"));

        Guess job = inferred();

        assertThat(job.notes())
                .anyMatch(
                        note -> note.startsWith(
                                "Charset windows-1252: UNCERTAIN: not UTF-8, the first byte that is not is in line 2 of in.csv. \"Sauditã\" is \"Saudită\" with --charset windows-1250;"));
    }

    /** The sign is on each line; a word with an umlaut is on one line in three, or on none. */
    @Test
    void signsBesideNumbersShowTheCharset() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String pairs : List.of(
                "windows-1252 ISO-8859-15 IBM858 x-MacRoman: 1.335,92 €|1.335,92€|€ 1.335,92|1.335,92\u00A0€",
                "windows-1252: 1\u00A0335,92\u00A0€|1.335,92 €;Zug – 3|1\u00A0335|1’335.92",
                "windows-1252 IBM850 IBM437 x-MacRoman: £ 1335.92|£12|20 °C|20°")) {
            String[] sides = pairs.split(": ", 2);
            for (String cell : sides[1].split("\\|", -1)) {
                for (String charset : sides[0].split(" ", -1)) {
                    for (String word : List.of("Mutter", "Gehäuse")) {
                        String records = "1;Schraube;%1$s\n2;Mutter;%1$s\n3;%2$s;%1$s\n".formatted(cell, word);
                        outcome(cell, "id;name;value\n" + records.repeat(20), Charset.forName(charset), wrong);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private Guess inferred() {
        return new JobInference(folder, InputRules.ANY).infer(List.of("in.csv"), Inferred.NO_HINTS);
    }

    private void outcome(String language, Charset charset, List<String> wrong) throws IOException {
        String text = names(language, charset).stream().collect(Collectors.joining("\n", "id;value\n", "\n"));
        outcome(language, text, charset, wrong);
    }

    private void outcome(String language, String text, Charset charset, List<String> wrong) throws IOException {
        assertThat(charset.newEncoder().canEncode(text))
                .as("%s in %s", language, charset)
                .isTrue();
        byte[] bytes = text.getBytes(charset);
        Files.write(folder.resolve("in.csv"), bytes);

        Guess job = inferred();

        String note = job.notes().stream()
                .filter(each -> each.startsWith("Charset "))
                .findFirst()
                .orElseThrow();
        String guess = note.substring("Charset ".length(), note.indexOf(':'));
        boolean right = text.equals(new String(bytes, Charset.forName(guess)));
        boolean among = note.contains("UNCERTAIN")
                && OTHER.matcher(note)
                        .results()
                        .map((MatchResult other) -> Charset.forName(other.group(1)))
                        .anyMatch(other -> text.equals(new String(bytes, other)));
        if (!right && !among) {
            wrong.add(language + " in " + charset + ": " + note);
        }
    }

    /** Returns records of names that have letters above ASCII, all of which the charset has. */
    private static List<String> names(String language, Charset charset) {
        Locale locale = Locale.forLanguageTag(language);
        List<String> names = Stream.of(Locale.getISOCountries())
                .map(country -> country + ";"
                        + new Locale.Builder()
                                .setRegion(country)
                                .build()
                                .getDisplayCountry(locale)
                                .replace('ș', 'ş')
                                .replace('ț', 'ţ')
                                .replace('’', '\''))
                .filter(name -> name.chars().anyMatch(each -> each >= 0x80)
                        && charset.newEncoder().canEncode(name))
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(names, new Random(language.hashCode()));
        return names.subList(0, Math.min(NAMES, names.size()));
    }
}
