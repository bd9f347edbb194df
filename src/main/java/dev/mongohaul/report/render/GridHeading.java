package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.text.TextTable;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Heading of a column.
 *
 * @param outcomes whether its cells begin with a status or a state
 */
record GridHeading(String text, ColumnKind kind, boolean outcomes) {

    private static final Pattern WORD = Pattern.compile("^[a-z]+(-[a-z]+)*");

    /** Returns the CSS classes of a cell: its kind, and its status or state if it has one. */
    public String classes(String cell) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        Matcher word = WORD.matcher(cell);
        return outcomes && word.find() ? name + " status " + word.group() : name;
    }

    /** Returns a cell as pages show it: its status or state in words. */
    public String shown(String cell) {
        Matcher word = WORD.matcher(cell);
        return outcomes && word.find() ? Words.text(word.group()) + cell.substring(word.end()) : cell;
    }

    <T> TextTable<T> addTo(TextTable<T> table, Function<T, String> cell) {
        return kind == ColumnKind.FIGURE ? table.figure(text, cell) : table.text(text, cell);
    }
}
