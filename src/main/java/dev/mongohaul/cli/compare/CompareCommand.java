package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.command.ImportRunner;
import dev.mongohaul.cli.command.JobFolder;
import dev.mongohaul.cli.command.MongoOptions;
import dev.mongohaul.cli.command.Session;
import dev.mongohaul.cli.command.StopOnSignal;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.compare.report.StoredResults;
import dev.mongohaul.compare.report.SuitePage;
import dev.mongohaul.compare.report.SuiteResult;
import dev.mongohaul.compare.report.SuiteTable;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.CaseJobs;
import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.run.CaseRunner;
import dev.mongohaul.compare.run.ChildCases;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.Hosts;
import dev.mongohaul.compare.run.RunStore;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.SuiteComparison;
import dev.mongohaul.compare.run.ThisProgram;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.suite.SuiteFiles;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.mongo.MongoAddressResolver;
import dev.mongohaul.mongo.MongoConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
public final class CompareCommand implements Callable<Integer> {

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

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        SuiteFiles suites = new SuiteFiles(folder);
        if (suite == null) {
            spec.commandLine().usage(spec.commandLine().getErr());
            throw new ParameterException(
                    spec.commandLine(),
                    "Name what to compare: limit, %s.".formatted(String.join(", ", suites.names())));
        }
        Suite found = find(suites, suite);
        Cancellation cancellation = new Cancellation();
        PrintWriter err = spec.commandLine().getErr();
        return StopOnSignal.during(
                cancellation::cancel,
                "Stopping",
                err,
                signal -> run(found, cancellation, err).value());
    }

    /** Checks the jobs of all cases before a server is contacted, and measures them. Completed runs stay stored. */
    private ExitCode run(Suite found, Cancellation cancellation, PrintWriter err) {
        try (ScratchFolder scratch = ScratchFolder.open()) {
            CaseJobs cases = new CaseJobs(
                    found, jobs.files(), new ImportJobs(System.in, ImportRunner.properties()), scratch.path());
            found.cases().forEach(cases::check);
            return run(found, cases, scratch.path(), cancellation, err);
        }
    }

    private ExitCode run(Suite found, CaseJobs cases, Path scratch, Cancellation cancellation, PrintWriter err) {
        try (Session session = mongo.open(spec);
                Hosts hosts = hosts(session);
                CaseRunner runner =
                        new CaseRunner(hosts, cases, cancellation, children(found, hosts, scratch, cancellation))) {
            RunStore store = store(found, session, err);
            SuiteComparison comparison = new SuiteComparison(
                    found,
                    runner::run,
                    store,
                    new SuiteComparison.Watching(cancellation, new SuiteProgress(err)),
                    SuiteComparison.LONGEST_TO_REPEAT);
            print(SuiteResult.of(found, comparison.run(), session.server() + others(hosts)), store);
            return ExitCode.COMPLETED;
        } catch (ComparisonException e) {
            if (cancellation.isCancelled()) {
                err.println("Stopped; the same command resumes");
                return ExitCode.STOPPED;
            }
            throw e;
        }
    }

    private ChildCases children(Suite found, Hosts hosts, Path scratch, Cancellation cancellation) {
        Path folderOfJobs = jobs.files().folder().toAbsolutePath();
        return new ChildCases(found, hosts.first(), folderOfJobs, scratch, mongo.uriFile(), cancellation);
    }

    private Suite find(SuiteFiles suites, String name) {
        Map<String, String> given = settings();
        String rows = given.get("rows");
        Suite found = suites.find(name, rows == null ? null : Integer.valueOf(rows));
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

    private static Hosts hosts(Session session) {
        MongoConnections connections = session.bean(MongoConnections.class);
        return new Hosts(
                new ServerUnderTest(connections.data()),
                new MongoAddressResolver(System.getenv()).others(),
                Optional.of(Session.EMBEDDED).filter(folder -> connections.embedded()));
    }

    private static String others(Hosts hosts) {
        return hosts.others().isEmpty() ? "" : ", beside it " + hosts.others();
    }

    /** Returns the store of this server; the embedded one has another port in each process. */
    private RunStore store(Suite found, Session session, PrintWriter err) {
        MongoConnections connections = session.bean(MongoConnections.class);
        MongoConnection data = connections.data();
        String where =
                connections.embedded() ? "embedded" : data.address().hosts().toString();
        RunStore store = new RunStore(StoredResults.FOLDER, found, where + data.facts() + ThisProgram.machine());
        if (fresh) {
            store.clear();
        }
        if (store.size() > 0) {
            err.printf("%d measurements of an earlier run are used; --fresh measures all again%n", store.size());
        }
        return store;
    }

    /** Stores the result, prints it, and then draws the page. */
    private void print(SuiteResult result, RunStore store) {
        PrintWriter out = spec.commandLine().getOut();
        String json = result.json();
        store.finish(json);
        if (format == Format.TABLE) {
            out.print(SuiteTable.of(result));
            out.flush();
        } else if (format == Format.JSON) {
            print(json + "\n");
        }
        String page = new SuitePage(List.of(result)).html();
        Path file = store.storePage(page);
        if (format == Format.TABLE) {
            out.printf("With charts: %s%n", file);
        } else if (format == Format.HTML) {
            print(page);
        }
    }

    private static void print(String text) {
        try {
            StandardOutput.OF_PROCESS.writeUtf8(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Progress on standard error: a line for each run of a case. */
    private record SuiteProgress(PrintWriter err) implements SuiteComparison.Progress {

        @Override
        public void measured(int number, int of, BenchmarkCase benchmark, CaseRun measured, boolean warmUp) {
            err.printf(
                    "%d of %d: %s: %.2f s%s%n",
                    number, of, benchmark.name(), measured.seconds(), warmUp ? " (warm-up, commands counted)" : "");
        }

        @Override
        public void failed(int number, int of, BenchmarkCase benchmark, String reason) {
            err.printf("%d of %d: %s is left out: %s%n", number, of, benchmark.name(), reason);
        }
    }
}
