package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.command.ImportRunner;
import dev.mongohaul.cli.command.Session;
import dev.mongohaul.cli.command.StopOnSignal;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.compare.report.StoredResults;
import dev.mongohaul.compare.report.SuitePage;
import dev.mongohaul.compare.report.SuiteResult;
import dev.mongohaul.compare.report.SuiteTable;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.CaseJobs;
import dev.mongohaul.compare.run.CaseResult;
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
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.mongo.MongoAddressResolver;
import dev.mongohaul.mongo.MongoConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runner of a suite that prints progress and the result. */
final class SuiteRunner {

    static final Path STORE = StoredResults.FOLDER;

    private final Format format;
    private final PrintWriter out;
    private final PrintWriter err;

    /** @param err for progress */
    SuiteRunner(Format format, PrintWriter out, PrintWriter err) {
        this.format = format;
        this.out = out;
        this.err = err;
    }

    /**
     * Checks the jobs of all cases before a server is contacted, and runs them. A signal stops the run at once; completed
     * measurements are stored.
     */
    ExitCode run(Suite suite, JobFiles jobFiles, boolean fresh, Optional<Path> uriFile, Supplier<Session> sessions) {
        Cancellation cancellation = new Cancellation();
        return StopOnSignal.during(cancellation::cancel, "Stopping", err, signal -> {
            try (ScratchFolder scratch = ScratchFolder.open()) {
                CaseJobs jobs = new CaseJobs(
                        suite, jobFiles, new ImportJobs(System.in, ImportRunner.properties()), scratch.path());
                suite.cases().forEach(jobs::check);
                Function<Hosts, CaseRunner> runners = hosts -> new CaseRunner(
                        hosts,
                        jobs,
                        cancellation,
                        new ChildCases(
                                suite,
                                hosts.first(),
                                jobFiles.folder().toAbsolutePath(),
                                scratch.path(),
                                uriFile,
                                cancellation));
                return run(suite, runners, fresh, sessions, cancellation);
            }
        });
    }

    private ExitCode run(
            Suite suite,
            Function<Hosts, CaseRunner> runners,
            boolean fresh,
            Supplier<Session> sessions,
            Cancellation cancellation) {
        try (Session session = sessions.get();
                Hosts hosts = hosts(session);
                CaseRunner runner = runners.apply(hosts)) {
            RunStore store = store(suite, session, fresh);
            SuiteComparison comparison = new SuiteComparison(
                    suite,
                    runner::run,
                    store,
                    new SuiteComparison.Watching(cancellation, new SuiteProgress(err)),
                    SuiteComparison.LONGEST_TO_REPEAT);
            List<CaseResult> results = comparison.run();
            SuiteResult result = SuiteResult.of(suite, results, session.server() + others(hosts));
            print(result, store);
            return ExitCode.COMPLETED;
        } catch (ComparisonException e) {
            if (cancellation.isCancelled()) {
                err.println("Stopped; the same command resumes");
                return ExitCode.STOPPED;
            }
            throw e;
        }
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
    private RunStore store(Suite suite, Session session, boolean fresh) {
        MongoConnections connections = session.bean(MongoConnections.class);
        MongoConnection data = connections.data();
        String where =
                connections.embedded() ? "embedded" : data.address().hosts().toString();
        RunStore store = new RunStore(STORE, suite, where + data.facts() + ThisProgram.machine());
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
    static final class SuiteProgress implements SuiteComparison.Progress {

        private final PrintWriter err;

        SuiteProgress(PrintWriter err) {
            this.err = err;
        }

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
