package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.ImportNotices;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.ResultOptions;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.cli.session.Settings;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.remote.TransferProgress;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.launch.UndoPreview;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.job.launch.each.FileResults;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunDetails;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runner of an import, or of an undo, with its output: progress while it runs, a summary at its end.
 *
 * @param results say what is printed
 */
public record ImportRunner(ServerChoice server, ResultOptions results) {

    /** Reports a mistake in the job or its input before it connects to a server. */
    public ExitCode run(ImportRequest asked, ImportNotices notices) {
        notices.about(asked.file());
        if (FileByFile.isFor(asked)) {
            FileByFile files = FileByFile.of(jobs(), asked, null, Clock.systemUTC());
            return StopOnSignal.during(
                    files::requestStop, StopOnSignal.STOPPING, invocation().err(), signal -> {
                        notices.heed(signal);
                        try (Session session = Session.forImport(server)) {
                            return run(files, asked, session, signal, notices);
                        }
                    });
        }
        ImportMonitor monitor = new ImportMonitor();
        Optional<Launch> prepared = Launch.prepare(jobs(), asked, monitor);
        if (prepared.isEmpty()) {
            return nothing(Launch.noRecord(asked.file().name()));
        }
        return StopOnSignal.during(monitor, invocation().err(), signal -> {
            notices.heed(signal);
            // The input is read while the session opens.
            try (Launch launch = prepared.get();
                    Session session = Session.forImport(server)) {
                target(session, asked.file());
                return run(launch, session, monitor, signal, notices);
            }
        });
    }

    private ExitCode nothing(String message) {
        results.print(ExitCode.COMPLETED, () -> "%s%n".formatted(message));
        printRun(Optional.empty(), Optional.of(message), null);
        return ExitCode.COMPLETED;
    }

    /**
     * Imports files without a job file. Their mapping is inferred while the session opens.
     *
     * @param saves whether the mapping is saved as a job file after the import
     * @param all whether all columns of a wide file are shown
     */
    public ExitCode run(FileImport files, boolean again, boolean saves, boolean all, ImportNotices notices) {
        if (saves) {
            files.requireUnsaved();
        }
        if (files.nothing().isPresent()) {
            return nothing(files.nothing().get());
        }
        if (results.isQuiet()) {
            files.mute();
        }
        ImportMonitor monitor = new ImportMonitor();
        Runnable stop = () -> {
            monitor.requestStop();
            files.close();
        };
        return StopOnSignal.during(stop, StopOnSignal.STOPPING, invocation().err(), signal -> {
            notices.heed(signal);
            try (FileImport begun = files.begin();
                    Session session = Session.forImport(server)) {
                ImportRequest asked = begun.request(session, again);
                notices.about(asked.file());
                if (FileByFile.isFor(asked)) {
                    begun.notes().forEach(note -> results.print(Printable.of(note) + System.lineSeparator()));
                    FileByFile each = FileByFile.of(begun.jobs(), asked, null, Clock.systemUTC());
                    return run(each, asked, session, signal, notices);
                }
                Launch launch = Launch.prepare(begun.jobs(), asked, monitor)
                        .orElseThrow(() ->
                                new UsageException(Launch.noRecord(asked.file().name())));
                target(session, asked.file());
                results.print(begun.mapping(launch.job(), all));
                ExitCode code = run(launch, session, monitor, signal, notices);
                if (saves) {
                    begun.save(asked);
                }
                return code;
            }
        });
    }

    /** Imports the new files of a job, with a line for each of them, and a total. */
    private ExitCode run(
            FileByFile files, ImportRequest asked, Session session, StopOnSignal signal, ImportNotices notices) {
        target(session, asked.file());
        signal.hurry(session.bean(RetryBudget.class));
        ImportLauncher launcher = session.bean(ImportLauncher.class);
        FileResultsText text =
                new FileResultsText(asked.file().name(), invocation().workingDirectory());
        AtomicReference<ImportJob> last = new AtomicReference<>();
        FileResults all = files.imports(
                launcher,
                (launch, monitor) -> {
                    last.set(launch.job());
                    return showing(launch.job().name(), monitor, () -> launch.on(launcher));
                },
                result -> results.print(
                        FileResultsText.code(result),
                        () -> "%s%n%s"
                                .formatted(
                                        text.line(result),
                                        result.run()
                                                .map(run -> summary(Objects.requireNonNull(last.get()), session)
                                                        .advice(run))
                                                .orElse(""))));
        ExitCode code = FileResultsText.code(all);
        results.print(code, () -> text.total(all, asked.file().source().files()));
        results.printJson(() -> Reports.json(all.files().stream()
                .map(file -> json(asked.file().name(), file, session))
                .toList()));
        if (all.runs().size() > 1
                && (asked.file().swaps() || asked.file().snapshots().isPresent())) {
            results.say(
                    "%s: each file replaces the documents of the one before; with source.each: newest, only the newest is imported"
                            .formatted(asked.file().name()));
        }
        notices.ended(StartResult.of(asked.file().name(), all), session);
        return code;
    }

    /** Prints where the import writes, and remembers it for this folder. */
    private void target(Session session, JobFile file) {
        session.target(file.target().database()).ifPresent(results::say);
        session.remember(file.target().database());
    }

    private ExitCode run(
            Launch launch, Session session, ImportMonitor monitor, StopOnSignal signal, ImportNotices notices) {
        ImportJob job = launch.job();
        try (launch) {
            return show(
                    job.name(),
                    () -> launch.on(session.bean(ImportLauncher.class)),
                    result -> {
                        Run run = result.run().orElseThrow();
                        ExitCode code = job.file().verifies() ? ExitCode.verified(run) : ExitCode.of(run.ending());
                        RunSummaryText summary = summary(job, session);
                        FileResultsText files =
                                new FileResultsText(job.name(), invocation().workingDirectory());
                        try {
                            results.print(
                                    code,
                                    () -> result.nothing()
                                                    .map(summary::nothingToDo)
                                                    .orElseGet(() -> summary.of(run))
                                            + files.fates(result.files())
                                            + (result.nothingToDo() ? "" : look(job, run, session)));
                            printRun(result.run(), result.nothing(), session);
                        } finally {
                            notices.ended(StartResult.of(result), session);
                        }
                        return code;
                    },
                    session,
                    monitor,
                    signal);
        }
    }

    private RunSummaryText summary(ImportJob job, Session session) {
        return new RunSummaryText(
                job,
                session.server(),
                session.bean(RejectStore.class),
                invocation().workingDirectory());
    }

    /** Takes back the import of a run. */
    public ExitCode undo(long id, boolean force, JobFolder folder) {
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, invocation().err(), signal -> {
            try (Session session = Session.open(server)) {
                Path exports = session.control().exports(folder.files(), id);
                return show(
                        "undo " + id,
                        () -> session.bean(UndoLauncher.class).undo(id, force, exports, monitor),
                        result -> {
                            ExitCode code = result.nothingToDo()
                                    ? ExitCode.COMPLETED
                                    : ExitCode.of(result.run().orElseThrow().ending());
                            results.print(
                                    code,
                                    () -> result.nothing()
                                            .map("%s%n"::formatted)
                                            .orElseGet(() -> undone(result.run().orElseThrow(), exports, session)));
                            printRun(result.run(), result.nothing(), session);
                            return code;
                        },
                        session,
                        monitor,
                        signal);
            }
        });
    }

    /**
     * Prints a run as JSON, if that is asked for, in full as {@code report} does.
     *
     * @param nothing message if there was nothing to do
     * @param session null if there is no run
     */
    private void printRun(Optional<Run> run, Optional<String> nothing, @Nullable Session session) {
        if (results.isJson()) {
            nothing.ifPresent(results::say);
        }
        results.printJson(() -> session == null || run.isEmpty() ? "null" : Reports.json(details(run.get(), session)));
    }

    private static RunDetails details(Run run, Session session) {
        return session.reports().run(session.control().run(run.id()));
    }

    /** Returns the run of a file, or why it has none. */
    private static Object json(String job, FileResult file, Session session) {
        return file.run().isPresent()
                ? details(file.run().get(), session)
                : new FileWithoutRun(
                        job, file.outcome().name().toLowerCase(Locale.ROOT), file.message(), List.of(file.file()));
    }

    /**
     * File without a run, in the shape of its JSON.
     *
     * @param status what became of it
     * @param files its path
     */
    private record FileWithoutRun(
            String job, String status, @Nullable String reason, List<String> files) {}

    private String undone(Run run, Path exports, Session session) {
        return UndoText.of(
                run, session.control().undoneBy(run), exports, invocation().workingDirectory());
    }

    /** Prints what an undo would take back. */
    public ExitCode previewUndo(long id, boolean force) {
        try (Session session = Session.open(server)) {
            UndoPreview preview = session.bean(UndoLauncher.class).preview(id, force);
            ExitCode code = preview.counts().spared() > 0 ? ExitCode.COMPLETED_WITH_REJECTS : ExitCode.COMPLETED;
            results.print(
                    code, () -> preview.nothing().map("%s%n"::formatted).orElseGet(() -> UndoText.preview(preview)));
            results.printJson(() -> UndoText.json(preview));
            return code;
        }
    }

    /**
     * Shows the progress of a launch, and its result. After a signal, an unreachable server means a stopped run, although its
     * stored state differs.
     *
     * @param result prints the result and returns the exit code
     */
    private ExitCode show(
            String name,
            Supplier<LaunchResult> launch,
            Function<LaunchResult, ExitCode> result,
            Session session,
            ImportMonitor monitor,
            StopOnSignal signal) {
        signal.hurry(session.bean(RetryBudget.class));
        try {
            return result.apply(showing(name, monitor, launch));
        } catch (RuntimeException e) {
            if (!signal.received() || !ServerStates.isServerState(e)) {
                throw e;
            }
            Failure.report(e, invocation());
            invocation()
                    .err()
                    .println(
                            "Stopped. The state could not be saved because MongoDB is unreachable; run the same command"
                                    + " to continue from the last checkpoint.");
            return ExitCode.STOPPED;
        }
    }

    private LaunchResult showing(String name, ImportMonitor monitor, Supplier<LaunchResult> launch) {
        return results.isQuiet()
                ? launch.get()
                : new ProgressDisplay(name, monitor, invocation().err()).during(launch);
    }

    private ImportJobs jobs() {
        return results.isQuiet() ? jobs(invocation(), TransferProgress.NONE) : jobs(invocation());
    }

    private Invocation invocation() {
        return server.invocation();
    }

    /** Returns how to look at the documents of an import that ended. */
    private static String look(ImportJob job, Run run, Session session) {
        if (run.ending().continues()) {
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

    /** Returns preparations of imports, which show their transfers. */
    public static ImportJobs jobs(Invocation invocation) {
        return jobs(invocation, new TransferDisplay(invocation.err()));
    }

    static ImportJobs jobs(Invocation invocation, TransferProgress progress) {
        return new ImportJobs(
                invocation.in(),
                Settings.of(invocation).importing(),
                rules(invocation, progress),
                invocation.workingDirectory());
    }

    /**
     * Returns the rules for the inputs of a command.
     *
     * @param progress of transfers
     */
    static InputRules rules(Invocation invocation, TransferProgress progress) {
        return Settings.of(invocation)
                .importing()
                .inputRules()
                .watched(progress)
                .in(invocation.workingDirectory());
    }
}
