package dev.mongohaul.infer.column;

import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.text.InvalidSettingsException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * First cells of a column, and types that they have in forms that are not tried with every cell: dates in other languages,
 * and amounts with several texts around them. For one thread.
 */
final class FirstCells {

    static final int MOST = 20;

    private static final int LONGEST = 60;

    private static final List<Locale> LOCALES = Stream.of(
                    "en", "en-CA", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "sk", "sv", "da", "nb", "fi", "hu",
                    "ro", "hr", "tr", "ru", "uk", "el", "en-GB")
            .map(Locale::forLanguageTag)
            .toList();

    private static final Pattern AMOUNT = Pattern.compile(
            "(?<front>[^\\d\\s+().,'-]{0,4})[ \\u00A0\\u202F]?[-+(]?\\d(?:[\\d.,'’ \\u00A0\\u202F]*\\d)?[-)]?(?<gap>[ \\u00A0\\u202F]?)(?<back>[^\\d\\s+().,'-]{0,4})");

    /** A dash in place of a number. */
    private static final Pattern DASH = Pattern.compile("\\p{Sc}? *[-–—]");

    /** A date and a time to the second or finer. */
    private static final Pattern FINE =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d([.,]\\d{1,9})?( ?([-+]\\d\\d.{0,3}|Z))?");

    private static final String NUMBER = "[-+]?\\d+([.,]\\d+)?([eE][-+]?\\d+)?";

    /** Numbers in forms that no type reads, which may stand among others. */
    private static final Map<Pattern, String> UNREADABLE = Map.of(
            Pattern.compile("[-+]?0[xX]\\p{XDigit}+"), "hexadecimal numbers, which no type reads",
            Pattern.compile("[-+]?0[oO][0-7]+"), "octal numbers, which no type reads",
            Pattern.compile("[-+]?0[bB][01]+"), "binary numbers, which no type reads",
            Pattern.compile("[-+]?\\d{1,3}(_\\d{3})+([.,]\\d+)?"),
                    "numbers with underscores: remove these to make them numbers",
            Pattern.compile("(?i)[-+]?(inf(inity)?|nan|∞|(1\\.)?#(inf|ind|qnan|nan)\\d*)"),
                    "numbers and infinities, which no type reads: make these blank to make them numbers");

    private static final Pattern FINER = Pattern.compile("[.,]\\d{3}\\d*[1-9]");

    private static final int MOST_TEXTS = 3;

    private final List<String> cells = new ArrayList<>();
    private boolean tooLong;

    void add(byte[] bytes, int from, int to) {
        if (cells.size() < MOST && !tooLong) {
            tooLong = to - from > LONGEST;
            cells.add(new String(bytes, from, tooLong ? 0 : to - from, StandardCharsets.UTF_8));
        }
    }

    /** Returns the dates that all of the cells are: one, two if day and month can be swapped, or none. */
    List<FieldSpec> dates() {
        return tooLong || cells.isEmpty()
                ? List.of()
                : DateForms.others(cells.get(0))
                        .flatMap(pattern -> LOCALES.stream()
                                .flatMap(locale -> date(pattern, locale))
                                .limit(1))
                        .limit(DateForms.mayBeSwapped(cells.get(0)) ? 2 : 1)
                        .toList();
    }

    /** Returns the dates of two forms that the cells are: one, two if day and month can be swapped, or none. */
    List<FieldSpec> datesOfTwoForms() {
        Set<String> patterns = new LinkedHashSet<>();
        cells.forEach(cell -> patterns.addAll(DateForms.of(cell)));
        Map<Boolean, FieldSpec> orders = new LinkedHashMap<>();
        DateForms.joined(patterns)
                .flatMap(pattern -> date(pattern, Locale.ENGLISH))
                .forEach(date -> orders.putIfAbsent(date.dateOrIso().pattern().startsWith("[d"), date));
        FieldSpec dayFirst = orders.get(true);
        return dayFirst != null && dayFirst.dateOrIso().pattern().matches("\\[dd?\\..*")
                ? List.of(dayFirst)
                : List.copyOf(orders.values());
    }

    private Stream<FieldSpec> date(String pattern, Locale locale) {
        try {
            return Stream.of(FieldSpec.date(pattern, locale.equals(Locale.ENGLISH) ? null : locale))
                    .filter(this::fitAll);
        } catch (InvalidSettingsException notInThisLanguage) {
            return Stream.empty();
        }
    }

    /**
     * Returns the number that all of the cells are without a few texts around them; empty if they are none. A dash in place of
     * a number, as accountants write zero, is blank.
     */
    Optional<FieldSpec> amount() {
        Set<String> texts = new LinkedHashSet<>();
        Set<String> dashes = new TreeSet<>();
        for (String cell : cells) {
            String amount = cell.strip();
            Matcher parts = AMOUNT.matcher(amount);
            if (DASH.matcher(amount).matches()) {
                dashes.add(amount);
            } else if (!parts.matches() || !isPlausible(parts)) {
                return Optional.empty();
            } else {
                texts.addAll(List.of(parts.group("front"), parts.group("back")));
            }
        }
        texts.remove("");
        if (tooLong || texts.isEmpty() || texts.size() > MOST_TEXTS || dashes.size() == cells.size()) {
            return Optional.empty();
        }
        List<String> amounts = cells.stream()
                .map(String::strip)
                .filter(cell -> !dashes.contains(cell))
                .toList();
        try {
            return TypeTrials.amounts(List.copyOf(texts))
                    .filter(field -> fitAll(field, amounts))
                    .findFirst()
                    .map(field -> {
                        dashes.add("");
                        return dashes.size() == 1 ? field : field.withNulls(dashes);
                    });
        } catch (InvalidSettingsException notToStrip) {
            return Optional.empty();
        }
    }

    /** Returns whether texts around a number are not a part of it; a letter next to digits may be one of an identifier. */
    private static boolean isPlausible(Matcher parts) {
        return isKnown(parts.group("front"))
                && (isKnown(parts.group("back")) || !parts.group("gap").isEmpty());
    }

    /** Returns whether cells have blanks at their ends. */
    boolean areBlankAround() {
        return cells.stream().anyMatch(cell -> !cell.equals(cell.strip()));
    }

    /** Returns why the cells are no values of a type that they look like; empty for other texts. */
    Optional<String> unreadable() {
        if (!tooLong
                && !cells.isEmpty()
                && cells.stream().allMatch(cell -> FINE.matcher(cell).matches())
                && cells.stream().anyMatch(cell -> FINER.matcher(cell).find())) {
            return Optional.of("dates finer than a millisecond, which a date would lose");
        }
        Optional<String> number = UNREADABLE.entrySet().stream()
                .filter(form -> cells.stream()
                                .anyMatch(cell -> form.getKey().matcher(cell).matches())
                        && cells.stream()
                                .allMatch(cell -> cell.matches(NUMBER)
                                        || form.getKey().matcher(cell).matches()))
                .map(Map.Entry::getValue)
                .findFirst();
        if (number.isPresent()) {
            return number;
        }
        List<String> plain = cells.stream()
                .map(cell -> Normalizer.normalize(cell, Normalizer.Form.NFKC).replace('\u2212', '-'))
                .toList();
        return tooLong
                        || plain.equals(cells)
                        || TypeTrials.amounts(List.of("%")).noneMatch(field -> fitAll(field, plain))
                ? Optional.empty()
                : Optional.of(
                        cells.stream().anyMatch(cell -> cell.indexOf('\u2212') >= 0)
                                ? "numbers with the minus sign U+2212: write - in the file to make them numbers"
                                : "numbers with wide digits or signs: write those of ASCII in the file to make them numbers");
    }

    private static boolean isKnown(String text) {
        return text.isEmpty() || TypeTrials.AROUND_NUMBERS.contains(text);
    }

    private boolean fitAll(FieldSpec field) {
        return fitAll(field, cells);
    }

    private static boolean fitAll(FieldSpec field, List<String> cells) {
        CellType type = CellTypes.of(field);
        ValueHash nowhere = new ValueHash();
        return cells.stream().allMatch(cell -> {
            byte[] bytes = cell.getBytes(StandardCharsets.UTF_8);
            return bytes.length > 0 && type.put(bytes, 0, bytes.length, TypeTrial.ANY_NAME, nowhere);
        });
    }
}
