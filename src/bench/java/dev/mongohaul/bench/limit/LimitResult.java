package dev.mongohaul.bench.limit;

import dev.mongohaul.compare.run.FigureColumn;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Result of a comparison with the server's limit.
 *
 * @param operations of the job
 * @param documents that each candidate wrote
 * @param before number of documents in the collection before each run
 * @param changed number of them that differ from those that the job writes
 * @param runs of each candidate
 * @param settings a row for each candidate
 */
record LimitResult(
        String job,
        List<String> operations,
        long documents,
        long documentBytes,
        long rejected,
        long before,
        long changed,
        int runs,
        String server,
        String machine,
        List<LimitRow> settings,
        List<String> findings) {

    private static final double MEGA = 1e6;
    private static final List<FigureColumn<LimitRow>> COLUMNS = List.of(
            seconds("seconds", CandidateResult::seconds, Summary::median),
            seconds("min", CandidateResult::seconds, Summary::min),
            seconds("max", CandidateResult::seconds, Summary::max),
            seconds("step", CandidateResult::stepSeconds, Summary::median),
            new FigureColumn<>("records/s", "%,d", row -> row.figures().recordsPerSecond()),
            new FigureColumn<>("x limit", "%.2f", LimitRow::ratio),
            new FigureColumn<>("step x limit", "%.2f", LimitRow::stepRatio),
            new FigureColumn<>("client CPU", "%.2f", row -> row.figures().clientCpuSeconds()),
            new FigureColumn<>("server CPU", "%.2f", row -> row.figures().serverCpuSeconds()),
            new FigureColumn<>(
                    "peak MB", "%,.0f", row -> megabytes(row.figures().peakResidentBytes())));

    /** Returns the text for a terminal: a line for each setting, and the findings. */
    String table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s: %,d documents, %,.0f MB in BSON, %,d rejected; %d run%s of each, in turn",
                job,
                documents,
                documentBytes / MEGA,
                rejected,
                runs,
                runs == 1 ? "" : "s"));
        lines.add("%s; %s".formatted(server, machine));
        if (!operations.equals(List.of("insert"))) {
            lines.add(String.format(
                    Locale.ROOT,
                    "Operation: %s. Before each run the collection has %,d documents, %,d of which differ from the input.",
                    String.join(", ", operations),
                    before,
                    changed));
        }
        lines.add(FigureColumn.table("setting", row -> row.figures().name(), COLUMNS, settings));
        lines.addAll(findings);
        return String.join(System.lineSeparator(), lines) + System.lineSeparator();
    }

    private static FigureColumn<LimitRow> seconds(
            String header, Function<CandidateResult, @Nullable Summary> summary, Function<Summary, Double> end) {
        return new FigureColumn<>(header, "%.2f", row -> {
            Summary seconds = summary.apply(row.figures());
            return seconds == null ? null : end.apply(seconds);
        });
    }

    private static @Nullable Double megabytes(@Nullable Long bytes) {
        return bytes == null ? null : bytes / MEGA;
    }
}
