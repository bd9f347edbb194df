package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.Format;
import dev.mongohaul.cli.output.OutputFormat;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.compare.limit.LimitComparison;
import dev.mongohaul.compare.limit.LimitComparison.JobUnderTest;
import dev.mongohaul.compare.limit.LimitComparison.LimitOptions;
import dev.mongohaul.compare.limit.LimitResult;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.setting.JobFile;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        customSynopsis = "mongohaul compare limit JOB [NAME=VALUE...] [OPTION...]",
        description = {
            "Compare the import of a job with the limit of the server.",
            "The limit is the fastest of several ways to send prepared messages. An import that compares documents first"
                    + " is measured too if the job replaces or updates, and a plain Spring Batch step if it inserts. Each run"
                    + " uses a database of its own, mongohaul_compare_..., and drops it afterwards. docs/experiments.md"
                    + " describes the JSON."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command, job or setting; nothing was measured", "11:stopped"
        },
        footer = {
            "  mongohaul compare limit orders files=/in/big.csv --runs=5 --grids=2,4",
            "  mongohaul compare limit products --changed=10"
        })
final class LimitCommand extends ConsoleCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "Name of a job, or path of its file (.yml).")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "Setting of the job file, such as files=/in/big.csv.")
    private List<String> parameters = List.of();

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of measurements of each case. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--connections",
            split = ",",
            paramLabel = "N",
            defaultValue = "1,2,4",
            description = "Numbers of connections of the limit. Default: ${DEFAULT-VALUE}.")
    private List<Integer> connections;

    @Option(
            names = "--chunks",
            split = ",",
            paramLabel = "N",
            defaultValue = "1000,5000",
            description = "Numbers of documents in a message of the limit. Default: ${DEFAULT-VALUE}.")
    private List<Integer> chunks;

    @Option(
            names = "--grids",
            split = ",",
            paramLabel = "N",
            defaultValue = "1,2,4",
            description = "Grid sizes of the imports. Default: ${DEFAULT-VALUE}.")
    private List<Integer> grids;

    @Option(
            names = "--writers",
            split = ",",
            paramLabel = "WRITER",
            defaultValue = "direct,raw",
            description = "Writers of the imports. Default: ${DEFAULT-VALUE}.")
    private List<String> writers;

    @Option(
            names = "--changed",
            paramLabel = "PERCENT",
            defaultValue = "2",
            description =
                    "Percentage of the documents that a replacement or update changes. Default: ${DEFAULT-VALUE}.")
    private double changed;

    @Option(
            names = "--new",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "Percentage of the documents that an upsert adds. Default: ${DEFAULT-VALUE}.")
    private double added;

    @Option(
            names = "--no-stock",
            description = "Do not measure the plain Spring Batch step, which is the slowest case.")
    private boolean withoutStock;

    @Option(
            names = "--format",
            defaultValue = "table",
            paramLabel = "FORMAT",
            converter = OutputFormat.class,
            completionCandidates = OutputFormat.class,
            description = "table or json. Default: ${DEFAULT-VALUE}.")
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
        percentage("--changed", changed);
        percentage("--new", added);
        return new LimitOptions(runs, connections, chunks, grids, writers, changed, added, !withoutStock);
    }

    private static void percentage(String option, double value) {
        if (!(value >= 0 && value <= 100)) {
            throw new UsageException("%s: %s is not a percentage from 0 to 100".formatted(option, value));
        }
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
        for (String own : JobUnderTest.ownParameters()) {
            refuse(own);
        }
        WriteContent content = content(file, parameters);
        if (added > 0 && !content.settings().upsert()) {
            throw new UsageException("--new is for jobs with write.upsert: true: leave it out");
        }
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

    private WriteContent content(JobFile file, List<String> given) {
        return ImportRunner.jobs(invocation())
                .prepare(file, given)
                .map(WriteContent::of)
                .orElseThrow(() -> new UsageException("%s: there is no record to measure with".formatted(file.name())));
    }
}
