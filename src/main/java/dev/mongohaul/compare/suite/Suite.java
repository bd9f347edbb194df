package dev.mongohaul.compare.suite;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A suite, ready to be measured: what is asked, and the cells that answer it.
 *
 * @param name the file's without its suffix
 * @param question that it answers
 * @param job whose input and target it is about; null: generated products
 * @param runs how often each cell is measured
 * @param cells at least one, no two the same
 * @param cutTo rows that no cell has more of; null where the suite is as it was written
 * @param path its file
 */
public record Suite(
        String name,
        String question,
        @Nullable String job,
        int runs,
        List<BenchmarkCase> cells,
        @Nullable Integer cutTo,
        Path path) {

    public Suite {
        cells = List.copyOf(cells);
    }

    /** The same, about a job whose input and target are used; entities of generated products do not fit it. */
    public Suite withJob(String other) {
        Map<String, BenchmarkCase> fitting = new LinkedHashMap<>();
        cells.stream()
                .map(cell -> job == null ? cell.without("entity") : cell)
                .forEach(cell -> fitting.putIfAbsent(cell.key(), cell));
        return new Suite(name, question, other, runs, List.copyOf(fitting.values()), cutTo, path);
    }

    /** The same, with each cell measured so often. */
    public Suite withRuns(int often) {
        return new Suite(name, question, job, often, cells, cutTo, path);
    }

    public Optional<String> ownJob() {
        return Optional.ofNullable(job);
    }
}
