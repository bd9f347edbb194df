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

    /** A column in which cells are told, of a table as of a page. */
    public static final class CaseColumn {

        private static final double MEGA = 1e6;
        private static final String UNKNOWN = "–";

        private static final List<CaseColumn> ALL = List.of(
                new CaseColumn("published", "published", "%s", CaseRow::published),
                new CaseColumn("seconds", "seconds, median", "%.3f", seconds(Summary::median)),
                new CaseColumn("min", "shortest run", "%.3f", seconds(Summary::min)),
                new CaseColumn("max", "longest run", "%.3f", seconds(Summary::max)),
                new CaseColumn("docs/s", "documents per second", "%,d", CaseRow::documentsPerSecond),
                new CaseColumn("× faster", "times as fast as the first", "%.2f", CaseRow::timesFaster),
                new CaseColumn("commands", "commands that write", "%,d", CaseRow::commands),
                new CaseColumn(
                        "MB sent",
                        "MB sent by them",
                        "%.2f",
                        row -> row.bytesSent() == null ? null : row.bytesSent() / MEGA),
                new CaseColumn(
                        "B alloc/doc", "bytes allocated per document", "%,.0f", CaseRow::allocatedBytesPerDocument),
                new CaseColumn("GC s", "seconds collecting garbage", "%.2f", CaseRow::gcSeconds),
                new CaseColumn("client CPU", "CPU seconds of the client", "%.2f", CaseRow::clientCpuSeconds),
                new CaseColumn("server CPU", "CPU seconds of the server", "%.2f", CaseRow::serverCpuSeconds));

        private final String header;
        private final String title;
        private final String format;
        private final Function<CaseRow, @Nullable Object> figure;

        private CaseColumn(String header, String title, String format, Function<CaseRow, @Nullable Object> figure) {
            this.header = header;
            this.title = title;
            this.format = format;
            this.figure = figure;
        }

        private static Function<CaseRow, @Nullable Object> seconds(Function<Summary, Double> end) {
            return row -> row.seconds() == null ? null : end.apply(row.seconds());
        }

        /** Those beside the cell's name, in order. */
        public static List<CaseColumn> all() {
            return ALL;
        }

        /** As short as a line of a terminal wants it. */
        public String header() {
            return header;
        }

        /** In full words. */
        public String title() {
            return title;
        }

        /** A dash where it is not known. */
        public String of(CaseRow row) {
            Object value = figure.apply(row);
            return value == null ? UNKNOWN : String.format(Locale.ROOT, format, value);
        }
    }
}
