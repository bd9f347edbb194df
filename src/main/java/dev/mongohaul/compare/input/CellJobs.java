package dev.mongohaul.compare.input;

import dev.mongohaul.compare.ComparisonException;
import dev.mongohaul.compare.suite.Cell;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.content.InputHead;
import dev.mongohaul.job.content.InsertContent;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.JobFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Makes the imports that cells of a suite are measured by. */
public final class CellJobs {

    private static final String OPERATIONS =
            "write.operation={column: operation, values: {R: replace, U: update, D: delete}}";
    private static final int SAMPLE = 1000;

    /** Of BSON, beside a string's own bytes: its type, its name {@code padding}, its length and two zeros. */
    private static final int PADDING_FRAME = 14;

    private final Suite suite;
    private final JobFiles jobFiles;
    private final ImportJobs jobs;
    private final Path scratch;
    private final SampleProducts products;
    private int averageProduct;

    /**
     * Writes nothing yet.
     *
     * @param jobFiles where a job of the user's is found
     * @param scratch a folder for generated files, and for rejects
     */
    public CellJobs(Suite suite, JobFiles jobFiles, ImportJobs jobs, Path scratch) {
        this.suite = suite;
        this.jobFiles = jobFiles;
        this.jobs = jobs;
        this.scratch = scratch;
        this.products = new SampleProducts(scratch);
    }

    /**
     * The import of a cell.
     *
     * @throws JobFileException naming the place in the suite's file that no job can be made with
     */
    public ImportJob of(Cell cell, String database) {
        List<String> parameters = new ArrayList<>(cell.parameters());
        if (cell.conditions().sequence() != null) {
            parameters.add(OPERATIONS);
        }
        parameters.addAll(input(cell, 1));
        try {
            ImportJob job = prepare(parameters, database);
            return cell.unconfirmed() ? job.withoutConfirmation() : job;
        } catch (JobFileException e) {
            throw inTheSuite(e, cell);
        }
    }

    /**
     * Makes sure that the import of a cell can be made.
     *
     * @throws RuntimeException with a message for people where it cannot
     */
    public void check(Cell cell) {
        int hosts = cell.conditions().hosts();
        ImportJob job = of(cell, "unused");
        if (hosts > 1 && !cell.operation().equals("insert")) {
            throw new ComparisonException(
                    cell.name() + ": hosts: inserts alone are spread over several servers, since a"
                            + " change would have to find its document on one of them");
        }
        if (hosts > job.gridSize()) {
            throw new ComparisonException(
                    "%s: hosts: %d servers take a grid-size of as many at least, since each piece goes to one of them"
                            .formatted(cell.name(), hosts));
        }
        before(cell, "unused");
    }

    /** The import of what is there before a cell of changes begins; empty for one that inserts. */
    public Optional<ImportJob> before(Cell cell, String database) {
        if (cell.operation().equals("insert")) {
            return Optional.empty();
        }
        List<String> parameters = new ArrayList<>(input(cell, 0));
        parameters.add("write.operation=insert");
        parameters.add("write.upsert=false");
        return Optional.of(prepare(parameters, database));
    }

    /** @param revision that changes write another of than is there, so that they change something */
    private List<String> input(Cell cell, int revision) {
        Integer rows = cell.conditions().rows();
        if (suite.ownJob().isPresent()) {
            return rows == null ? List.of() : List.of("source.files=" + headOfOwnInput(rows));
        }
        List<String> parameters = new ArrayList<>();
        parameters.add("source.files="
                + products.file(Objects.requireNonNull(rows), cell.conditions().sequence()));
        if (!cell.operation().equals("insert")) {
            parameters.add("fields.revision={type: constant, value: %d}".formatted(revision));
        }
        Optional.ofNullable(cell.conditions().documentSize())
                .ifPresent(size -> parameters.add("fields.padding={type: constant, value: \"%s\"}"
                        .formatted("x".repeat(Math.max(1, size - averageProduct() - PADDING_FRAME)))));
        return parameters;
    }

    private Path headOfOwnInput(int rows) {
        Path file = scratch.resolve("head-%d.csv".formatted(rows));
        if (!Files.exists(file)) {
            try {
                InputHead.copy(prepare(List.of(), "unused"), rows, file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return file;
    }

    private ImportJob prepare(List<String> parameters, String database) {
        List<String> all = new ArrayList<>(parameters);
        all.add("target.database=" + database);
        all.add("rejects.directory=" + scratch.resolve("rejects"));
        String job = suite.ownJob().orElseGet(() -> products.job().toString());
        JobFile file = jobFiles.find(job, all);
        if (file.source().isStandardInput()) {
            throw new JobRefusedException(
                    file.name(),
                    List.of(
                            "source.files: the input is read several times, which standard input cannot be: name files"));
        }
        return jobs.prepare(file, all)
                .orElseThrow(() -> new ComparisonException("%s: there is no record to measure with".formatted(job)));
    }

    /** Bytes of BSON, of the first products. */
    private int averageProduct() {
        if (averageProduct == 0) {
            AtomicLong bytes = new AtomicLong();
            ImportJob job = prepare(List.of("source.files=" + products.file(SAMPLE, null)), "unused");
            try {
                InsertContent.of(job)
                        .each(document ->
                                bytes.addAndGet(document.getByteBuffer().remaining()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            averageProduct = (int) (bytes.get() / SAMPLE);
        }
        return averageProduct;
    }

    /** What a parameter is told to be is told of the line that the parameter was made of. */
    private JobFileException inTheSuite(JobFileException exception, Cell cell) {
        return new JobFileException(exception.problems().stream()
                .map(problem -> inTheSuite(problem, cell))
                .toList());
    }

    private JobFileProblem inTheSuite(JobFileProblem problem, Cell cell) {
        return cell.settings().entrySet().stream()
                .filter(setting ->
                        problem.source().equals("parameter %s=%s".formatted(setting.getKey(), setting.getValue())))
                .findFirst()
                .map(setting -> new JobFileProblem(
                        suite.path().toString(),
                        cell.lines().getOrDefault(setting.getKey(), 0),
                        "cells." + setting.getKey(),
                        problem.message()))
                .orElse(problem);
    }
}
