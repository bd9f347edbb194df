package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.limit.BareInsert.BareCandidate;
import dev.mongohaul.compare.limit.Rounds.CandidateResult;
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

    /** @param all with the server's limit */
    LimitFindings(List<CandidateResult> all) {
        this.all = all;
        this.limit = fastest(BareCandidate.KIND).orElseThrow();
    }

    /** Returns the seconds of the limit's fastest setting. */
    Summary limitSeconds() {
        return seconds(limit);
    }

    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(format(
                "The server's limit is %.2f s, %,d documents/s, by %s.",
                limitSeconds().median(), limit.recordsPerSecond(), settingOf(limit)));
        fastest(ProgramCandidate.IMPORT).ifPresent(best -> {
            sentences.add(format(
                    "Best here: %s, %.2f s as a whole process%s.",
                    best.name(), seconds(best).median(), equals(best)));
            sentences.add("Its import step takes %s the limit%s, the whole process %s%s."
                    .formatted(
                            times(best.stepSeconds(), limitSeconds()),
                            noise(best.stepSeconds(), limitSeconds()),
                            times(best.seconds(), limitSeconds()),
                            noise(best.seconds(), limitSeconds())));
            fastest(ProgramCandidate.STOCK)
                    .ifPresent(stock -> sentences.add(format(
                            "A %s takes %s ours as a whole process (%.2f s), and %s the limit.",
                            stock.name(),
                            times(stock.seconds(), seconds(best)),
                            seconds(stock).median(),
                            times(stock.seconds(), limitSeconds()))));
        });
        all.stream()
                .filter(figures -> figures.failure() != null)
                .forEach(failed ->
                        sentences.add("%s could not be measured: %s.".formatted(failed.name(), failed.failure())));
        sentences.add(noise());
        return sentences;
    }

    private Optional<CandidateResult> fastest(String kind) {
        return all.stream()
                .filter(figures -> figures.kind().equals(kind) && figures.seconds() != null)
                .min(Comparator.comparingDouble(figures -> seconds(figures).median()));
    }

    private static Summary seconds(CandidateResult figures) {
        return Objects.requireNonNull(figures.seconds());
    }

    private static String settingOf(CandidateResult bare) {
        return bare.name().replaceFirst("^limit, ", "");
    }

    /** Returns the imports that were as fast as the best one. */
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

    private String noise() {
        return Summary.of(
                        all,
                        result -> result.runs().size() < 2
                                ? null
                                : seconds(result).relativeRange())
                .map(ranges -> format(
                        "Noise: runs of one setting typically differed by %.0f %% of their median, at most by %.0f %%.",
                        ranges.median() * 100, ranges.max() * 100))
                .orElse("Each setting was measured once, so the noise is unknown.");
    }

    private static String format(String format, @Nullable Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
