package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What all tries of one contender came to; null is what cannot be known here, or was not measured since it failed.
 *
 * @param kind what it belongs to, one word
 * @param name for people
 * @param settings what tells it from others of its kind
 * @param seconds from start to end
 * @param stepSeconds of them, while records were read and written
 * @param recordsPerSecond by the median of all seconds
 * @param clientCpuSeconds the median
 * @param serverCpuSeconds the median
 * @param peakResidentBytes the largest
 * @param failure why it was left out
 * @param runs each try, in order
 */
public record CandidateResult(
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
        List<Measurement> runs) {

    /** @param records that were to be written */
    static CandidateResult of(Candidate contender, List<Measurement> runs, Optional<String> failure, long records) {
        Summary seconds = spread(runs, Measurement::seconds).orElse(null);
        return new CandidateResult(
                contender.kind(),
                contender.name(),
                new TreeMap<>(contender.settings()),
                seconds,
                spread(runs, Measurement::stepSeconds).orElse(null),
                seconds == null ? null : Math.round(records / seconds.median()),
                spread(runs, Measurement::clientCpuSeconds).map(Summary::median).orElse(null),
                spread(runs, Measurement::serverCpuSeconds).map(Summary::median).orElse(null),
                runs.stream()
                        .map(Measurement::peakResidentBytes)
                        .filter(Objects::nonNull)
                        .max(Long::compare)
                        .orElse(null),
                failure.orElse(null),
                runs);
    }

    private static Optional<Summary> spread(List<Measurement> runs, Function<Measurement, @Nullable Double> figure) {
        double[] values = runs.stream()
                .map(figure)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(Summary.of(values));
    }
}
