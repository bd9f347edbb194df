package dev.mongohaul.report.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /**
     * What stands above a column.
     *
     * @param outcomes whether its cells begin with the word of a status or a state
     */
    public record Heading(String text, Kind kind, boolean outcomes) {

        private static final Pattern WORD = Pattern.compile("^[a-z]+(-[a-z]+)*");

        public Heading(String text, Kind kind) {
            this(text, kind, false);
        }

        /** The classes of a cell for a style sheet: its kind, and the word that it begins with where that is an outcome. */
        public String classes(String cell) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            Matcher word = WORD.matcher(cell);
            return outcomes && word.find() ? name + " status " + word.group() : name;
        }
    }

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

        /** Cells that begin with the word of a status or a state. */
        Columns<T> outcome(String heading, Kind kind, Function<T, @Nullable String> cell) {
            return add(new Heading(heading, kind, true), cell);
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
