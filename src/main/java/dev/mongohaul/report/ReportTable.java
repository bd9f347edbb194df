package dev.mongohaul.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.repository.Counts;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Reports as tables for a terminal, in the local time of this machine. */
public final class ReportTable {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private ReportTable() {}

    /** A line a run. */
    public static String of(List<RunReport> runs) {
        List<ColumnData<RunReport>> columns = List.of(
                number("run", RunReport::run),
                number("import", RunReport::importNumber),
                text("job", RunReport::job),
                text("status", RunReport::status),
                text("started", run -> TIME.format(run.started())),
                right("seconds", run -> format("%.1f", run.seconds())),
                count("read", Counts::read),
                count("written", Counts::written),
                count("there", Counts::alreadyThere),
                count("rejected", Counts::rejected),
                number("records/s", RunReport::recordsPerSecond));
        return table(runs, columns);
    }

    /** One run in full, and a line for each try of its import. */
    public static String of(ImportReport report) {
        RunReport run = report.run();
        StringBuilder text = new StringBuilder();
        line(text, "run", format("%d (import %d of %s)", run.run(), run.importNumber(), run.job()));
        line(text, "status", run.status());
        line(text, "reason", run.reason());
        line(text, "files", String.join(", ", run.files()));
        line(text, "target", run.target() == null ? null : run.operation() + " into " + run.target());
        line(text, "started", TIME.format(run.started()));
        line(text, "ended", time(run.ended()));
        line(text, "whole import", counts(run.total()));
        text.append(System.lineSeparator()).append("All tries of import ").append(run.importNumber());
        text.append(':').append(System.lineSeparator()).append(of(report.tries()));
        return text.toString();
    }

    /** Counts in words. */
    public static String counts(Counts counts) {
        String text = format(
                "%,d read, %,d written, %,d already there, %,d rejected",
                counts.read(), counts.written(), counts.alreadyThere(), counts.rejected());
        return counts.unmatched() == 0 ? text : text + format(", %,d without a match", counts.unmatched());
    }

    /** Alike on every machine: reports are compared, and read by programs. */
    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : TIME.format(instant);
    }

    private static void line(StringBuilder text, String name, @Nullable String value) {
        if (value != null) {
            text.append(format("%-13s %s", name, onOneLine(value))).append(System.lineSeparator());
        }
    }

    /** File names can have line ends. What else they can have, no output lets by. */
    private static String onOneLine(String value) {
        return value.replace("\n", "\\u000a");
    }

    private static <T> String table(List<T> rows, List<ColumnData<T>> columns) {
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(rows, columns)
                .asString();
    }

    private static ColumnData<RunReport> count(String header, ToLongFunction<Counts> count) {
        return number(header, run -> count.applyAsLong(run.counts()));
    }

    private static ColumnData<RunReport> number(String header, ToLongFunction<RunReport> value) {
        return right(header, run -> format("%,d", value.applyAsLong(run)));
    }

    private static ColumnData<RunReport> right(String header, Function<RunReport, String> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.RIGHT)
                .dataAlign(HorizontalAlign.RIGHT)
                .with(value);
    }

    private static ColumnData<RunReport> text(String header, Function<RunReport, String> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.LEFT)
                .dataAlign(HorizontalAlign.LEFT)
                .with(value);
    }
}
