package dev.mongohaul.report.render;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.report.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Table.
 *
 * @param rows with one cell per heading
 */
record Grid(List<Heading> headings, List<List<String>> rows) {

    String text() {
        List<ColumnData<List<String>>> columns = new ArrayList<>();
        for (int index = 0; index < headings.size(); index++) {
            int place = index;
            columns.add(headings.get(place).column().with(row -> ReportView.onOneLine(row.get(place))));
        }
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(rows, columns)
                .asString();
    }

    /**
     * Heading of a column.
     *
     * @param outcomes whether its cells begin with a status or a state
     */
    public record Heading(String text, Kind kind, boolean outcomes) {

        private static final Pattern WORD = Pattern.compile("^[a-z]+(-[a-z]+)*");

        /** Returns the CSS classes of a cell: its kind, and its status or state if it has one. */
        public String classes(String cell) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            Matcher word = WORD.matcher(cell);
            return outcomes && word.find() ? name + " status " + word.group() : name;
        }

        private Column column() {
            HorizontalAlign align = kind == Kind.FIGURE ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
            return new Column().header(text).headerAlign(align).dataAlign(align).maxWidth(ReportView.WIDEST);
        }
    }

    /** Kind of the cells of a column. */
    public enum Kind {
        /** Right-aligned numbers. */
        FIGURE,
        /** Short text without line breaks. */
        WORD,
        /** Text of any length. */
        TEXT
    }

    /** Columns of a table for rows of one type. */
    static final class Columns<T> {

        private final List<Heading> headings = new ArrayList<>();
        private final List<Function<T, @Nullable String>> cells = new ArrayList<>();

        Columns<T> word(String heading, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, Kind.WORD, false), cell);
        }

        Columns<T> text(String heading, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, Kind.TEXT, false), cell);
        }

        /** Adds cells that begin with a status or a state. */
        Columns<T> outcome(String heading, Kind kind, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, kind, true), cell);
        }

        Columns<T> figure(String heading, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, Kind.FIGURE, false), cell);
        }

        Columns<T> number(String heading, ToLongFunction<T> cell) {
            return figure(heading, row -> Words.number(cell.applyAsLong(row)));
        }

        private Columns<T> add(Heading heading, Function<T, @Nullable String> cell) {
            headings.add(heading);
            cells.add(cell);
            return this;
        }

        Grid of(List<T> rows) {
            return new Grid(headings, rows.stream().map(this::row).toList());
        }

        private List<String> row(T row) {
            List<String> texts = new ArrayList<>();
            for (Function<T, @Nullable String> cell : cells) {
                String text = cell.apply(row);
                texts.add(text == null ? "" : text);
            }
            return texts;
        }
    }
}
