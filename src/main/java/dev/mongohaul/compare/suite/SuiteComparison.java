package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.ThisProgram;
import dev.mongohaul.compare.server.Hosts;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.mongo.address.MongoAddressResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Comparison of the cases of a suite. {@link #close} deletes generated files. */
public final class SuiteComparison implements AutoCloseable {

    /** Subcommand of {@code compare} that calls {@link #runCase} in a child process. */
    public static final String RUN_CASE = ChildCases.SUBCOMMAND;

    private final Suite suite;
    private final JobFiles jobFiles;
    private final ComparisonProgress progress;
    private final ScratchFolder scratch = ScratchFolder.open();
    private final CaseJobs jobs;

    /** Creates the comparison; it writes nothing yet. */
    public SuiteComparison(Suite suite, JobFiles jobFiles, ImportJobs jobs, ComparisonProgress progress) {
        this.suite = suite;
        this.jobFiles = jobFiles;
        this.progress = progress;
        this.jobs = new CaseJobs(suite, jobFiles, jobs, scratch.path());
    }

    /** Checks the jobs of all cases, without a server. Each mistake has a message for the user. */
    public void check() {
        suite.cases().forEach(jobs::check);
    }

    /**
     * Measures what an earlier comparison has not measured, and stores the result.
     *
     * @param server description of the server
     * @param fresh whether to measure all cases again
     * @throws ComparisonException if the comparison is cancelled; completed runs stay stored
     */
    public SuiteResult run(MongoConnections connections, String server, Surroundings surroundings, boolean fresh) {
        ServerUnderTest first = new ServerUnderTest(connections.data());
        ChildProcess program = new ChildProcess(
                ThisProgram.running(),
                surroundings.workingFolder(),
                scratch.path().resolve("output"),
                progress);
        ChildCases children = new ChildCases(suite, first, jobFiles.folder(), scratch.path(), surroundings, program);
        try (Hosts hosts = new Hosts(
                        first,
                        new MongoAddressResolver(surroundings.environment()).others(),
                        Optional.of(surroundings.workingFolder().resolve(".mongohaul"))
                                .filter(folder -> connections.embedded()));
                CaseRunner runner =
                        new CaseRunner(hosts, new ThrowAwayDatabases(hosts::drop), jobs, progress, children)) {
            RunStore store = store(connections, surroundings, fresh);
            List<CaseResult> measured = new SuiteRounds(suite, runner::run, store, progress).run();
            SuiteResult result = SuiteResult.of(suite, measured, server + hosts.others());
            store.finish(result.json());
            return result;
        }
    }

    /** Returns the store of this server; the embedded one has another port in each process. */
    private RunStore store(MongoConnections connections, Surroundings surroundings, boolean fresh) {
        MongoConnection data = connections.data();
        String where =
                connections.embedded() ? "embedded" : data.address().hosts().toString();
        RunStore store = new RunStore(
                surroundings.workingFolder().resolve(SuiteResult.FOLDER),
                suite,
                where + data.facts() + ThisProgram.machine());
        if (fresh) {
            store.clear();
        }
        if (store.size() > 0) {
            progress.print(
                    "%d measurements of an earlier run are used; --fresh measures all again".formatted(store.size()));
        }
        return store;
    }

    /**
     * Runs one case once, in this process, and writes its figures for the parent process.
     *
     * @param databases prefix of their names
     */
    public void runCase(int index, MongoConnection connection, String databases, boolean counted, Path answer) {
        ServerUnderTest server = new ServerUnderTest(connection);
        try (CaseRunner runner = new CaseRunner(
                Hosts.only(server), new ThrowAwayDatabases(server::drop, databases), jobs, progress, null)) {
            Files.writeString(
                    answer,
                    JsonMapper.shared()
                            .writeValueAsString(runner.run(suite.cases().get(index), counted)));
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be written: %s".formatted(answer, e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        scratch.close();
    }
}
