package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Suite of cases that answer a question.
 *
 * @param name of the file without its suffix
 * @param job whose input and target are used; null: generated products
 * @param cases at least one, all different
 * @param cutTo rows to which all cases are limited; null: as written
 */
public record Suite(
        String name,
        String question,
        @Nullable String job,
        int runs,
        List<BenchmarkCase> cases,
        @Nullable Integer cutTo,
        Path path) {

    private static final String SUFFIX = ".yml";

    public Suite {
        cases = List.copyOf(cases);
    }

    /** Returns the names of the suites of a folder, which need not exist. */
    public static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw problem(folder, "cannot be listed: " + e.getMessage());
        }
    }

    /**
     * Returns a suite of a folder by its name, or any by the path of its file.
     *
     * @param cutTo rows that no case has more of; null: as written
     * @throws JobFileException if there is none, or with all mistakes in it
     */
    public static Suite find(Path folder, String nameOrPath, @Nullable Integer cutTo) {
        Path file = nameOrPath.endsWith(SUFFIX) ? Path.of(nameOrPath) : folder.resolve(nameOrPath + SUFFIX);
        if (!Files.isRegularFile(file)) {
            throw problem(
                    file,
                    names(folder).isEmpty()
                            ? "does not exist: there are no suites in %s. Run compare in the folder of mongohaul's source code, which has jobs/compare, or name a copy of that folder with --suites=DIR"
                                    .formatted(folder)
                            : "does not exist; suites here are " + String.join(", ", names(folder)));
        }
        try {
            return new SuiteFile(file, Files.readString(file), cutTo).read();
        } catch (IOException e) {
            throw problem(file, "cannot be read as UTF-8 text: " + e.getMessage());
        }
    }

    private static JobFileException problem(Path file, String message) {
        return new JobFileException(List.of(new JobFileProblem(file.toString(), 0, "", message)));
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
