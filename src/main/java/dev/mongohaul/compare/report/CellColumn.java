package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A column in which cells are told, of a table as of a page. */
public final class CellColumn {

    private static final double MEGA = 1e6;
    private static final String UNKNOWN = "–";

    private static final List<CellColumn> ALL = List.of(
            new CellColumn("published", "published", "%s", CellRow::published),
            new CellColumn("seconds", "seconds, median", "%.3f", seconds(Spread::median)),
            new CellColumn("min", "shortest run", "%.3f", seconds(Spread::min)),
            new CellColumn("max", "longest run", "%.3f", seconds(Spread::max)),
            new CellColumn("docs/s", "documents per second", "%,d", CellRow::documentsPerSecond),
            new CellColumn("× faster", "times as fast as the first", "%.2f", CellRow::timesFaster),
            new CellColumn("commands", "commands that write", "%,d", CellRow::commands),
            new CellColumn(
                    "MB sent",
                    "MB sent by them",
                    "%.2f",
                    row -> row.bytesSent() == null ? null : row.bytesSent() / MEGA),
            new CellColumn("B alloc/doc", "bytes allocated per document", "%,.0f", CellRow::allocatedBytesPerDocument),
            new CellColumn("GC s", "seconds collecting garbage", "%.2f", CellRow::gcSeconds),
            new CellColumn("client CPU", "CPU seconds of the client", "%.2f", CellRow::clientCpuSeconds),
            new CellColumn("server CPU", "CPU seconds of the server", "%.2f", CellRow::serverCpuSeconds));

    private final String header;
    private final String title;
    private final String format;
    private final Function<CellRow, @Nullable Object> figure;

    private CellColumn(String header, String title, String format, Function<CellRow, @Nullable Object> figure) {
        this.header = header;
        this.title = title;
        this.format = format;
        this.figure = figure;
    }

    private static Function<CellRow, @Nullable Object> seconds(Function<Spread, Double> end) {
        return row -> row.seconds() == null ? null : end.apply(row.seconds());
    }

    /** Those beside the cell's name, in order. */
    public static List<CellColumn> all() {
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
    public String of(CellRow row) {
        Object value = figure.apply(row);
        return value == null ? UNKNOWN : String.format(Locale.ROOT, format, value);
    }
}
