package dev.mongohaul.compare.run;

import dev.mongohaul.compare.suite.Cell;
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
    private final TryStore store;
    private final Abort abort;
    private final Progress progress;
    private final double longestToRepeat;
    private final Set<String> warm = new HashSet<>();
    private int done;

    /** @param longestToRepeat see {@link #LONGEST_TO_REPEAT} */
    public SuiteComparison(
            Suite suite, Measuring measuring, TryStore store, Watching watching, Duration longestToRepeat) {
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
    public List<CellFigures> run() {
        for (Cell cell : suite.cells()) {
            measure(cell, StoredTry.WARM_UP);
        }
        for (int round = 0; round < suite.runs(); round++) {
            for (Cell cell : inTurn(suite.cells(), round, suite.runs())) {
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

    private boolean isRepeated(Cell cell) {
        return warmUp(cell).filter(first -> first.seconds() <= longestToRepeat).isPresent()
                && failure(cell).isEmpty();
    }

    private Optional<CellTry> warmUp(Cell cell) {
        return store.find(cell, StoredTry.WARM_UP).map(StoredTry::measured);
    }

    private void measure(Cell cell, int round) {
        done++;
        if (store.find(cell, round).isPresent()) {
            return;
        }
        abort.check();
        try {
            warm(cell, round);
            CellTry measured = measuring.run(cell, round == StoredTry.WARM_UP);
            store.add(new StoredTry(cell.key(), round, measured, null));
            progress.measured(done, total(), cell, measured, round == StoredTry.WARM_UP);
        } catch (ComparisonException e) {
            abort.check();
            String reason = String.valueOf(e.getMessage());
            store.add(new StoredTry(cell.key(), round, null, reason));
            progress.failed(done, total(), cell, reason);
        }
    }

    /** Connections and code are cold where the first measured run of this process begins, which a short run would tell. */
    private void warm(Cell cell, int round) {
        boolean cold = round != StoredTry.WARM_UP && cell.conditions().heap() == null && warm.add(cell.key());
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

    private CellFigures figures(Cell cell) {
        Optional<String> failure = failure(cell);
        Optional<CellTry> warmUp = warmUp(cell);
        List<CellTry> repeated = repetitions(cell)
                .map(StoredTry::measured)
                .filter(Objects::nonNull)
                .toList();
        List<CellTry> runs = repeated.isEmpty() ? warmUp.stream().toList() : repeated;
        return new CellFigures(cell, warmUp.orElse(null), failure.isPresent() ? List.of() : runs, failure.orElse(null));
    }

    private Stream<StoredTry> repetitions(Cell cell) {
        return IntStream.range(0, suite.runs())
                .mapToObj(round -> store.find(cell, round))
                .flatMap(Optional::stream);
    }

    private Optional<String> failure(Cell cell) {
        return Stream.concat(store.find(cell, StoredTry.WARM_UP).stream(), repetitions(cell))
                .map(StoredTry::failure)
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
        CellTry run(Cell cell, boolean counted);
    }

    /** Who looks on: one who may end it, and one who is told. */
    public record Watching(Abort abort, Progress progress) {}

    /** Is told what happens. */
    public interface Progress {

        /** A cell was measured once. */
        void measured(int number, int of, Cell cell, CellTry measured, boolean warmUp);

        /** A cell cannot be measured, and is left out from now on. */
        void failed(int number, int of, Cell cell, String reason);
    }
}
