package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the columns, and their origin.
 *
 * @param inInput whether an import reads them from the input
 * @param headerLines lines of a header that an import skips, as its names cannot be used
 * @param note what is unusual; null for nothing
 */
record HeaderGuess(
        List<String> names,
        boolean inInput,
        int headerLines,
        @Nullable String note) {

    private static final int FIRST_YEAR = 1800;
    private static final int LAST_YEAR = 2200;

    /** Fewer numbers that are no years can follow each other by chance. */
    private static final int FEWEST_NUMBERS = 3;

    HeaderGuess {
        names = List.copyOf(names);
    }

    /** Returns whether the first record of an input is a header. */
    boolean isThere() {
        return inInput || headerLines > 0;
    }

    static HeaderGuess of(InputProfile profile, DialectGuess guess) {
        CsvRecord first = profile.firsts().get(0);
        List<ColumnProfile> columns = profile.columns();
        if (!guess.oddHeader().isEmpty() && isLikeOthers(first, columns)) {
            return odd(guess.oddHeader(), columns);
        }
        if (profile.records() > 0
                && isDistinctive(first, columns)
                && isLikeOthers(first, columns)
                && !isSeries(first)) {
            return none(columns.size());
        }
        return written(first, guess, doubt(first, profile));
    }

    /** Returns why the first record may not be the header; null where it is certain. */
    private static @Nullable String doubt(CsvRecord first, InputProfile profile) {
        List<ColumnProfile> columns = profile.columns();
        if (profile.records() > 0 && columns.stream().noneMatch(ColumnProfile::isDistinctive)) {
            return "a guess: texts alone do not show whether the first record names the columns";
        }
        return isSeries(first) && isLikeOthers(first, columns)
                ? "a guess: a series of numbers may be names, or a record"
                : null;
    }

    /** Returns the names of a header with surplus names, or without the last, blank column, or without the first, as R writes it. */
    private static HeaderGuess odd(List<String> written, List<ColumnProfile> columns) {
        List<String> names = new ArrayList<>(written.subList(0, Math.min(written.size(), columns.size())));
        boolean last = columns.size() - names.size() > 1
                || columns.get(columns.size() - 1).isBlank();
        while (names.size() < columns.size()) {
            names.add(last ? names.size() : 0, "");
        }
        return new HeaderGuess(
                HeaderNames.usable(names),
                false,
                0,
                "in place of the line skipped, which has %d names for %d columns"
                        .formatted(written.size(), columns.size()));
    }

    private static HeaderGuess none(int columns) {
        List<String> names = IntStream.rangeClosed(1, columns)
                .mapToObj(number -> "column" + number)
                .toList();
        return new HeaderGuess(
                names, false, 0, "none: the first record is like all others; or write true, if it names the columns");
    }

    private static HeaderGuess written(CsvRecord first, DialectGuess guess, @Nullable String note) {
        List<String> written = texts(first);
        List<String> usable = HeaderNames.usable(written);
        if (usable.equals(written)) {
            return new HeaderGuess(written, true, 0, note);
        }
        int lines = Math.toIntExact(
                first.location().nextLine() - 1 - guess.dialect().skipLines());
        return new HeaderGuess(
                usable,
                false,
                lines,
                "in place of the input's, which lacks names, or has one that no column can have, or twice");
    }

    /** Returns whether every cell is of its column's type. */
    private static boolean isLikeOthers(CsvRecord first, List<ColumnProfile> columns) {
        return IntStream.range(0, columns.size())
                .allMatch(column -> columns.get(column).isLikeOthers(first, column));
    }

    /** Returns whether some cell is in a column of another type than text. */
    private static boolean isDistinctive(CsvRecord first, List<ColumnProfile> columns) {
        return IntStream.range(0, Math.min(columns.size(), first.cellCount()))
                .anyMatch(column ->
                        first.length(column) > 0 && columns.get(column).isDistinctive());
    }

    /** Returns whether the names are consecutive numbers, such as years or months. */
    private static boolean isSeries(CsvRecord first) {
        List<Long> numbers = texts(first).stream()
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Long::valueOf)
                .toList();
        boolean years = numbers.stream().allMatch(number -> number >= FIRST_YEAR && number <= LAST_YEAR);
        return numbers.size() >= (years ? 2 : FEWEST_NUMBERS)
                && IntStream.range(1, numbers.size())
                        .allMatch(index -> numbers.get(index) - numbers.get(index - 1) == 1);
    }

    static List<String> texts(CsvRecord record) {
        List<String> texts = new ArrayList<>();
        for (int cell = 0; cell < record.cellCount(); cell++) {
            texts.add(record.text(cell));
        }
        return texts;
    }

    /** Names that columns can have, close to those of the header. */
    static final class HeaderNames {

        private static final int LONGEST_BYTES = 1000;
        private static final int SHORTENED = 100;

        private HeaderNames() {}

        /** Returns the names, with others for those that are blank, duplicate, too long or hold a NUL. */
        static List<String> usable(List<String> written) {
            Set<String> taken = new HashSet<>(written);
            Set<String> given = new HashSet<>();
            List<String> usable = new ArrayList<>();
            for (int column = 0; column < written.size(); column++) {
                String name = cleaned(written.get(column), column + 1);
                boolean asWritten = name.equals(written.get(column));
                String free =
                        given.contains(name) || (!asWritten && taken.contains(name)) ? numbered(name, taken) : name;
                taken.add(free);
                given.add(free);
                usable.add(free);
            }
            return usable;
        }

        private static String cleaned(String name, int number) {
            if (name.isBlank()) {
                return "column" + number;
            }
            String clean = name.replace("\0", "");
            boolean tooLong = clean.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES;
            return clean.isBlank() ? "column" + number : tooLong ? shortened(clean) : clean;
        }

        private static String shortened(String name) {
            return name.substring(0, name.offsetByCodePoints(0, SHORTENED));
        }

        private static String numbered(String name, Set<String> taken) {
            int number = 2;
            while (taken.contains(name + "_" + number)) {
                number++;
            }
            return name + "_" + number;
        }
    }
}
