package dev.mongohaul.bench.limit;

import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sentences about the results of candidates. A difference within the noise counts as none. */
final class LimitFindings {

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
                limitSeconds.median(), limit.recordsPerSecond(), limit.name().replaceFirst("^limit, ", "")));
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
        return seconds == null ? "an unknown number of times" : format("%.2f times", seconds.median() / other.median());
    }

    private static String noise(@Nullable Summary seconds, Summary other) {
        return seconds != null && seconds.equalsWithinNoise(other) ? " (equal within the noise)" : "";
    }

    private static String format(String format, @Nullable Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
