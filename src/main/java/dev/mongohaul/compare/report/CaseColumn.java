package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A column in which cells are told, of a table as of a page. */
public final class CaseColumn {

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
            new CaseColumn("B alloc/doc", "bytes allocated per document", "%,.0f", CaseRow::allocatedBytesPerDocument),
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
