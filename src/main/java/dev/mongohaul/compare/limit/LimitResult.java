package dev.mongohaul.compare.limit;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.compare.limit.LimitComparison.Candidate;
import dev.mongohaul.compare.limit.LimitComparison.Candidate.Measurement;
import dev.mongohaul.compare.limit.LimitResult.CandidateResult;
import dev.mongohaul.compare.limit.LimitResult.LimitRow;
import dev.mongohaul.compare.run.FigureColumn;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Result of a comparison with the server's limit, in the shape of its JSON.
 *
 * @param suite always {@code limit}
 * @param operations of the job
 * @param documents that each candidate wrote
 * @param before number of documents in the collection before each run
 * @param changed number of them that differ from those that the job writes
 * @param runs of each candidate
 * @param settings a row for each candidate
 */
public record LimitResult(
        String suite,
        String job,
        List<String> files,
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
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
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

    /** Returns the result as one JSON object. */
    public String json() {
        return JSON.writeValueAsString(this);
    }

    /** Returns the text for a terminal: a line for each setting, and the findings. */
    public String table() {
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

    /** Candidate with the ratios of its median seconds to those of the fastest limit; null if it failed. */
    record LimitRow(
            @JsonUnwrapped CandidateResult figures,
            @Nullable Double ratio,
            @Nullable Double stepRatio) {}

    /** Result of a candidate: medians and the largest memory; null if unknown, or if the candidate failed. */
    record CandidateResult(
            String kind,
            String name,
            Map<String, Object> settings,
            @Nullable Summary seconds,
            @Nullable Summary stepSeconds,
            @Nullable Long recordsPerSecond,
            @Nullable Double clientCpuSeconds,
            @Nullable Double serverCpuSeconds,
            @Nullable Long peakResidentBytes,
            @Nullable String failure,
            List<Measurement> runs) {}

    /** Sentences about the results of candidates. A difference within the noise counts as none. */
    static final class LimitFindings {

        private final List<CandidateResult> all;
        private final CandidateResult limit;
        private final Summary limitSeconds;

        LimitFindings(List<CandidateResult> all) {
            this.all = all;
            this.limit = fastest(Candidate.LIMIT).orElseThrow();
            this.limitSeconds = seconds(limit);
        }

        List<LimitRow> rows() {
            return all.stream()
                    .map(figures -> new LimitRow(figures, ratio(figures.seconds()), ratio(figures.stepSeconds())))
                    .toList();
        }

        private @Nullable Double ratio(@Nullable Summary seconds) {
            return seconds == null ? null : seconds.median() / limitSeconds.median();
        }

        List<String> sentences() {
            List<String> sentences = new ArrayList<>();
            sentences.add(format(
                    "The server's limit is %.2f s, %,d documents/s, by %s.",
                    limitSeconds.median(),
                    limit.recordsPerSecond(),
                    limit.name().replaceFirst("^limit, ", "")));
            fastest(Candidate.IMPORT).ifPresent(best -> {
                sentences.add(format(
                        "Best here: %s, %.2f s as a whole process%s.",
                        best.name(), seconds(best).median(), equals(best)));
                sentences.add("Its import step takes %s the limit%s, the whole process %s%s."
                        .formatted(
                                times(best.stepSeconds(), limitSeconds),
                                noise(best.stepSeconds(), limitSeconds),
                                times(best.seconds(), limitSeconds),
                                noise(best.seconds(), limitSeconds)));
                addAlternatives(sentences, best);
                fastest(Candidate.STOCK)
                        .ifPresent(stock -> sentences.add(format(
                                "A %s takes %s ours as a whole process (%.2f s), and %s the limit.",
                                stock.name(),
                                times(stock.seconds(), seconds(best)),
                                seconds(stock).median(),
                                times(stock.seconds(), limitSeconds))));
            });
            all.stream()
                    .filter(figures -> figures.failure() != null)
                    .forEach(failed ->
                            sentences.add("%s could not be measured: %s.".formatted(failed.name(), failed.failure())));
            sentences.add(Summary.noise(
                    Summary.of(
                            all,
                            result -> result.runs().size() < 2
                                    ? null
                                    : seconds(result).relativeRange()),
                    "setting"));
            return sentences;
        }

        private void addAlternatives(List<String> sentences, CandidateResult best) {
            fastest(Candidate.COMPARING)
                    .ifPresent(other -> sentences.add(
                            alternative("With documents compared first", other, best, "write.compare: always")));
            fastest(Candidate.AUTO)
                    .ifPresent(other ->
                            sentences.add(alternative("With the default", other, best, "write.compare: auto")));
            fastest(Candidate.CLUSTERED)
                    .ifPresent(other -> sentences.add(
                            alternative("Into a clustered collection", other, best, "target.clustered: true")));
        }

        private static String alternative(String how, CandidateResult other, CandidateResult best, String setting) {
            Summary seconds = seconds(other);
            Summary ordinary = seconds(best);
            boolean faster = seconds.median() < ordinary.median() && !seconds.equalsWithinNoise(ordinary);
            boolean certain = Math.min(other.runs().size(), best.runs().size()) > 1;
            return format(
                    "%s (%s) it takes %.2f s, %s%s: %s.",
                    how,
                    other.name(),
                    seconds.median(),
                    times(seconds, ordinary),
                    noise(seconds, ordinary),
                    !faster
                            ? setting + " does not pay"
                            : certain ? setting + " makes it faster" : "more --runs show whether " + setting + " pays");
        }

        private Optional<CandidateResult> fastest(String kind) {
            return all.stream()
                    .filter(figures -> figures.kind().equals(kind) && figures.seconds() != null)
                    .min(Comparator.comparingDouble(figures -> seconds(figures).median()));
        }

        private static Summary seconds(CandidateResult figures) {
            return Objects.requireNonNull(figures.seconds());
        }

        private String equals(CandidateResult best) {
            String equal = all.stream()
                    .filter(other ->
                            !other.name().equals(best.name()) && other.kind().equals(best.kind()))
                    .filter(other -> other.seconds() != null && seconds(other).equalsWithinNoise(seconds(best)))
                    .map(CandidateResult::name)
                    .collect(Collectors.joining("; "));
            return equal.isEmpty() ? "" : ". Equal within the noise: " + equal;
        }

        private static String times(@Nullable Summary seconds, Summary other) {
            return seconds == null
                    ? "an unknown number of times"
                    : format("%.2f times", seconds.median() / other.median());
        }

        private static String noise(@Nullable Summary seconds, Summary other) {
            return seconds != null && seconds.equalsWithinNoise(other) ? " (equal within the noise)" : "";
        }

        private static String format(String format, @Nullable Object... values) {
            return String.format(Locale.ROOT, format, values);
        }
    }
}
