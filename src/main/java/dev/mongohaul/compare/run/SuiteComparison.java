package dev.mongohaul.compare.run;

import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.run.RunStore.StoredRun;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Comparison of the cases of a suite: each runs once to warm up and to count its commands, then all run in turn, as often as
 * the suite says. Stored runs are not repeated.
 */
public final class SuiteComparison {

    /** A case whose first run takes longer is not repeated. */
    public static final Duration LONGEST_TO_REPEAT = Duration.ofSeconds(60);

    private static final double SHORT_SECONDS = 5;

    private final Suite suite;
    private final Measuring measuring;
    private final RunStore store;
    private final Cancellation cancellation;
    private final Progress progress;
    private final double longestToRepeat;
    private final Set<String> warm = new HashSet<>();
    private int done;

    /** @param longestToRepeat see {@link #LONGEST_TO_REPEAT} */
    public SuiteComparison(
            Suite suite, Measuring measuring, RunStore store, Watching watching, Duration longestToRepeat) {
        this.suite = suite;
        this.measuring = measuring;
        this.store = store;
        this.cancellation = watching.cancellation();
        this.progress = watching.progress();
        this.longestToRepeat = longestToRepeat.toMillis() / 1e3;
    }

    /**
     * Measures what is not stored, and returns all results.
     *
     * @throws ComparisonException if the comparison is cancelled; completed runs stay stored
     */
    public List<CaseResult> run() {
        for (BenchmarkCase benchmark : suite.cases()) {
            measure(benchmark, StoredRun.WARM_UP);
        }
        for (int round = 0; round < suite.runs(); round++) {
            for (BenchmarkCase benchmark : inTurn(suite.cases(), round, suite.runs())) {
                if (isRepeated(benchmark)) {
                    measure(benchmark, round);
                } else {
                    done++;
                }
            }
        }
        return suite.cases().stream().map(this::result).toList();
    }

    /** Returns the cases of a round. Each round begins with another one, so that none always follows the slowest. */
    public static <T> List<T> inTurn(List<T> all, int round, int rounds) {
        List<T> turned = new ArrayList<>(all);
        Collections.rotate(turned, -(round * all.size() / rounds));
        return turned;
    }

    private boolean isRepeated(BenchmarkCase benchmark) {
        return warmUp(benchmark)
                        .filter(first -> first.seconds() <= longestToRepeat)
                        .isPresent()
                && failure(benchmark).isEmpty();
    }

    private Optional<CaseRun> warmUp(BenchmarkCase benchmark) {
        return store.find(benchmark, StoredRun.WARM_UP).map(StoredRun::measured);
    }

    private void measure(BenchmarkCase benchmark, int round) {
        done++;
        if (store.find(benchmark, round).isPresent()) {
            return;
        }
        cancellation.check();
        try {
            warm(benchmark, round);
            CaseRun measured = measuring.run(benchmark, round == StoredRun.WARM_UP);
            store.add(new StoredRun(benchmark.key(), round, measured, null));
            progress.measured(done, total(), benchmark, measured, round == StoredRun.WARM_UP);
        } catch (ComparisonException e) {
            cancellation.check();
            String reason = String.valueOf(e.getMessage());
            store.add(new StoredRun(benchmark.key(), round, null, reason));
            progress.failed(done, total(), benchmark, reason);
        }
    }

    /** Runs a short case once more before its first measured run in this process, to warm connections and code. */
    private void warm(BenchmarkCase benchmark, int round) {
        boolean cold = round != StoredRun.WARM_UP && benchmark.conditions().heap() == null && warm.add(benchmark.key());
        if (cold
                && warmUp(benchmark)
                        .filter(first -> first.seconds() <= SHORT_SECONDS)
                        .isPresent()) {
            measuring.run(benchmark, false);
        }
    }

    private int total() {
        return suite.cases().size() * (suite.runs() + 1);
    }

    private CaseResult result(BenchmarkCase benchmark) {
        Optional<String> failure = failure(benchmark);
        Optional<CaseRun> warmUp = warmUp(benchmark);
        List<CaseRun> repeated = repetitions(benchmark)
                .map(StoredRun::measured)
                .filter(Objects::nonNull)
                .toList();
        List<CaseRun> runs = repeated.isEmpty() ? warmUp.stream().toList() : repeated;
        return new CaseResult(
                benchmark, warmUp.orElse(null), failure.isPresent() ? List.of() : runs, failure.orElse(null));
    }

    private Stream<StoredRun> repetitions(BenchmarkCase benchmark) {
        return IntStream.range(0, suite.runs())
                .mapToObj(round -> store.find(benchmark, round))
                .flatMap(Optional::stream);
    }

    private Optional<String> failure(BenchmarkCase benchmark) {
        return Stream.concat(store.find(benchmark, StoredRun.WARM_UP).stream(), repetitions(benchmark))
                .map(StoredRun::failure)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Measurement of one run. */
    @FunctionalInterface
    public interface Measuring {

        /**
         * Runs a case once.
         *
         * @param counted whether to count commands, which takes time
         * @throws ComparisonException if the case cannot be measured
         */
        CaseRun run(BenchmarkCase benchmark, boolean counted);
    }

    /** Cancellation and progress of a comparison. */
    public record Watching(Cancellation cancellation, Progress progress) {}

    /** Listener of the progress. */
    public interface Progress {

        /** Reports a run of a case. */
        void measured(int number, int of, BenchmarkCase benchmark, CaseRun measured, boolean warmUp);

        /** Reports a case that failed and is left out from now on. */
        void failed(int number, int of, BenchmarkCase benchmark, String reason);
    }
}
