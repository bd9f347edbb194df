package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.Session;
import dev.mongohaul.cli.run.StopOnSignal;
import dev.mongohaul.compare.Abort;
import dev.mongohaul.compare.ComparisonException;
import dev.mongohaul.compare.Machine;
import dev.mongohaul.compare.ScratchFolder;
import dev.mongohaul.compare.ServerUnderTest;
import dev.mongohaul.compare.cell.CellRunner;
import dev.mongohaul.compare.cell.ChildCells;
import dev.mongohaul.compare.host.Hosts;
import dev.mongohaul.compare.input.CellJobs;
import dev.mongohaul.compare.measure.CellFigures;
import dev.mongohaul.compare.measure.SuiteComparison;
import dev.mongohaul.compare.measure.TryStore;
import dev.mongohaul.compare.page.StoredResults;
import dev.mongohaul.compare.page.SuitePage;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.told.SuiteJson;
import dev.mongohaul.compare.told.SuiteResult;
import dev.mongohaul.compare.told.SuiteTable;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.MongoConnections;
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

/** Runs a suite and shows it: a line for each measurement, and what they come to. */
final class SuiteRunner {

    /** Beside the embedded server's data, under the working directory. */
    static final Path STORE = StoredResults.FOLDER;

    private final Format format;
    private final PrintWriter out;
    private final PrintWriter err;

    /** @param err gets progress */
    SuiteRunner(Format format, PrintWriter out, PrintWriter err) {
        this.format = format;
        this.out = out;
        this.err = err;
    }

    /**
     * What is wrong with a cell's job is told before any server is asked. A signal ends it at once; what was measured is
     * kept, all else thrown away.
     */
    ExitCode run(Suite suite, JobFiles jobFiles, boolean fresh, Optional<Path> uriFile, Supplier<Session> sessions) {
        Abort abort = new Abort();
        return StopOnSignal.during(abort::ask, "Stopping", err, signal -> {
            try (ScratchFolder scratch = ScratchFolder.open()) {
                CellJobs jobs = new CellJobs(
                        suite, jobFiles, new ImportJobs(System.in, ImportRunner.properties()), scratch.path());
                suite.cells().forEach(jobs::check);
                Function<Hosts, CellRunner> runners = hosts -> new CellRunner(
                        hosts,
                        jobs,
                        abort,
                        new ChildCells(
                                suite,
                                hosts.first(),
                                jobFiles.folder().toAbsolutePath(),
                                scratch.path(),
                                uriFile,
                                abort));
                return run(suite, runners, fresh, sessions, abort);
            }
        });
    }

    private ExitCode run(
            Suite suite, Function<Hosts, CellRunner> runners, boolean fresh, Supplier<Session> sessions, Abort abort) {
        try (Session session = sessions.get();
                Hosts hosts = hosts(session);
                CellRunner runner = runners.apply(hosts)) {
            TryStore store = store(suite, session, fresh);
            SuiteComparison comparison = new SuiteComparison(
                    suite,
                    runner::run,
                    store,
                    new SuiteComparison.Watching(abort, new SuiteProgress(err)),
                    SuiteComparison.LONGEST_TO_REPEAT);
            List<CellFigures> figures = comparison.run();
            SuiteResult result = SuiteResult.of(suite, figures, session.server() + others(hosts));
            tell(result, store);
            return ExitCode.COMPLETED;
        } catch (ComparisonException e) {
            if (abort.asked()) {
                err.println("Stopped; the same command continues");
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

    /** The embedded server has another port each time. */
    private TryStore store(Suite suite, Session session, boolean fresh) {
        MongoConnections connections = session.bean(MongoConnections.class);
        MongoConnection data = connections.data();
        String where =
                connections.embedded() ? "embedded" : data.address().hosts().toString();
        TryStore store = new TryStore(STORE, suite, where + data.facts() + Machine.description());
        if (fresh) {
            store.clear();
        }
        if (store.size() > 0) {
            err.printf("%d measurements of an earlier run are kept; --fresh measures all anew%n", store.size());
        }
        return store;
    }

    /** The result is on the disk before anything is printed, and printed before charts are drawn. */
    private void tell(SuiteResult result, TryStore store) {
        String json = SuiteJson.of(result);
        store.finish(json);
        if (format == Format.TABLE) {
            out.print(SuiteTable.of(result));
            out.flush();
        } else if (format == Format.JSON) {
            print(json + "\n");
        }
        String page = new SuitePage(List.of(result)).html();
        Path file = store.keepPage(page);
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
}
