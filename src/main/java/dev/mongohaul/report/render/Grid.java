package dev.mongohaul.report.render;

import dev.mongohaul.text.TextTable;
import java.util.List;

/**
 * Table.
 *
 * @param rows with one cell per heading
 */
record Grid(List<GridHeading> headings, List<List<String>> rows) {

    String text() {
        TextTable<List<String>> table = new TextTable<>();
        for (int index = 0; index < headings.size(); index++) {
            int place = index;
            headings.get(place).addTo(table, row -> onOneLine(row.get(place)));
        }
        return table.of(rows);
    }

    /** Escapes line ends of file names and values. The output escapes all other control characters. */
    static String onOneLine(String value) {
        return value.replace("\n", "\\u000a");
    }
}
