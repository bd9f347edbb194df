package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.column.ColumnProfile;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the columns, and their origin.
 *
 * @param inInput whether an import reads a header from the input
 * @param cells of the header, for which other names stand; empty where its cells are the names
 * @param skippedLines lines that the dialect skips from the header on
 * @param note what is unusual; null for nothing
 */
record HeaderGuess(
        List<String> names,
        boolean inInput,
        List<String> cells,
        int skippedLines,
        @Nullable String note) {

    private static final int FIRST_YEAR = 1800;
    private static final int LAST_YEAR = 2200;

    /** Fewer numbers that are not years can follow each other by chance. */
    private static final int FEWEST_NUMBERS = 3;

    /** Fewer words in columns of numbers may be those of a record that lacks the numbers. */
    private static final int FEWEST_UNLIKE = 3;

    /** One record in this number may repeat a header that is none by its names. */
    private static final int ONE_REPEATED_IN = 10;

    /** One cell of the column's type may be a name, such as a year. */
    private static final int FEWEST_ALIKE = 2;

    private static final int LONGEST_BYTES = 1000;

    /** Byte order marks in names, one of them as windows-1252 reads it; and NULs. */
    private static final String MARKS = "[\\x00\\uFEFF]|^ï»¿";

    /** Formula of a spreadsheet for a name. */
    private static final String FORMULA = "^=\"([^\"]*)\"$";

    /** Characters of a name that is too long. */
    private static final int SHORTENED = 100;

    /** Returns whether the first record that the dialect reads is a header. */
    boolean isThere() {
        return inInput && skippedLines == 0;
    }

    /** Returns whether the first record of an input is a header, and nothing else speaks for a record. */
    boolean isCertain() {
        return inInput && (note == null || ColumnNames.areUsual(cells.isEmpty() ? names : cells));
    }

    /** Returns whether the first record of an input is without doubt a header: it is unlike the records below. */
    static boolean isSure(InputProfile profile) throws IOException {
        return profile.records > 0
                && !profile.firsts.isEmpty()
                && of(profile).isThere()
                && doubt(profile.firsts.get(0), profile) == null;
    }

    /** @param hints which names of columns are given, and not guessed */
    static HeaderGuess of(InputProfile profile, Hints hints) throws IOException {
        List<String> given = hints.header();
        if (given.isEmpty()) {
            return hints.saysHeaderIsInInput() ? written(profile, null) : of(profile);
        }
        if (given.size() != profile.columns.size()) {
            throw InputException.refused("source.header names %s, and the records have %s"
                    .formatted(Counted.of(given.size(), "column"), Counted.of(profile.columns.size(), "cell")));
        }
        return new HeaderGuess(given, false, List.of(), 0, null);
    }

    static HeaderGuess of(InputProfile profile) throws IOException {
        DialectGuess guess = profile.guess;
        CsvRecord first = profile.firsts.get(0);
        List<ColumnProfile> columns = profile.columns;
        CsvRecord odd = guess.oddHeader();
        if (odd != null && (profile.isLikeOthers(first) || isRecordBelow(odd, first, columns))) {
            return odd(odd, guess.dialect().skipLines(), columns);
        }
        if (profile.records > 0 && isDistinctive(first, columns) && profile.isLikeOthers(first) && !isSeries(first)) {
            return none(columns.size(), "the first record looks like all others");
        }
        if (profile.records > 0 && isMostlyLikeOthers(first, columns) && !isSeries(first)) {
            return none(columns.size(), "a guess: most cells of the first record look like those of the others");
        }
        boolean only = profile.records == 0 && isLikeValues(first);
        if (only || (guess.below() == 0 && HeaderEvidence.of(profile).isRecord())) {
            return none(
                    columns.size(),
                    only
                            ? "the only record has numbers or dates"
                            : "a guess: the first record has a blank or repeated cell, and looks like data");
        }
        String doubt = doubt(first, profile);
        boolean again = profile.repeated.count() * ONE_REPEATED_IN > profile.records;
        return doubt != null && again && !ColumnNames.areUsual(first.texts()) && profile.isLikeOthers(first)
                ? none(columns.size(), "a guess: records below have the cells of the first")
                : written(profile, doubt);
    }

    /** Returns whether the record has values like those of its columns, or the line above has usual names and the record none. */
    private static boolean isRecordBelow(CsvRecord above, CsvRecord record, List<ColumnProfile> columns) {
        long alike = count(record, columns, true);
        return alike > 0
                ? alike >= count(record, columns, false)
                : ColumnNames.areUsual(above.texts()) && !ColumnNames.areUsual(record.texts());
    }

    /** Returns whether most cells in columns of another type than text are of the column's type, and no name. */
    private static boolean isMostlyLikeOthers(CsvRecord first, List<ColumnProfile> columns) {
        long alike = count(first, columns, true);
        return alike >= FEWEST_ALIKE && alike > count(first, columns, false) && !ColumnNames.areUsual(first.texts());
    }

    /** Counts the filled cells that are, or are not, of their column's type, of columns of another type than text. */
    private static long count(CsvRecord record, List<ColumnProfile> columns, boolean alike) {
        return IntStream.range(0, Math.min(columns.size(), record.cellCount()))
                .filter(column ->
                        record.length(column) > 0 && columns.get(column).isDistinctive())
                .filter(column -> columns.get(column).isLikeOthers(record, column) == alike)
                .count();
    }

    /** Returns why the first record may not be the header; null where it is certain. */
    private static @Nullable String doubt(CsvRecord first, InputProfile profile) {
        List<ColumnProfile> columns = profile.columns;
        if (profile.records > 0 && columns.stream().noneMatch(ColumnProfile::isDistinctive)) {
            return "a guess: the first record may also be data, since all columns are text";
        }
        if (isSeries(first) && profile.isLikeOthers(first)) {
            return "a guess: a series of numbers may be names, or a record";
        }
        return ColumnNames.areUsual(first.texts()) || isUnlikeMost(first, columns)
                ? null
                : "a guess: the first record may also be data, since few of its cells are usual names of columns";
    }

    /** Returns whether the record has words in several columns of numbers or dates, and these are most columns. */
    private static boolean isUnlikeMost(CsvRecord first, List<ColumnProfile> columns) {
        long unlike = IntStream.range(0, Math.min(columns.size(), first.cellCount()))
                .filter(column -> columns.get(column).isDistinctive()
                        && !columns.get(column).isLikeOthers(first, column))
                .mapToObj(first::text)
                .distinct()
                .count();
        return unlike >= FEWEST_UNLIKE && 2 * unlike >= columns.size();
    }

    /** Returns the names of a header with surplus names, or without the last, blank column, or without the first, as R writes it. */
    private static HeaderGuess odd(CsvRecord header, int skipLines, List<ColumnProfile> columns) {
        List<String> written = header.texts();
        List<String> names = new ArrayList<>(written.subList(0, Math.min(written.size(), columns.size())));
        boolean last = columns.size() - names.size() > 1
                || columns.get(columns.size() - 1).isBlank();
        while (names.size() < columns.size()) {
            names.add(last ? names.size() : 0, "");
        }
        return new HeaderGuess(
                usable(names),
                true,
                written,
                Math.toIntExact(skipLines - header.location().line() + 1),
                (ColumnNames.areUsual(written) ? "" : "a guess: ")
                        + "in place of the header, which has %d names for %d columns"
                                .formatted(written.size(), columns.size()));
    }

    /** Returns whether some cell is a number or a date, and few are usual names of columns. */
    private static boolean isLikeValues(CsvRecord record) {
        return !ColumnNames.areUsual(record.texts())
                && !isSeries(record)
                && ColumnProfile.of(record.cellCount(), List.of(record)).stream()
                        .anyMatch(ColumnProfile::isDistinctive);
    }

    private static HeaderGuess none(int columns, String why) {
        List<String> names = IntStream.rangeClosed(1, columns)
                .mapToObj(number -> "column" + number)
                .toList();
        return new HeaderGuess(names, false, List.of(), 0, why + "; set header: true if it names the columns");
    }

    private static HeaderGuess written(InputProfile profile, @Nullable String note) {
        CsvRecord first = profile.firsts.get(0);
        List<CsvRecord> below = profile.underHeader;
        List<String> written = first.texts();
        List<String> usable = usable(written);
        if (usable.equals(written) && below.isEmpty()) {
            return new HeaderGuess(written, true, List.of(), 0, note);
        }
        String skipped = below.isEmpty()
                ? ""
                : "; %s below it %s skipped, since no column has such values: %s%s"
                        .formatted(
                                Counted.of(below.size(), "line"),
                                below.size() == 1 ? "is" : "are",
                                Printable.excerpt(
                                        String.join(" ", below.get(0).texts()).strip()),
                                usable.equals(written) ? "" : namesBelow(below.get(below.size() - 1)));
        return new HeaderGuess(
                usable,
                true,
                written,
                0,
                (usable.equals(written)
                                ? "the header"
                                : "in place of the header, in which a name is missing, invalid or repeated")
                        + skipped);
    }

    /** Returns the option that takes the names from the last line of a header; empty if it is no line of names. */
    private static String namesBelow(CsvRecord line) {
        return usable(line.texts()).equals(line.texts()) && DialectTrial.isLikeNames(line)
                ? "; --skip-lines=%d takes the names from line %d"
                        .formatted(line.location().line() - 1, line.location().line())
                : "";
    }

    /** Returns whether some cell is in a column of another type than text. */
    private static boolean isDistinctive(CsvRecord first, List<ColumnProfile> columns) {
        return IntStream.range(0, Math.min(columns.size(), first.cellCount()))
                .anyMatch(column ->
                        first.length(column) > 0 && columns.get(column).isDistinctive());
    }

    /** Returns whether the names are consecutive numbers, such as years or months. */
    private static boolean isSeries(CsvRecord first) {
        List<Long> numbers = first.texts().stream()
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Long::valueOf)
                .toList();
        boolean years = numbers.stream().allMatch(number -> number >= FIRST_YEAR && number <= LAST_YEAR);
        return numbers.size() >= (years ? 2 : FEWEST_NUMBERS)
                && IntStream.range(1, numbers.size())
                        .allMatch(index -> numbers.get(index) - numbers.get(index - 1) == 1);
    }

    /** Returns names that columns can have: others for those that are blank, duplicate, too long or hold a NUL. */
    private static List<String> usable(List<String> written) {
        Set<String> taken = new HashSet<>(written);
        Set<String> usable = new LinkedHashSet<>();
        for (String name : written) {
            String clean = cleaned(name, usable.size() + 1);
            String chosen = clean;
            boolean free = !usable.contains(clean) && (clean.equals(name) || !taken.contains(clean));
            for (int number = 2; !free; number++) {
                chosen = clean + "_" + number;
                free = !taken.contains(chosen);
            }
            taken.add(chosen);
            usable.add(chosen);
        }
        return List.copyOf(usable);
    }

    private static String cleaned(String name, int number) {
        String clean = name.replaceAll(MARKS, "").replaceFirst(FORMULA, "$1");
        if (clean.isBlank()) {
            return "column" + number;
        }
        boolean tooLong = clean.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES;
        return tooLong ? clean.substring(0, clean.offsetByCodePoints(0, SHORTENED)) : clean;
    }
}
