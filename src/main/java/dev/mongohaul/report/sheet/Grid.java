package dev.mongohaul.report.sheet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table.
 *
 * @param rows with as many cells as there are headings
 */
public record Grid(List<Heading> headings, List<List<String>> rows) {

    public Grid {
        headings = List.copyOf(headings);
        rows = List.copyOf(rows);
    }

    /** What stands above a column. */
    public record Heading(String text, Kind kind) {}

    /** What the cells of a column are. */
    public enum Kind {
        /** Numbers, one below the other. */
        FIGURE,
        /** Short texts, which are not broken. */
        WORD,
        /** Texts of any length. */
        TEXT
    }

    /** Columns, from which the table of any rows is made. */
    static final class Columns<T> {

        private final List<Heading> headings = new ArrayList<>();
        private final List<Function<T, @Nullable String>> cells = new ArrayList<>();

        Columns<T> word(String heading, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, Kind.WORD), cell);
        }

        Columns<T> text(String heading, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, Kind.TEXT), cell);
        }

        Columns<T> figure(String heading, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, Kind.FIGURE), cell);
        }

        Columns<T> number(String heading, ToLongFunction<T> cell) {
            return figure(heading, row -> String.format(Locale.ROOT, "%,d", cell.applyAsLong(row)));
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
