package dev.mongohaul.compare.suite;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Suite of cases that answer a question.
 *
 * @param name of the file without its suffix
 * @param job whose input and target are used; null: generated products
 * @param runs of each case
 * @param cases at least one, all different
 * @param cutTo rows to which all cases are limited; null: as written
 * @param path of the file
 */
public record Suite(
        String name,
        String question,
        @Nullable String job,
        int runs,
        List<BenchmarkCase> cases,
        @Nullable Integer cutTo,
        Path path) {

    public Suite {
        cases = List.copyOf(cases);
    }

    /** Returns the suite with the input and target of a job, which entities of generated products do not fit. */
    public Suite withJob(String other) {
        Map<String, BenchmarkCase> fitting = new LinkedHashMap<>();
        cases.stream()
                .map(benchmark -> job == null ? benchmark.without("entity") : benchmark)
                .forEach(benchmark -> fitting.putIfAbsent(benchmark.key(), benchmark));
        return new Suite(name, question, other, runs, List.copyOf(fitting.values()), cutTo, path);
    }

    /** Returns the suite with another number of runs. */
    public Suite withRuns(int number) {
        return new Suite(name, question, job, number, cases, cutTo, path);
    }

    public Optional<String> ownJob() {
        return Optional.ofNullable(job);
    }
}
