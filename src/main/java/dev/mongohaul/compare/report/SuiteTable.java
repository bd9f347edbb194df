package dev.mongohaul.compare.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Terminal text of a suite's result: a line for each case, the findings, and the lines for a job file. */
public final class SuiteTable {

    private SuiteTable() {}

    /** Returns the text. */
    public static String of(SuiteResult result) {
        StringBuilder text = new StringBuilder();
        line(text, "%s: %s", result.suite(), result.question());
        String s = result.runs() == 1 ? "" : "s";
        line(text, "%s; %s; %d run%s of each, in turn", result.server(), result.machine(), result.runs(), s);
        if (result.cutTo() != null) {
            line(
                    text,
                    "Cut short: no case has more than %,d rows. Published figures are of the whole.",
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

    private static List<ColumnData<CaseRow>> columns() {
        List<ColumnData<CaseRow>> columns = new ArrayList<>();
        columns.add(column("case", HorizontalAlign.LEFT).with(CaseRow::name));
        for (CaseColumn column : CaseColumn.ALL) {
            columns.add(column(column.header(), HorizontalAlign.RIGHT).with(column::of));
        }
        return columns;
    }

    private static Column column(String header, HorizontalAlign align) {
        return new Column().header(header).headerAlign(align).dataAlign(align);
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    /**
     * Column of figures, in the table and on the page.
     *
     * @param header for the terminal
     * @param title for the page
     * @param figure null if unknown
     */
    record CaseColumn(String header, String title, String format, Function<CaseRow, @Nullable Object> figure) {

        private static final double MEGA = 1e6;

        /** All columns beside the case's name, in order. */
        static final List<CaseColumn> ALL = List.of(
                new CaseColumn("published", "published", "%s", CaseRow::published),
                new CaseColumn("seconds", "seconds, median", "%.3f", seconds(Summary::median)),
                new CaseColumn("min", "shortest run", "%.3f", seconds(Summary::min)),
                new CaseColumn("max", "longest run", "%.3f", seconds(Summary::max)),
                new CaseColumn("docs/s", "documents per second", "%,d", CaseRow::documentsPerSecond),
                new CaseColumn("× faster", "times as fast as the first", "%.2f", CaseRow::timesFaster),
                new CaseColumn("commands", "write commands", "%,d", CaseRow::commands),
                new CaseColumn(
                        "MB sent",
                        "MB sent by them",
                        "%.2f",
                        row -> row.bytesSent() == null ? null : row.bytesSent() / MEGA),
                new CaseColumn(
                        "B alloc/doc", "bytes allocated per document", "%,.0f", CaseRow::allocatedBytesPerDocument),
                new CaseColumn("GC s", "seconds of garbage collection", "%.2f", CaseRow::gcSeconds),
                new CaseColumn("client CPU", "CPU seconds of the client", "%.2f", CaseRow::clientCpuSeconds),
                new CaseColumn("server CPU", "CPU seconds of the server", "%.2f", CaseRow::serverCpuSeconds));

        private static Function<CaseRow, @Nullable Object> seconds(Function<Summary, Double> figure) {
            return row -> row.seconds() == null ? null : figure.apply(row.seconds());
        }

        /** Returns the figure of a case; a dash if it is unknown. */
        String of(CaseRow row) {
            Object value = figure.apply(row);
            return value == null ? "–" : String.format(Locale.ROOT, format, value);
        }
    }
}
