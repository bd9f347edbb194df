package dev.mongohaul.compare.run;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Column of figures in a table of results, with a header for the terminal and a title for the page. */
public record FigureColumn<T>(String header, String title, String format, Function<T, @Nullable Object> figure) {

    public FigureColumn(String header, String format, Function<T, @Nullable Object> figure) {
        this(header, header, format, figure);
    }

    /** Returns the figure of a row; a dash if it is unknown. */
    public String of(T row) {
        Object value = figure.apply(row);
        return value == null ? "–" : String.format(Locale.ROOT, format, value);
    }

    /** Returns the text of a table for a terminal, whose first column is the name of each row. */
    public static <T> String table(
            String header, Function<T, String> name, List<FigureColumn<T>> columns, List<T> rows) {
        List<ColumnData<T>> all = new ArrayList<>();
        all.add(column(header, HorizontalAlign.LEFT).with(name));
        columns.forEach(
                column -> all.add(column(column.header, HorizontalAlign.RIGHT).with(column::of)));
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(rows, all)
                .asString();
    }

    private static Column column(String header, HorizontalAlign align) {
        return new Column().header(header).headerAlign(align).dataAlign(align);
    }
}
