package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Columns of a table for rows of one type. */
final class GridColumns<T> {

    private final List<GridHeading> headings = new ArrayList<>();
    private final List<Function<T, @Nullable String>> cells = new ArrayList<>();

    GridColumns<T> word(String heading, Function<T, @Nullable String> cell) {
        return add(new GridHeading(heading, ColumnKind.WORD, false), cell);
    }

    GridColumns<T> text(String heading, Function<T, @Nullable String> cell) {
        return add(new GridHeading(heading, ColumnKind.TEXT, false), cell);
    }

    /** Adds cells that begin with a status or a state. */
    GridColumns<T> outcome(String heading, ColumnKind kind, Function<T, @Nullable String> cell) {
        return add(new GridHeading(heading, kind, true), cell);
    }

    GridColumns<T> figure(String heading, Function<T, @Nullable String> cell) {
        return add(new GridHeading(heading, ColumnKind.FIGURE, false), cell);
    }

    GridColumns<T> number(String heading, ToLongFunction<T> cell) {
        return figure(heading, row -> Words.number(cell.applyAsLong(row)));
    }

    private GridColumns<T> add(GridHeading heading, Function<T, @Nullable String> cell) {
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
