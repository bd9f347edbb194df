package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.suite.Suite;
import dev.mongohaul.compare.suite.SuiteComparison;
import dev.mongohaul.job.run.MongoConnections;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Internal command that runs one case once, in a process with the case's heap. */
@Command(
        name = SuiteComparison.RUN_CASE,
        hidden = true,
        description = "Run one case of a suite, for its parent process.")
final class RunCaseCommand extends ConsoleCommand {

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

    @Override
    public Integer call() {
        Invocation invocation = invocation();
        Suite written = Suite.find(Path.of(""), suite.toString(), rows);
        Suite found = job == null ? written : written.withJob(job);
        ComparisonProgress progress = new ComparisonProgress(invocation.err()::println);
        return StopOnSignal.during(progress::cancel, "Stopping", invocation.err(), signal -> {
            try (SuiteComparison comparison =
                            new SuiteComparison(found, jobs.files(), ImportRunner.jobs(invocation), progress);
                    Session session = mongo.open(spec)) {
                comparison.runCase(index, session.bean(MongoConnections.class).data(), databases, counted, answer);
                return ExitCode.COMPLETED.value();
            }
        });
    }
}
