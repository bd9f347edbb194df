package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.generate.SampleData;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.text.ResourceText;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.io.function.Uncheck;
import org.jspecify.annotations.Nullable;

/** Factory of the imports that cases run. */
final class CaseJobs {

    private static final String OPERATIONS =
            "write.operation={column: operation, values: {R: replace, U: update, D: delete}}";
    private static final int SAMPLE = 1000;
    private static final long SEED = 1;

    /** BSON bytes of the field {@code padding} beside its text: type, name, length and two zeros. */
    private static final int PADDING_FRAME = 14;

    private final Suite suite;
    private final JobFiles jobFiles;
    private final ImportJobs jobs;
    private final Path scratch;
    private int averageProduct;

    /** Creates the factory; it writes nothing yet. */
    CaseJobs(Suite suite, JobFiles jobFiles, ImportJobs jobs, Path scratch) {
        this.suite = suite;
        this.jobFiles = jobFiles;
        this.jobs = jobs;
        this.scratch = scratch;
    }

    /** Returns the import of a case. A mistake has the line of the suite's file. */
    ImportJob of(BenchmarkCase benchmark, String database) {
        List<String> parameters = new ArrayList<>(benchmark.parameters());
        if (benchmark.conditions().sequence() != null) {
            parameters.add(OPERATIONS);
        }
        parameters.addAll(input(benchmark, 1));
        try {
            ImportJob job = prepare(parameters, database);
            return benchmark.unconfirmed() ? job.withoutConfirmation() : job;
        } catch (JobFileException e) {
            throw new JobFileException(e.problems().stream()
                    .map(problem -> inTheSuite(problem, benchmark))
                    .toList());
        }
    }

    /** Checks that the import of a case can be prepared. */
    void check(BenchmarkCase benchmark) {
        int hosts = benchmark.conditions().hosts();
        ImportJob job = of(benchmark, "unused");
        if (hosts > 1 && !benchmark.operation().equals("insert")) {
            throw new ComparisonException(
                    benchmark.name() + ": hosts: only inserts can be spread over several servers, because a change"
                            + " must find its document on one of them");
        }
        if (hosts > job.gridSize()) {
            throw new ComparisonException(
                    "%s: hosts: %d servers need a grid-size of at least as many, because each partition goes to one server"
                            .formatted(benchmark.name(), hosts));
        }
        before(benchmark, "unused");
    }

    /** Returns the import of the documents that a case changes; empty if the case inserts. */
    Optional<ImportJob> before(BenchmarkCase benchmark, String database) {
        if (benchmark.operation().equals("insert")) {
            return Optional.empty();
        }
        List<String> parameters = new ArrayList<>(input(benchmark, 0));
        parameters.add("write.operation=insert");
        return Optional.of(prepare(parameters, database));
    }

    /** @param revision a value that differs between the first documents and the changes, so that each change has an effect */
    private List<String> input(BenchmarkCase benchmark, int revision) {
        Integer rows = benchmark.conditions().rows();
        if (suite.ownJob().isPresent()) {
            return rows == null ? List.of() : List.of("source.files=" + headOfOwnInput(rows));
        }
        List<String> parameters = new ArrayList<>();
        parameters.add("source.files="
                + products(Objects.requireNonNull(rows), benchmark.conditions().sequence()));
        if (!benchmark.operation().equals("insert")) {
            parameters.add("fields.revision={type: constant, value: %d}".formatted(revision));
        }
        Optional.ofNullable(benchmark.conditions().documentSize())
                .ifPresent(size -> parameters.add("fields.padding={type: constant, value: \"%s\"}"
                        .formatted("x".repeat(Math.max(1, size - averageProduct() - PADDING_FRAME)))));
        return parameters;
    }

    private Path headOfOwnInput(int rows) {
        Path file = scratch.resolve("head-%d.csv".formatted(rows));
        if (!Files.exists(file)) {
            Uncheck.run(() -> WriteContent.copyHead(prepare(List.of(), "unused"), rows, file));
        }
        return file;
    }

    private ImportJob prepare(List<String> parameters, String database) {
        List<String> all = new ArrayList<>(parameters);
        all.add("target.database=" + database);
        all.add("rejects.directory=" + scratch.resolve("rejects"));
        String job = suite.ownJob().orElseGet(() -> productsJob().toString());
        JobFile file = jobFiles.find(job, all);
        if (file.swaps()) {
            all.add("write.operation=insert");
            file = jobFiles.find(job, all);
        }
        if (file.source().isStandardInput()) {
            throw new JobRefusedException(
                    file.name(),
                    List.of(
                            "source.files: the input is read several times, which is not possible with standard input: name files"));
        }
        return jobs.prepare(file, all)
                .orElseThrow(() -> new ComparisonException("%s: there is no record to measure with".formatted(job)));
    }

    private int averageProduct() {
        if (averageProduct == 0) {
            AtomicLong bytes = new AtomicLong();
            ImportJob job = prepare(List.of("source.files=" + products(SAMPLE, null)), "unused");
            Uncheck.run(() -> WriteContent.each(
                    job,
                    (operation, document) ->
                            bytes.addAndGet(document.getByteBuffer().remaining())));
            averageProduct = (int) (bytes.get() / SAMPLE);
        }
        return averageProduct;
    }

    /** Returns the problem at the line of the suite's file that its parameter comes from. */
    private JobFileProblem inTheSuite(JobFileProblem problem, BenchmarkCase benchmark) {
        return benchmark.settings().entrySet().stream()
                .filter(setting ->
                        problem.source().equals("parameter %s=%s".formatted(setting.getKey(), setting.getValue())))
                .findFirst()
                .map(setting -> new JobFileProblem(
                        suite.path().toString(),
                        benchmark.lines().getOrDefault(setting.getKey(), 0),
                        "cells." + setting.getKey(),
                        problem.message()))
                .orElse(problem);
    }

    private Path productsJob() {
        Path file = scratch.resolve("products.yml");
        return Files.exists(file)
                ? file
                : Uncheck.get(() -> Files.writeString(file, ResourceText.of(CaseJobs.class, "products.yml")));
    }

    /** Returns a file of products, written if absent; with a sequence, it has a column of operations. */
    private Path products(int rows, @Nullable CaseSequence sequence) {
        Path file = scratch.resolve("products-%d%s.csv".formatted(rows, sequence == null ? "" : "-" + sequence));
        if (Files.exists(file)) {
            return file;
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            SampleData.PRODUCTS.write(sequence == null ? out : new OperationStream(out, sequence, rows), rows, SEED);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("%s cannot be written".formatted(file), e);
        }
    }

    /** Stream that adds a column of operations to generated lines: R, U or D, a third each. */
    private static final class OperationStream extends FilterOutputStream {

        private static final String CODES = "RUD";

        private final CaseSequence sequence;
        private final long rows;
        private long line;

        OperationStream(OutputStream out, CaseSequence sequence, long rows) {
            super(out);
            this.sequence = sequence;
            this.rows = rows;
        }

        @Override
        public void write(int octet) throws IOException {
            if (octet == '\n') {
                out.write(("," + (line == 0 ? "operation" : code(line - 1))).getBytes(StandardCharsets.US_ASCII));
                line++;
            }
            out.write(octet);
        }

        private String code(long row) {
            long index = sequence == CaseSequence.ALTERNATING ? row % CODES.length() : row * CODES.length() / rows;
            return CODES.substring((int) index, (int) index + 1);
        }
    }
}
