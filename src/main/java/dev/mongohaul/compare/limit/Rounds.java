package dev.mongohaul.compare.limit;

import com.mongodb.MongoNamespace;
import dev.mongohaul.compare.limit.Candidate.Measurement;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.SuiteComparison;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Measures contenders in rounds, each once in a round and in another order in each, so that whatever changes meanwhile
 * touches all of them.
 */
public final class Rounds {

    private final ServerUnderTest server;
    private final ThrowAwayDatabases databases;
    private final Expectation expectation;
    private final Cancellation abort;
    private final Progress progress;
    private final Map<Candidate, List<Measurement>> measured = new LinkedHashMap<>();
    private final Map<Candidate, String> failures = new LinkedHashMap<>();

    /** @param progress is told each result as it comes */
    public Rounds(
            ServerUnderTest server,
            ThrowAwayDatabases databases,
            Expectation expectation,
            Cancellation abort,
            Progress progress) {
        this.server = server;
        this.databases = databases;
        this.expectation = expectation;
        this.abort = abort;
        this.progress = progress;
    }

    /**
     * Measures all contenders so many times.
     *
     * @throws ComparisonException where one fails that may not, or leaves other documents than it should
     */
    public void run(List<Candidate> contenders, int rounds) {
        for (Candidate contender : contenders) {
            measured.put(contender, new ArrayList<>());
        }
        int cells = contenders.size() * rounds;
        int cell = 0;
        for (int round = 0; round < rounds; round++) {
            for (Candidate contender : SuiteComparison.inTurn(contenders, round, rounds)) {
                cell++;
                abort.check();
                if (!failures.containsKey(contender)) {
                    measure(contender, cell, cells);
                }
            }
        }
    }

    /** What was measured of each contender, in the order they were given. */
    public List<CandidateResult> figures() {
        return measured.entrySet().stream()
                .map(entry -> CandidateResult.of(
                        entry.getKey(),
                        List.copyOf(entry.getValue()),
                        Optional.ofNullable(failures.get(entry.getKey())),
                        expectation.documents()))
                .toList();
    }

    private void measure(Candidate contender, int cell, int cells) {
        try {
            Measurement measurement = measure(contender);
            measured.computeIfAbsent(contender, any -> new ArrayList<>()).add(measurement);
            progress.measured(cell, cells, contender, measurement);
        } catch (ComparisonException e) {
            abort.check();
            if (!contender.mayFail()) {
                throw new ComparisonException("%s: %s".formatted(contender.name(), e.getMessage()), e);
            }
            String reason = String.valueOf(e.getMessage());
            failures.put(contender, reason);
            progress.failed(cell, cells, contender, reason);
        }
    }

    private Measurement measure(Candidate contender) {
        String database = databases.next();
        server.settle();
        Optional<Double> before = server.cpuSeconds();
        Measurement measurement = contender.measure(database);
        Optional<Double> after = server.cpuSeconds();
        long documents = server.count(new MongoNamespace(database, expectation.collection()));
        if (documents != expectation.documents()) {
            throw new ComparisonException("%,d documents are in the collection where %,d belong"
                    .formatted(documents, expectation.documents()));
        }
        databases.drop(database);
        return measurement.withServerCpu(
                after.flatMap(end -> before.map(start -> end - start)).orElse(null));
    }

    /** What has to be there when a contender has written. */
    public record Expectation(String collection, long documents) {}

    /** Is told what happens. */
    public interface Progress {

        /** A contender was measured once. */
        void measured(int cell, int cells, Candidate contender, Measurement measurement);

        /** A contender cannot do it, and is left out from now on. */
        void failed(int cell, int cells, Candidate contender, String reason);
    }

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
                    spread(runs, Measurement::clientCpuSeconds)
                            .map(Summary::median)
                            .orElse(null),
                    spread(runs, Measurement::serverCpuSeconds)
                            .map(Summary::median)
                            .orElse(null),
                    runs.stream()
                            .map(Measurement::peakResidentBytes)
                            .filter(Objects::nonNull)
                            .max(Long::compare)
                            .orElse(null),
                    failure.orElse(null),
                    runs);
        }

        private static Optional<Summary> spread(
                List<Measurement> runs, Function<Measurement, @Nullable Double> figure) {
            double[] values = runs.stream()
                    .map(figure)
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            return values.length == 0 ? Optional.empty() : Optional.of(Summary.of(values));
        }
    }
}
