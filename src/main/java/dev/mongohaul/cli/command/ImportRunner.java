package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Failure;
import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportLauncher.LaunchResult;
import dev.mongohaul.job.launch.ImportLauncher.NothingToDo;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;

/** Runner of an import with its output: progress while it runs, a summary at its end. */
public final class ImportRunner {

    /** A launch, whose input is read while the session opens. */
    private record Launch(ImportJob job, Future<InputScan> scan, boolean again, ImportMonitor monitor) {

        LaunchResult by(ImportLauncher launcher) {
            return launcher.launch(job, scan, again, monitor);
        }
    }

    private final @Nullable Path uriFile;
    private final Invocation invocation;
    private final PrintWriter out;
    private final PrintWriter err;

    /**
     * @param uriFile as {@link Session#open} takes it
     * @param out gets the summary
     */
    public ImportRunner(@Nullable Path uriFile, Invocation invocation, PrintWriter out) {
        this.uriFile = uriFile;
        this.out = out;
        this.invocation = invocation;
        this.err = invocation.err();
    }

    /** Reports a mistake in the job or its input before it connects to a server. */
    public ExitCode run(ImportRequest asked) {
        Optional<ImportJob> job = jobs(invocation).prepare(asked.file(), asked.request());
        if (job.isEmpty()) {
            out.println(NothingToDo.noRecord(asked.file().name()));
            return ExitCode.COMPLETED;
        }
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, err, signal -> run(job.get(), asked.again(), monitor, signal));
    }

    private ExitCode run(ImportJob job, boolean again, ImportMonitor monitor, StopOnSignal signal) {
        Future<InputScan> scan = InputScan.begin(job, monitor);
        try (Session session = Session.open(uriFile, invocation)) {
            signal.hurry(session.bean(RetryBudget.class));
            return run(new Launch(job, scan, again, monitor), session, signal);
        } finally {
            scan.cancel(true);
        }
    }

    /** After a signal, an unreachable server means a stopped run, although its stored state differs. */
    private ExitCode run(Launch launch, Session session, StopOnSignal signal) {
        try {
            return run(launch, session);
        } catch (RuntimeException e) {
            if (!signal.received() || !ServerStates.isServerState(e)) {
                throw e;
            }
            Failure.report(e, invocation);
            err.println("Stopped. The state could not be saved because MongoDB is unreachable; run the same command to"
                    + " resume from the last checkpoint.");
            return ExitCode.STOPPED;
        }
    }

    private ExitCode run(Launch launch, Session session) {
        Runs runs = session.bean(Runs.class);
        LaunchResult result = new ProgressDisplay(launch.job.name(), launch.monitor, err)
                .during(() -> launch.by(session.bean(ImportLauncher.class)));
        Summary summary = new Summary(launch.job, session.server(), invocation);
        if (result.nothingToDo()) {
            Run loaded = runs.runsOf(result.plan().jobInstanceId()).stream()
                    .reduce((first, second) -> second)
                    .orElseThrow();
            print(summary.nothingToDo(loaded));
            return ExitCode.of(loaded.ending());
        }
        Run run = runs.find(result.jobExecutionId()).orElseThrow();
        print(summary.of(run));
        return ExitCode.of(run.ending());
    }

    private void print(String text) {
        out.print(text);
        out.flush();
    }

    /** Returns the factory of the imports of an invocation. */
    static ImportJobs jobs(Invocation invocation) {
        return new ImportJobs(invocation.in(), properties(invocation), invocation.workingDirectory());
    }

    /** Returns the properties of this process. */
    public static ImportProperties properties() {
        return properties(Invocation.ofProcess());
    }

    /** Bound before Spring starts, since a mistake in the input is reported without it. */
    static ImportProperties properties(Invocation invocation) {
        StandardEnvironment environment = new StandardEnvironment();
        Session.use(invocation, environment);
        return Binder.get(environment).bindOrCreate("mongohaul.import", ImportProperties.class);
    }
}
