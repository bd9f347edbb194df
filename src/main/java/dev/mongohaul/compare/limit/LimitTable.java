package dev.mongohaul.compare.limit;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.compare.limit.LimitResult.LimitRow;
import dev.mongohaul.compare.limit.Rounds.CandidateResult;
import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Terminal text of a comparison: a line for each setting, and the findings. */
public final class LimitTable {

    private static final String UNKNOWN = "–";
    private static final double MEGA = 1e6;

    private LimitTable() {}

    public static String of(LimitResult result) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%s: %,d documents, %,.0f MB in BSON, %,d rejected; %d run%s of each, in turn",
                result.job(),
                result.documents(),
                result.documentBytes() / MEGA,
                result.rejected(),
                result.runs(),
                result.runs() == 1 ? "" : "s");
        line(text, "%s; %s", result.server(), result.machine());
        text.append(AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(result.settings(), columns())
                .asString());
        text.append(System.lineSeparator());
        result.findings().forEach(sentence -> line(text, "%s", sentence));
        return text.toString();
    }

    private static List<ColumnData<LimitRow>> columns() {
        return List.of(
                new Column()
                        .header("setting")
                        .headerAlign(HorizontalAlign.LEFT)
                        .dataAlign(HorizontalAlign.LEFT)
                        .with(row -> row.figures().name()),
                seconds("seconds", CandidateResult::seconds, Summary::median),
                seconds("min", CandidateResult::seconds, Summary::min),
                seconds("max", CandidateResult::seconds, Summary::max),
                seconds("step", CandidateResult::stepSeconds, Summary::median),
                figure("records/s", "%,d", row -> row.figures().recordsPerSecond()),
                figure("x limit", "%.2f", LimitRow::ratio),
                figure("step x limit", "%.2f", LimitRow::stepRatio),
                figure("client CPU", "%.2f", row -> row.figures().clientCpuSeconds()),
                figure("server CPU", "%.2f", row -> row.figures().serverCpuSeconds()),
                figure("peak MB", "%,.0f", row -> megabytes(row.figures().peakResidentBytes())));
    }

    private static ColumnData<LimitRow> seconds(
            String header, Function<CandidateResult, @Nullable Summary> summary, Function<Summary, Double> end) {
        return figure(header, "%.2f", row -> {
            Summary seconds = summary.apply(row.figures());
            return seconds == null ? null : end.apply(seconds);
        });
    }

    private static ColumnData<LimitRow> figure(
            String header, String format, Function<LimitRow, @Nullable Object> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.RIGHT)
                .dataAlign(HorizontalAlign.RIGHT)
                .with(row -> {
                    Object figure = value.apply(row);
                    return figure == null ? UNKNOWN : String.format(Locale.ROOT, format, figure);
                });
    }

    private static @Nullable Double megabytes(@Nullable Long bytes) {
        return bytes == null ? null : bytes / MEGA;
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
