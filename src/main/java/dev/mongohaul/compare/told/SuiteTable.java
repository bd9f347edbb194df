package dev.mongohaul.compare.told;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.compare.Spread;
import dev.mongohaul.compare.suite.Published;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A suite's result for a terminal: a line for each cell, what it says, and the lines for a job file. */
public final class SuiteTable {

    private static final String UNKNOWN = "–";
    private static final double MEGA = 1e6;

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
        for (CellRow row : result.cells()) {
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

    private static List<ColumnData<CellRow>> columns() {
        return List.of(
                new Column()
                        .header("cell")
                        .headerAlign(HorizontalAlign.LEFT)
                        .dataAlign(HorizontalAlign.LEFT)
                        .with(CellRow::name),
                column("published", "%s", SuiteTable::published),
                seconds("seconds", Spread::median),
                seconds("min", Spread::min),
                seconds("max", Spread::max),
                column("docs/s", "%,d", CellRow::documentsPerSecond),
                column("× faster", "%.2f", CellRow::timesFaster),
                column("commands", "%,d", CellRow::commands),
                column("MB sent", "%.2f", row -> row.bytesSent() == null ? null : row.bytesSent() / MEGA),
                column("B alloc/doc", "%,.0f", CellRow::allocatedBytesPerDocument),
                column("GC s", "%.2f", CellRow::gcSeconds),
                column("client CPU", "%.2f", CellRow::clientCpuSeconds),
                column("server CPU", "%.2f", CellRow::serverCpuSeconds));
    }

    private static @Nullable String published(CellRow row) {
        Published published = row.published();
        return published == null ? null : published.toString();
    }

    private static ColumnData<CellRow> seconds(String header, Function<Spread, Double> end) {
        return column(header, "%.3f", row -> row.seconds() == null ? null : end.apply(row.seconds()));
    }

    private static ColumnData<CellRow> column(String header, String format, Function<CellRow, @Nullable Object> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.RIGHT)
                .dataAlign(HorizontalAlign.RIGHT)
                .with(row -> {
                    Object figure = value.apply(row);
                    return figure == null ? UNKNOWN : String.format(Locale.ROOT, format, figure);
                });
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
