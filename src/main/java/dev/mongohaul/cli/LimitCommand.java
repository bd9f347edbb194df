package dev.mongohaul.cli;

import dev.mongohaul.compare.limit.LimitComparison;
import dev.mongohaul.compare.limit.LimitComparison.JobUnderTest;
import dev.mongohaul.compare.limit.LimitComparison.LimitOptions;
import dev.mongohaul.compare.limit.LimitResult;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.launch.MongoConnections;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code compare limit}: compares an import with the server's limit. */
@Command(
        name = "limit",
        description = {
            "Measure the server's own limit, our import and a stock Spring Batch step with a job's documents, in turn.",
            "The limit: prepared insert messages over bare sockets, the fastest of all connections and chunks."
        },
        footerHeading = "%nImports run as processes of their own, with the options of this one (JAVA_TOOL_OPTIONS too)."
                + "%nEach run has a database mongohaul_compare_..., which is dropped after it."
                + "%n%n--format=json writes one object:"
                + "%n  suite, job, files, documents, documentBytes, rejected, runs, server, machine,"
                + "%n  settings [kind (limit, import, stock), name, settings, seconds {median, min, max},"
                + "%n    stepSeconds {...}, recordsPerSecond, clientCpuSeconds, serverCpuSeconds,"
                + "%n    peakResidentBytes, failure, runs [...], ratio, stepRatio (to the limit)],"
                + "%n  findings (sentences); null: unknown%n",
        footer = {"", "Example: mongohaul compare limit orders files=/in/big.csv --runs=5 --grids=2,4"})
final class LimitCommand extends ConsoleCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "A job's name, or the path of a job file; it inserts.")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "A setting of the job file, as 'mongohaul import' takes it.")
    private List<String> parameters = List.of();

    @Option(
            names = "--runs",
            defaultValue = "3",
            description = "How often each is measured (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--connections",
            split = ",",
            defaultValue = "1,2,4",
            description = "Connections of the limit (default: ${DEFAULT-VALUE}).")
    private List<Integer> connections;

    @Option(
            names = "--chunks",
            split = ",",
            defaultValue = "1000,5000",
            description = "Documents in a message of the limit (default: ${DEFAULT-VALUE}).")
    private List<Integer> chunks;

    @Option(
            names = "--grids",
            split = ",",
            defaultValue = "1,2,4",
            description = "Grid sizes of imports (default: ${DEFAULT-VALUE}).")
    private List<Integer> grids;

    @Option(
            names = "--writers",
            split = ",",
            defaultValue = "direct,raw",
            description = "Writers of imports (default: ${DEFAULT-VALUE}).")
    private List<String> writers;

    @Option(names = "--no-stock", description = "Leave out the stock step, which takes longest.")
    private boolean withoutStock;

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.Word.class,
            description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        Invocation invocation = invocation();
        LimitOptions options = options();
        JobUnderTest underTest = underTest();
        ComparisonProgress progress = new ComparisonProgress(invocation.err()::println);
        return StopOnSignal.during(
                progress::cancel,
                "Stopping",
                invocation.err(),
                signal -> run(underTest, options, progress, invocation).value());
    }

    private ExitCode run(JobUnderTest job, LimitOptions options, ComparisonProgress progress, Invocation invocation) {
        try (Session session = mongo.open(spec);
                LimitComparison comparison = new LimitComparison(
                        job,
                        options,
                        session.bean(MongoConnections.class).data(),
                        invocation.workingDirectory(),
                        progress)) {
            LimitResult result = comparison.run(session.server());
            if (format == Format.TABLE) {
                out().print(result.table());
                out().flush();
            } else {
                invocation.out().writeUtf8(result.json() + "\n");
            }
            return ExitCode.COMPLETED;
        } catch (ComparisonException e) {
            if (progress.isCancelled()) {
                return ExitCode.STOPPED;
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LimitOptions options() {
        counts("--runs", List.of(runs));
        counts("--connections", connections);
        counts("--chunks", chunks);
        counts("--grids", grids);
        distinct("--writers", writers);
        return new LimitOptions(runs, connections, chunks, grids, writers, !withoutStock);
    }

    private static void counts(String option, List<Integer> values) {
        values.stream().filter(value -> value < 1).findFirst().ifPresent(value -> {
            throw new UsageException("%s: %d is not a count of 1 or more".formatted(option, value));
        });
        distinct(option, values);
    }

    private static void distinct(String option, List<?> values) {
        if (new HashSet<>(values).size() < values.size()) {
            throw new UsageException("%s names something twice: leave one out".formatted(option));
        }
    }

    /** Returns the job, checked for each writer before a server is contacted. */
    private JobUnderTest underTest() {
        JobFile file = folder.find(job, parameters);
        if (file.source().isStandardInput()) {
            throw new UsageException(
                    "The input is read several times, which is not possible with standard input: name files");
        }
        for (String own : JobUnderTest.parametersOf("direct", 1, "unused", Path.of("unused"))) {
            refuse(own);
        }
        InsertContent content = content(file, parameters);
        for (String writer : writers) {
            List<String> given = Stream.concat(parameters.stream(), Stream.of("write.writer=" + writer))
                    .toList();
            content(folder.find(job, given), given);
        }
        return new JobUnderTest(file, content, parameters);
    }

    private void refuse(String own) {
        try {
            folder.find(job, Stream.concat(parameters.stream(), Stream.of(own)).toList());
        } catch (JobFileException e) {
            throw new UsageException(
                    "%s is set by the comparison itself: leave it out. --writers and --grids set what is"
                                    .formatted(own.substring(0, own.indexOf('=')))
                            + " compared; documents and rejects are dropped afterwards.");
        }
    }

    private InsertContent content(JobFile file, List<String> given) {
        return ImportRunner.jobs(invocation())
                .prepare(file, given)
                .map(InsertContent::of)
                .orElseThrow(() -> new UsageException("%s: there is no record to measure with".formatted(file.name())));
    }
}
