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
 * Measures the cells of a suite: each once to warm up and to count its commands, then all in turn, as often as the suite
 * says. What is stored is not measured again.
 */
public final class SuiteComparison {

    /** A cell that takes longer is measured by its first run alone. */
    public static final Duration LONGEST_TO_REPEAT = Duration.ofSeconds(60);

    private static final double SHORT_SECONDS = 5;

    private final Suite suite;
    private final Measuring measuring;
    private final RunStore store;
    private final Cancellation abort;
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
        this.abort = watching.abort();
        this.progress = watching.progress();
        this.longestToRepeat = longestToRepeat.toMillis() / 1e3;
    }

    /**
     * Measures what is not stored.
     *
     * @throws ComparisonException where it was asked to end; what was measured until then stays stored
     */
    public List<CaseResult> run() {
        for (BenchmarkCase cell : suite.cells()) {
            measure(cell, StoredRun.WARM_UP);
        }
        for (int round = 0; round < suite.runs(); round++) {
            for (BenchmarkCase cell : inTurn(suite.cells(), round, suite.runs())) {
                if (isRepeated(cell)) {
                    measure(cell, round);
                } else {
                    done++;
                }
            }
        }
        return suite.cells().stream().map(this::figures).toList();
    }

    /** Returns the cases of a round. Each round begins with another one, so that none always follows the slowest. */
    public static <T> List<T> inTurn(List<T> all, int round, int rounds) {
        List<T> turned = new ArrayList<>(all);
        Collections.rotate(turned, -(round * all.size() / rounds));
        return turned;
    }

    private boolean isRepeated(BenchmarkCase cell) {
        return warmUp(cell).filter(first -> first.seconds() <= longestToRepeat).isPresent()
                && failure(cell).isEmpty();
    }

    private Optional<CaseRun> warmUp(BenchmarkCase cell) {
        return store.find(cell, StoredRun.WARM_UP).map(StoredRun::measured);
    }

    private void measure(BenchmarkCase cell, int round) {
        done++;
        if (store.find(cell, round).isPresent()) {
            return;
        }
        abort.check();
        try {
            warm(cell, round);
            CaseRun measured = measuring.run(cell, round == StoredRun.WARM_UP);
            store.add(new StoredRun(cell.key(), round, measured, null));
            progress.measured(done, total(), cell, measured, round == StoredRun.WARM_UP);
        } catch (ComparisonException e) {
            abort.check();
            String reason = String.valueOf(e.getMessage());
            store.add(new StoredRun(cell.key(), round, null, reason));
            progress.failed(done, total(), cell, reason);
        }
    }

    /** Connections and code are cold where the first measured run of this process begins, which a short run would tell. */
    private void warm(BenchmarkCase cell, int round) {
        boolean cold = round != StoredRun.WARM_UP && cell.conditions().heap() == null && warm.add(cell.key());
        if (cold
                && warmUp(cell)
                        .filter(first -> first.seconds() <= SHORT_SECONDS)
                        .isPresent()) {
            measuring.run(cell, false);
        }
    }

    private int total() {
        return suite.cells().size() * (suite.runs() + 1);
    }

    private CaseResult figures(BenchmarkCase cell) {
        Optional<String> failure = failure(cell);
        Optional<CaseRun> warmUp = warmUp(cell);
        List<CaseRun> repeated = repetitions(cell)
                .map(StoredRun::measured)
                .filter(Objects::nonNull)
                .toList();
        List<CaseRun> runs = repeated.isEmpty() ? warmUp.stream().toList() : repeated;
        return new CaseResult(cell, warmUp.orElse(null), failure.isPresent() ? List.of() : runs, failure.orElse(null));
    }

    private Stream<StoredRun> repetitions(BenchmarkCase cell) {
        return IntStream.range(0, suite.runs())
                .mapToObj(round -> store.find(cell, round))
                .flatMap(Optional::stream);
    }

    private Optional<String> failure(BenchmarkCase cell) {
        return Stream.concat(store.find(cell, StoredRun.WARM_UP).stream(), repetitions(cell))
                .map(StoredRun::failure)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** Runs a cell once. */
    @FunctionalInterface
    public interface Measuring {

        /**
         * What a run took.
         *
         * @param counted whether commands are counted, which takes time
         * @throws ComparisonException where it cannot be measured
         */
        CaseRun run(BenchmarkCase cell, boolean counted);
    }

    /** Who looks on: one who may end it, and one who is told. */
    public record Watching(Cancellation abort, Progress progress) {}

    /** Is told what happens. */
    public interface Progress {

        /** A cell was measured once. */
        void measured(int number, int of, BenchmarkCase cell, CaseRun measured, boolean warmUp);

        /** A cell cannot be measured, and is left out from now on. */
        void failed(int number, int of, BenchmarkCase cell, String reason);
    }
}
