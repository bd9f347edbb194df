package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.cli.session.Settings;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.NothingToDo;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Printable;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * Runner of an import with its output: progress while it runs, a summary at its end.
 *
 * @param out gets the summary
 */
public record ImportRunner(ServerChoice server, PrintWriter out) {

    /** Reports a mistake in the job or its input before it connects to a server. */
    public ExitCode run(ImportRequest asked) {
        Optional<ImportJob> job = jobs(invocation()).prepare(asked.file(), asked.request());
        if (job.isEmpty()) {
            out.println(NothingToDo.noRecord(asked.file().name()));
            return ExitCode.COMPLETED;
        }
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, invocation().err(), signal -> {
            // The input is read while the session opens.
            Future<InputScan> scan = InputScan.begin(job.get(), monitor);
            try (Session session = Session.open(server)) {
                target(session, asked.file());
                return run(job.get(), scan, asked.again(), session, monitor, signal);
            } finally {
                scan.cancel(true);
            }
        });
    }

    /**
     * Imports files without a job file. Their mapping is inferred while the session opens.
     *
     * @param saves whether the mapping is saved as a job file after the import
     */
    public ExitCode run(FileImport files, boolean again, boolean saves) {
        if (saves) {
            files.requireUnsaved();
        }
        ImportMonitor monitor = new ImportMonitor();
        Runnable stop = () -> {
            monitor.requestStop();
            files.close();
        };
        return StopOnSignal.during(stop, StopOnSignal.STOPPING, invocation().err(), signal -> {
            try (FileImport begun = files.begin();
                    Session session = Session.open(server)) {
                ImportRequest asked = begun.request(session.control(), again);
                ImportJob job = begun.jobs()
                        .prepare(asked.file(), asked.request())
                        .orElseThrow(() -> new UsageException(
                                NothingToDo.noRecord(asked.file().name())));
                target(session, asked.file());
                out.print(begun.mapping(job));
                out.flush();
                ExitCode code = run(job, InputScan.begin(job, monitor), again, session, monitor, signal);
                if (saves) {
                    begun.save(asked);
                }
                return code;
            }
        });
    }

    /** Prints where the import writes, and remembers it for this folder. */
    private void target(Session session, JobFile file) {
        session.target(file.target().database()).ifPresent(invocation().err()::println);
        session.remember(file.target().database());
    }

    /** After a signal, an unreachable server means a stopped run, although its stored state differs. */
    private ExitCode run(
            ImportJob job,
            Future<InputScan> scan,
            boolean again,
            Session session,
            ImportMonitor monitor,
            StopOnSignal signal) {
        signal.hurry(session.bean(RetryBudget.class));
        try {
            ImportLauncher launcher = session.bean(ImportLauncher.class);
            LaunchResult result = new ProgressDisplay(
                            job.name(), monitor, invocation().err())
                    .during(() -> launcher.launch(job, scan, again, monitor));
            Run run = launcher.runOf(result);
            RunSummaryText summary = new RunSummaryText(
                    job,
                    session.server(),
                    session.bean(RejectStore.class),
                    invocation().workingDirectory());
            out.print(result.nothingToDo() ? summary.nothingToDo(run) : summary.of(run) + look(job, run, session));
            out.flush();
            return ExitCode.of(run.ending());
        } catch (RuntimeException e) {
            if (!signal.received() || !ServerStates.isServerState(e)) {
                throw e;
            }
            Failure.report(e, invocation());
            invocation()
                    .err()
                    .println(
                            "Stopped. The state could not be saved because MongoDB is unreachable; run the same command"
                                    + " to resume from the last checkpoint.");
            return ExitCode.STOPPED;
        }
    }

    private Invocation invocation() {
        return server.invocation();
    }

    /** Returns how to look at the documents of an import that ended. */
    private static String look(ImportJob job, Run run, Session session) {
        if (run.ending() != ImportEnding.COMPLETED && run.ending() != ImportEnding.COMPLETED_WITH_REJECTS) {
            return "";
        }
        String show = "mongohaul show " + quoted(job.file().target().collection())
                + (job.database() == null ? "" : " --database=" + quoted(job.database()));
        return "Look at the documents with '%s'%s%n"
                .formatted(
                        Printable.of(show),
                        session.isEmbedded() ? "; connect other programs with 'mongohaul mongod'" : "");
    }

    private static String quoted(String name) {
        return name.matches("[\\w.-]+") ? name : '"' + name + '"';
    }

    public static ImportJobs jobs(Invocation invocation) {
        ImportProperties properties = Settings.of(invocation).importing();
        return new ImportJobs(invocation.in(), properties, properties.inputRules(), invocation.workingDirectory());
    }
}
