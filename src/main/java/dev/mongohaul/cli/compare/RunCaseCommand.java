package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.command.ImportRunner;
import dev.mongohaul.cli.command.JobFolder;
import dev.mongohaul.cli.command.MongoOptions;
import dev.mongohaul.cli.command.Session;
import dev.mongohaul.cli.command.StopOnSignal;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.compare.run.Cancellation;
import dev.mongohaul.compare.run.CaseJobs;
import dev.mongohaul.compare.run.CaseRunner;
import dev.mongohaul.compare.run.ChildCases;
import dev.mongohaul.compare.run.Hosts;
import dev.mongohaul.compare.run.ScratchFolder;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.suite.SuiteFiles;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Internal command that runs one case once, in a process with the case's heap. */
@Command(name = ChildCases.COMMAND, hidden = true, description = "Run one case of a suite, for its parent process.")
final class RunCaseCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "FILE")
    private Path suite;

    @Parameters(index = "1", paramLabel = "INDEX")
    private int index;

    @Parameters(index = "2", paramLabel = "ANSWER")
    private Path answer;

    @Option(names = "--rows")
    private @Nullable Integer rows;

    @Option(names = "--job")
    private @Nullable String job;

    @Option(names = "--databases", required = true)
    private String databases;

    @Option(names = "--counted")
    private boolean counted;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Suite written = new SuiteFiles(Path.of("")).find(suite.toString(), rows);
        Suite found = job == null ? written : written.withJob(job);
        Cancellation cancellation = new Cancellation();
        return StopOnSignal.during(
                cancellation::cancel, "Stopping", spec.commandLine().getErr(), signal -> {
                    try (ScratchFolder scratch = ScratchFolder.open();
                            Session session = mongo.open(spec);
                            CaseRunner runner = runner(found, scratch, session, cancellation)) {
                        ChildCases.answer(runner.run(found.cases().get(index), counted), answer);
                        return ExitCode.COMPLETED.value();
                    }
                });
    }

    private CaseRunner runner(Suite found, ScratchFolder scratch, Session session, Cancellation cancellation) {
        CaseJobs cases =
                new CaseJobs(found, jobs.files(), new ImportJobs(System.in, ImportRunner.properties()), scratch.path());
        ServerUnderTest server =
                new ServerUnderTest(session.bean(MongoConnections.class).data());
        return new CaseRunner(Hosts.only(server), new ThrowAwayDatabases(server::drop, databases), cases, cancellation);
    }
}
