package dev.mongohaul.job.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.job.infer.column.ColumnProfile;
import dev.mongohaul.job.infer.dialect.DialectGuess;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The columns' names, and where they are from.
 *
 * @param inInput whether an import takes them from the input
 * @param headerLines lines of a header that an import passes over, as its names will not do
 * @param note what is unusual; null where nothing is
 */
record HeaderGuess(
        List<String> names,
        boolean inInput,
        int headerLines,
        @Nullable String note) {

    HeaderGuess {
        names = List.copyOf(names);
    }

    /** Whether the first record of an input is a header. */
    boolean isThere() {
        return inInput || headerLines > 0;
    }

    static HeaderGuess of(InputProfile profile, DialectGuess guess) {
        CsvRecord first = profile.firsts().get(0);
        List<ColumnProfile> columns = profile.columns();
        if (profile.records() > 0 && isLikeOthers(first, columns) && !isSeries(first)) {
            List<String> names = IntStream.rangeClosed(1, columns.size())
                    .mapToObj(number -> "column" + number)
                    .toList();
            return new HeaderGuess(
                    names,
                    false,
                    0,
                    "none: the first record is like all others; or write true, if it names the columns");
        }
        List<String> written = texts(first);
        List<String> usable = HeaderNames.usable(written);
        if (usable.equals(written)) {
            return new HeaderGuess(written, true, 0, null);
        }
        int lines = Math.toIntExact(
                first.location().nextLine() - 1 - guess.dialect().skipLines());
        return new HeaderGuess(
                usable,
                false,
                lines,
                "in place of the input's, which lacks names, or has one that no column can have, or twice");
    }

    /** Every cell is of its column's type, and not only of text. */
    private static boolean isLikeOthers(CsvRecord first, List<ColumnProfile> columns) {
        boolean distinctive = false;
        for (int column = 0; column < columns.size(); column++) {
            ColumnProfile profile = columns.get(column);
            if (!profile.isLikeOthers(first, column)) {
                return false;
            }
            distinctive =
                    distinctive || (profile.isDistinctive() && column < first.cellCount() && first.length(column) > 0);
        }
        return distinctive;
    }

    /** Names such as years: whole numbers, each by one more than the one before. */
    private static boolean isSeries(CsvRecord first) {
        List<Long> numbers = texts(first).stream()
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Long::valueOf)
                .toList();
        return numbers.size() > 1
                && IntStream.range(1, numbers.size())
                        .allMatch(index -> numbers.get(index) - numbers.get(index - 1) == 1);
    }

    private static List<String> texts(CsvRecord record) {
        List<String> texts = new ArrayList<>();
        for (int cell = 0; cell < record.cellCount(); cell++) {
            texts.add(record.text(cell));
        }
        return texts;
    }
}
