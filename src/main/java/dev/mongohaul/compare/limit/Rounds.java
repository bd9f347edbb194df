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
import org.jspecify.annotations.Nullable;

/**
 * Rounds of measurements: each candidate runs once in a round, in another order each time, so that a change of the machine
 * affects all of them.
 */
public final class Rounds {

    private final ServerUnderTest server;
    private final ThrowAwayDatabases databases;
    private final Expectation expectation;
    private final Cancellation cancellation;
    private final Progress progress;
    private final Map<Candidate, List<Measurement>> measured = new LinkedHashMap<>();
    private final Map<Candidate, String> failures = new LinkedHashMap<>();

    /** @param progress receives each result */
    public Rounds(
            ServerUnderTest server,
            ThrowAwayDatabases databases,
            Expectation expectation,
            Cancellation cancellation,
            Progress progress) {
        this.server = server;
        this.databases = databases;
        this.expectation = expectation;
        this.cancellation = cancellation;
        this.progress = progress;
    }

    /**
     * Measures all candidates.
     *
     * @throws ComparisonException if one fails that may not, or stores other documents than expected
     */
    public void run(List<Candidate> candidates, int rounds) {
        for (Candidate candidate : candidates) {
            measured.put(candidate, new ArrayList<>());
        }
        int total = candidates.size() * rounds;
        int number = 0;
        for (int round = 0; round < rounds; round++) {
            for (Candidate candidate : SuiteComparison.inTurn(candidates, round, rounds)) {
                number++;
                cancellation.check();
                if (!failures.containsKey(candidate)) {
                    measure(candidate, number, total);
                }
            }
        }
    }

    /** Returns the results, in the order of the candidates. */
    public List<CandidateResult> results() {
        return measured.entrySet().stream()
                .map(entry -> CandidateResult.of(
                        entry.getKey(),
                        List.copyOf(entry.getValue()),
                        Optional.ofNullable(failures.get(entry.getKey())),
                        expectation.documents()))
                .toList();
    }

    private void measure(Candidate candidate, int number, int total) {
        try {
            Measurement measurement = measure(candidate);
            measured.computeIfAbsent(candidate, any -> new ArrayList<>()).add(measurement);
            progress.measured(number, total, candidate, measurement);
        } catch (ComparisonException e) {
            cancellation.check();
            if (!candidate.mayFail()) {
                throw new ComparisonException("%s: %s".formatted(candidate.name(), e.getMessage()), e);
            }
            String reason = String.valueOf(e.getMessage());
            failures.put(candidate, reason);
            progress.failed(number, total, candidate, reason);
        }
    }

    private Measurement measure(Candidate candidate) {
        String database = databases.next();
        server.flush();
        Optional<Double> before = server.cpuSeconds();
        Measurement measurement = candidate.measure(database);
        Optional<Double> after = server.cpuSeconds();
        long documents = server.count(new MongoNamespace(database, expectation.collection()));
        if (documents != expectation.documents()) {
            throw new ComparisonException(
                    "the collection has %,d documents instead of %,d".formatted(documents, expectation.documents()));
        }
        databases.drop(database);
        return measurement.withServerCpu(
                after.flatMap(end -> before.map(start -> end - start)).orElse(null));
    }

    /** Documents that each candidate must store. */
    public record Expectation(String collection, long documents) {}

    /** Listener of the progress. */
    public interface Progress {

        /** Reports a run of a candidate. */
        void measured(int number, int total, Candidate candidate, Measurement measurement);

        /** Reports a candidate that failed and is left out from now on. */
        void failed(int number, int total, Candidate candidate, String reason);
    }

    /**
     * Result of a candidate; null if this system does not report a figure, or if the candidate failed.
     *
     * @param stepSeconds part of the seconds in which records were read and written
     * @param recordsPerSecond by the median
     * @param clientCpuSeconds the median
     * @param serverCpuSeconds the median
     * @param peakResidentBytes the largest
     * @param failure why the candidate was left out
     * @param runs in order
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

        /** @param records to write */
        static CandidateResult of(Candidate candidate, List<Measurement> runs, Optional<String> failure, long records) {
            Summary seconds = Summary.of(runs, Measurement::seconds).orElse(null);
            return new CandidateResult(
                    candidate.kind(),
                    candidate.name(),
                    new TreeMap<>(candidate.settings()),
                    seconds,
                    Summary.of(runs, Measurement::stepSeconds).orElse(null),
                    seconds == null ? null : Math.round(records / seconds.median()),
                    Summary.of(runs, Measurement::clientCpuSeconds)
                            .map(Summary::median)
                            .orElse(null),
                    Summary.of(runs, Measurement::serverCpuSeconds)
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
    }
}
