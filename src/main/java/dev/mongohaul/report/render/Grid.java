package dev.mongohaul.report.render;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import java.util.ArrayList;
import java.util.List;

/**
 * Table.
 *
 * @param rows with one cell per heading
 */
record Grid(List<GridHeading> headings, List<List<String>> rows) {

    String text() {
        List<ColumnData<List<String>>> columns = new ArrayList<>();
        for (int index = 0; index < headings.size(); index++) {
            int place = index;
            columns.add(headings.get(place).column().with(row -> onOneLine(row.get(place))));
        }
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(rows, columns)
                .asString();
    }

    /** Escapes line ends of file names and values. The output escapes all other control characters. */
    static String onOneLine(String value) {
        return value.replace("\n", "\\u000a");
    }
}
