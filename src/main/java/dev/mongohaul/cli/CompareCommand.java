package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.Format;
import dev.mongohaul.cli.output.ReportFormat;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.compare.page.SuitePage;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.suite.SuiteComparison;
import dev.mongohaul.compare.suite.SuiteResult;
import dev.mongohaul.compare.suite.Surroundings;
import dev.mongohaul.job.run.MongoConnections;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Command {@code compare}: measures the cases of a suite on the user's server. */
@Command(
        name = "compare",
        customSynopsis = {
            "mongohaul compare SUITE [rows=NUMBER] [job=JOB] [OPTION...]",
            "       mongohaul compare page [--charts=DIR]"
        },
        description = {
            "Measure writers and settings on your server.",
            "compare runs the cases of a suite with generated data or with a job's files. It uses databases of its own"
                    + " and drops them afterwards. The results are stored in .mongohaul/compare.",
            "Suites are the files of jobs/compare: writers, write-concern, reactive, bulk and partitions, and your"
                    + " own. docs/experiments.md describes their keys and the JSON."
        },
        exitCodeList = {
            "0:completed",
            "1:failed",
            "2:wrong command, suite or job; nothing was measured",
            "11:stopped; the same command measures the rest"
        },
        footer = {"  mongohaul compare writers rows=10000", "  mongohaul compare page --charts=charts"},
        subcommands = {PageCommand.class, RunCaseCommand.class})
final class CompareCommand extends ConsoleCommand {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SUITE",
            description = "Name of a suite, or path of its file (.yml).")
    private @Nullable String suite;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description =
                    "rows=NUMBER limits the rows of each case. job=JOB measures with the files and the target of a job.")
    private List<String> settings = List.of();

    @Option(
            names = "--suites",
            paramLabel = "DIR",
            defaultValue = "jobs/compare",
            description = "Folder of the suites. Default: ${DEFAULT-VALUE}.")
    private Path folder;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Number of measurements of each case. Default: the number in the suite.")
    private @Nullable Integer runs;

    @Option(names = "--fresh", description = "Measure all cases again, also those with a stored measurement.")
    private boolean fresh;

    @Option(
            names = "--format",
            defaultValue = "table",
            paramLabel = "FORMAT",
            converter = ReportFormat.class,
            completionCandidates = ReportFormat.class,
            description = "table, json, or html (a page with charts). Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        Invocation invocation = invocation();
        Path suites = invocation.resolve(folder);
        if (suite == null) {
            spec.commandLine().usage(invocation.err());
            List<String> names = Suite.names(suites);
            throw new ParameterException(
                    spec.commandLine(),
                    names.isEmpty()
                            ? "There are no suites in %s. --suites=DIR names their folder.".formatted(folder)
                            : "Name what to compare: %s.".formatted(String.join(", ", names)));
        }
        Suite found = find(
                suites,
                suite.endsWith(".yml") ? invocation.resolve(Path.of(suite)).toString() : suite);
        ComparisonProgress progress = new ComparisonProgress(invocation.err()::println);
        return StopOnSignal.during(
                progress::cancel,
                "Stopping",
                invocation.err(),
                signal -> run(found, progress, invocation).value());
    }

    /** Checks the jobs of all cases before a server is contacted, and measures them. Completed runs stay stored. */
    private ExitCode run(Suite found, ComparisonProgress progress, Invocation invocation) {
        try (SuiteComparison comparison =
                new SuiteComparison(found, jobs.files(), ImportRunner.jobs(invocation), progress)) {
            comparison.check();
            Surroundings surroundings = new Surroundings(
                    invocation.environment(), invocation.workingDirectory(), mongo.uriFile(invocation));
            try (Session session = mongo.open(spec)) {
                print(
                        comparison.run(session.bean(MongoConnections.class), session.server(), surroundings, fresh),
                        invocation);
            }
            return ExitCode.COMPLETED;
        } catch (ComparisonException e) {
            if (progress.isCancelled()) {
                invocation.err().println("Stopped; the same command continues");
                return ExitCode.STOPPED;
            }
            throw e;
        }
    }

    private Suite find(Path suites, String name) {
        Map<String, String> given = settings();
        String rows = given.get("rows");
        Suite found = Suite.find(suites, name, rows == null ? null : Integer.valueOf(rows));
        String job = given.get("job");
        return withRuns(job == null ? found : found.withJob(job));
    }

    private Suite withRuns(Suite found) {
        if (runs != null && runs < 1) {
            throw new UsageException("--runs: %d is not a count of 1 or more".formatted(runs));
        }
        return runs == null ? found : found.withRuns(runs);
    }

    private Map<String, String> settings() {
        Map<String, String> given = new HashMap<>();
        for (String setting : settings) {
            if (!setting.matches("rows=[1-9][0-9]{0,8}|job=.+")) {
                throw new UsageException(
                        "\"%s\" is not rows=NUMBER or job=JOB: other settings belong in the suite's file or a"
                                        .formatted(setting)
                                + " copy of it");
            }
            int equals = setting.indexOf('=');
            if (given.put(setting.substring(0, equals), setting.substring(equals + 1)) != null) {
                throw new UsageException("%s is given twice: leave one out".formatted(setting.substring(0, equals)));
            }
        }
        return given;
    }

    /** Prints the result, and then draws the page. */
    private void print(SuiteResult result, Invocation invocation) {
        SuitePage page = new SuitePage(List.of(result));
        switch (format) {
            case TABLE -> {
                PrintWriter out = out();
                out.print(result.table());
                out.flush();
                page.storeIn(invocation.resolve(SuiteResult.FOLDER));
                out.printf("With charts: %s%n", SuiteResult.FOLDER.resolve(result.suite() + ".html"));
            }
            case JSON -> {
                invocation.out().writeUtf8(result.json() + "\n");
                page.storeIn(invocation.resolve(SuiteResult.FOLDER));
            }
            case HTML -> invocation.out().writeUtf8(page.storeIn(invocation.resolve(SuiteResult.FOLDER)));
        }
    }
}
