package dev.mongohaul.cli;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.suite.SuiteComparison;
import dev.mongohaul.compare.suite.SuiteComparison.Surroundings;
import dev.mongohaul.compare.suite.SuitePage;
import dev.mongohaul.compare.suite.SuiteResult;
import dev.mongohaul.job.launch.MongoConnections;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
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
            "mongohaul compare limit JOB [NAME=VALUE...] [OPTION...]",
            "mongohaul compare page [--charts=DIR]"
        },
        description = {
            "Measure settings on your server, with generated data or your own, in databases that are dropped afterwards.",
            "A suite is a file of jobs/compare: writers, write-concern, reactive, bulk, partitions, or a copy."
        },
        footerHeading = "%nEach measurement is stored in .mongohaul/compare until the suite has ended:"
                + "%nthe same command resumes a stopped suite. Its result stays there, as JSON and as a page."
                + "%ndocs/experiments.md has the keys of a suite's file, and the shape of the JSON.%n",
        footer = {"", "Example: mongohaul compare writers rows=10000"},
        subcommands = {LimitCommand.class, PageCommand.class, StockStepCommand.class, RunCaseCommand.class})
final class CompareCommand extends ConsoleCommand {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SUITE",
            description = "A suite's name, or the path of its file (.yml).")
    private @Nullable String suite;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "rows: cut the suite short to that many; job: whose input and target to use.")
    private List<String> settings = List.of();

    @Option(
            names = "--suites",
            paramLabel = "DIR",
            defaultValue = "jobs/compare",
            description = "Folder of the suites (default: ${DEFAULT-VALUE}).")
    private Path folder;

    @Option(names = "--runs", description = "How often each case is measured (default: as the suite says).")
    private @Nullable Integer runs;

    @Option(names = "--fresh", description = "Measure all cases again, ignoring stored measurements.")
    private boolean fresh;

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.WordOrPage.class,
            description = "table, json or html, a page with charts (default: ${DEFAULT-VALUE}).")
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
            throw new ParameterException(
                    spec.commandLine(),
                    "Name what to compare: limit, %s.".formatted(String.join(", ", Suite.names(suites))));
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
                invocation.err().println("Stopped; the same command resumes");
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
        PrintWriter out = out();
        if (format == Format.TABLE) {
            out.print(result.table());
            out.flush();
        } else if (format == Format.JSON) {
            write(result.json() + "\n", invocation);
        }
        SuitePage page = new SuitePage(List.of(result));
        String html = page.storeIn(invocation.resolve(SuiteResult.FOLDER));
        if (format == Format.TABLE) {
            out.printf("With charts: %s%n", SuiteResult.FOLDER.resolve(result.suite() + ".html"));
        } else if (format == Format.HTML) {
            write(html, invocation);
        }
    }

    private static void write(String text, Invocation invocation) {
        try {
            invocation.out().writeUtf8(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
