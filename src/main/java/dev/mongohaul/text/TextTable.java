package dev.mongohaul.text;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Table for people, without borders. A cell that is too wide continues in the next line.
 *
 * @param <T> what a row is about
 */
public final class TextTable<T> {

    private static final int WIDEST = 100;

    private final List<ColumnData<T>> columns = new ArrayList<>();

    /** Adds a column of texts, which begin at the left. */
    public TextTable<T> text(String header, Function<T, String> cell) {
        return add(header, HorizontalAlign.LEFT, cell);
    }

    /** Adds a column of figures, which end at the right. */
    public TextTable<T> figure(String header, Function<T, String> cell) {
        return add(header, HorizontalAlign.RIGHT, cell);
    }

    private TextTable<T> add(String header, HorizontalAlign align, Function<T, String> cell) {
        Column column = new Column().header(header).headerAlign(align).dataAlign(align);
        columns.add(column.maxWidth(WIDEST).with(cell));
        return this;
    }

    /** Returns the table of the rows, without a line break at its end. */
    public String of(List<T> rows) {
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(rows, columns)
                .asString();
    }
}
