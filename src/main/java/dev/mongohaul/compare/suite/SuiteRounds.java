package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Comparison of the cases of a suite: each runs once to warm up and to count its commands, then all run in turn, as often as
 * the suite says. Stored runs are not repeated.
 */
final class SuiteRounds {

    /** A case whose first run takes longer is not repeated. */
    private static final double LONGEST_TO_REPEAT_SECONDS = 60;

    private static final double SHORT_SECONDS = 5;

    private final Suite suite;
    private final BiFunction<BenchmarkCase, Boolean, CaseRun> measuring;
    private final RunStore store;
    private final ComparisonProgress progress;
    private final Set<String> warm = new HashSet<>();

    /** @param measuring runs a case once, and counts its commands if true */
    SuiteRounds(
            Suite suite,
            BiFunction<BenchmarkCase, Boolean, CaseRun> measuring,
            RunStore store,
            ComparisonProgress progress) {
        this.suite = suite;
        this.measuring = measuring;
        this.store = store;
        this.progress = progress;
    }

    /** Measures what is not stored, and returns all results. Completed runs stay stored on cancellation. */
    List<CaseResult> run() {
        progress.begin(suite.cases().size() * (suite.runs() + 1));
        for (BenchmarkCase benchmark : suite.cases()) {
            measure(benchmark, StoredRun.WARM_UP);
        }
        for (int round = 0; round < suite.runs(); round++) {
            for (BenchmarkCase benchmark : ComparisonProgress.inTurn(suite.cases(), round, suite.runs())) {
                if (isRepeated(benchmark)) {
                    measure(benchmark, round);
                } else {
                    progress.next();
                }
            }
        }
        return suite.cases().stream().map(this::result).toList();
    }

    private boolean isRepeated(BenchmarkCase benchmark) {
        return warmUp(benchmark)
                        .filter(first -> first.seconds() <= LONGEST_TO_REPEAT_SECONDS)
                        .isPresent()
                && failure(benchmark).isEmpty();
    }

    private Optional<CaseRun> warmUp(BenchmarkCase benchmark) {
        return store.find(benchmark, StoredRun.WARM_UP).map(StoredRun::measured);
    }

    private void measure(BenchmarkCase benchmark, int round) {
        progress.next();
        if (store.find(benchmark, round).isPresent()) {
            return;
        }
        progress.check();
        try {
            warm(benchmark, round);
            CaseRun measured = measuring.apply(benchmark, round == StoredRun.WARM_UP);
            store.add(new StoredRun(benchmark.key(), round, measured, null));
            progress.measured(
                    benchmark.name(),
                    measured.seconds(),
                    round == StoredRun.WARM_UP ? " (warm-up, commands counted)" : "");
        } catch (ComparisonException e) {
            progress.check();
            String reason = String.valueOf(e.getMessage());
            store.add(new StoredRun(benchmark.key(), round, null, reason));
            progress.leftOut(benchmark.name(), reason);
        }
    }

    /** Runs a short case once more before its first measured run in this process, to warm connections and code. */
    private void warm(BenchmarkCase benchmark, int round) {
        boolean cold = round != StoredRun.WARM_UP && benchmark.conditions().heap() == null && warm.add(benchmark.key());
        if (cold
                && warmUp(benchmark)
                        .filter(first -> first.seconds() <= SHORT_SECONDS)
                        .isPresent()) {
            CaseRun unused = measuring.apply(benchmark, false);
        }
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
}
