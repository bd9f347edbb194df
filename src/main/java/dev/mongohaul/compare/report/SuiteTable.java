package dev.mongohaul.compare.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A suite's result for a terminal: a line for each cell, what it says, and the lines for a job file. */
public final class SuiteTable {

    private SuiteTable() {}

    public static String of(SuiteResult result) {
        StringBuilder text = new StringBuilder();
        line(text, "%s: %s", result.suite(), result.question());
        line(text, "%s; %s; %d run%s of each, in turn", result.server(), result.machine(), result.runs(), s(result));
        if (result.cutTo() != null) {
            line(
                    text,
                    "Cut short: no cell has more than %,d rows. Published figures are of the whole.",
                    result.cutTo());
        }
        text.append(AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(result.cells(), columns())
                .asString());
        text.append(System.lineSeparator());
        for (CaseRow row : result.cells()) {
            row.notes().forEach(note -> line(text, "%s: %s.", row.name(), note));
        }
        result.findings().forEach(sentence -> line(text, "%s", sentence));
        if (result.recommended() != null) {
            line(text, "%s In the job file:", result.recommended().sentence());
            result.recommended().lines().forEach(setting -> line(text, "  %s", setting));
        }
        return text.toString();
    }

    private static String s(SuiteResult result) {
        return result.runs() == 1 ? "" : "s";
    }

    private static List<ColumnData<CaseRow>> columns() {
        List<ColumnData<CaseRow>> columns = new ArrayList<>();
        columns.add(new Column()
                .header("cell")
                .headerAlign(HorizontalAlign.LEFT)
                .dataAlign(HorizontalAlign.LEFT)
                .with(CaseRow::name));
        for (CaseColumn column : CaseColumn.all()) {
            columns.add(new Column()
                    .header(column.header())
                    .headerAlign(HorizontalAlign.RIGHT)
                    .dataAlign(HorizontalAlign.RIGHT)
                    .with(column::of));
        }
        return columns;
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
