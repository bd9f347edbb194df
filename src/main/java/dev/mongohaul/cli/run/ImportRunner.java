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
import dev.mongohaul.csv.input.InputException;
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
import dev.mongohaul.job.launch.each.FileOutcome;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.job.launch.each.FileResults;
import dev.mongohaul.job.launch.each.Start;
import dev.mongohaul.job.launch.each.StartResult;
import dev.mongohaul.job.launch.each.StartView;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.setting.EmptyInput;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunDetails;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
        Start prepared = Start.of(jobs(), asked, null, new ImportMonitor());
        if (prepared.nothing().isPresent()) {
            return nothing(prepared.nothing().get());
        }
        return StopOnSignal.during(
                prepared::requestStop, StopOnSignal.STOPPING, invocation().err(), signal -> {
                    notices.heed(signal);
                    // The input is read while the session opens.
                    try (Start start = prepared;
                            Session session = Session.forImport(server)) {
                        return run(start, asked, session, signal, notices);
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
        AtomicReference<@Nullable Start> running = new AtomicReference<>();
        Runnable stop = () -> {
            monitor.requestStop();
            files.close();
            Optional.ofNullable(running.get()).ifPresent(Start::requestStop);
        };
        return StopOnSignal.during(stop, StopOnSignal.STOPPING, invocation().err(), signal -> {
            notices.heed(signal);
            try (FileImport begun = files.begin();
                    Session session = begun.connected(() -> Session.forImport(server))) {
                ImportRequest asked = begun.request(session, again);
                notices.about(asked.file());
                try (Start start = Start.of(begun.jobs(), asked, null, monitor)) {
                    running.set(start);
                    start.nothing().ifPresent(message -> {
                        throw new UsageException(message);
                    });
                    results.print(start.job()
                            .map(job -> begun.mapping(job, all))
                            .orElseGet(() -> begun.notes().stream()
                                    .map(note -> Printable.of(note) + System.lineSeparator())
                                    .collect(Collectors.joining())));
                    ExitCode code = run(start, asked, session, signal, notices);
                    if (saves) {
                        begun.save(asked);
                    }
                    return code;
                }
            } catch (InputException e) {
                if (signal.received()) {
                    invocation().err().println(e.getMessage());
                    return ExitCode.STOPPED;
                }
                if (e.isWithoutRecord() && files.mayBeEmpty()) {
                    return nothing(files.noRecord());
                }
                throw e;
            }
        });
    }

    /** Prints where the import writes, and remembers it for this folder. */
    private void target(Session session, JobFile file) {
        session.target(file.target().database()).ifPresent(results::say);
        session.remember(file.target().database());
    }

    private ExitCode run(
            Start start, ImportRequest asked, Session session, StopOnSignal signal, ImportNotices notices) {
        target(session, asked.file());
        return guarded(session, signal, () -> {
            Shown shown = new Shown(asked.file(), session);
            StartResult result = start.on(session.bean(ImportLauncher.class), shown);
            try {
                return shown.print();
            } finally {
                notices.ended(result, session);
            }
        });
    }

    /** Output of a start: progress, a line for each file that is imported alone, and the result. */
    private final class Shown implements StartView {

        private final JobFile file;
        private final Session session;
        private final FileResultsText text;
        private @Nullable ImportJob job;
        private @Nullable LaunchResult one;
        private @Nullable FileResults all;

        private Shown(JobFile file, Session session) {
            this.file = file;
            this.session = session;
            this.text = new FileResultsText(file.name(), invocation().workingDirectory());
        }

        @Override
        public LaunchResult during(Launch launch, ImportMonitor monitor, ImportLauncher launcher) {
            job = launch.job();
            return showing(launch.job().name(), monitor, () -> launch.on(launcher));
        }

        @Override
        public void ended(Launch launch, LaunchResult result) {
            one = result;
        }

        @Override
        public void ended(FileResult result) {
            results.print(
                    FileResultsText.code(result),
                    () -> "%s%n%s"
                            .formatted(
                                    text.line(result),
                                    result.run()
                                            .map(run -> summary().advice(run))
                                            .orElse("")));
        }

        @Override
        public void ended(FileResults files) {
            all = files;
        }

        private RunSummaryText summary() {
            return new RunSummaryText(
                    Objects.requireNonNull(job),
                    session.server(),
                    session.bean(RejectStore.class),
                    session.bean(Runs.class),
                    invocation().workingDirectory());
        }

        private ExitCode print() {
            return all == null ? print(Objects.requireNonNull(one)) : print(all);
        }

        private ExitCode print(LaunchResult result) {
            Run run = result.run().orElseThrow();
            ExitCode code = file.verifies() ? ExitCode.of(run) : ExitCode.of(run.ending());
            RunSummaryText summary = summary();
            results.print(
                    code,
                    () -> result.nothing().map(summary::nothingToDo).orElseGet(() -> summary.of(run))
                            + text.fates(result.files())
                            + (result.nothingToDo() ? "" : look(Objects.requireNonNull(job), run, session)));
            printRun(result.run(), result.nothing(), session);
            return code;
        }

        private String waiting(FileResults files) {
            return files.files().stream()
                    .filter(result -> result.outcome() == FileOutcome.GROWING)
                    .map(FileResult::file)
                    .findFirst()
                    .orElseThrow();
        }

        private ExitCode print(FileResults files) {
            ExitCode code = FileResultsText.code(files, file.empty());
            boolean incomplete = file.empty() != EmptyInput.OK && FileResultsText.isIncomplete(files);
            results.print(
                    code,
                    () -> text.total(files, file.source().files())
                            + (incomplete
                                    ? "%s: no new file is complete: %s; write empty: ok into the job where that is fine%n"
                                            .formatted(file.name(), waiting(files))
                                    : ""));
            results.printJson(() -> Reports.json(files.files().stream()
                    .map(each -> json(file.name(), each, session))
                    .toList()));
            if (files.runs().size() > 1 && (file.swaps() || file.snapshots().isPresent())) {
                results.say(
                        "%s: each file replaces the documents of the one before; with source.each: newest, only the newest is imported"
                                .formatted(file.name()));
            }
            return code;
        }
    }

    /** Takes back the import of a run. */
    public ExitCode undo(long id, boolean force, JobFolder folder) {
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, invocation().err(), signal -> {
            try (Session session = Session.open(server)) {
                Path exports = session.control().exports(folder.files(), id);
                return guarded(session, signal, () -> {
                    LaunchResult result = showing(
                            "undo " + id,
                            monitor,
                            () -> session.bean(UndoLauncher.class).undo(id, force, exports, monitor));
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
                });
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
        ImportPlan undone = session.control().undoneBy(run);
        String named = UndoText.named(undone, session.bean(Runs.class));
        return UndoText.of(run, undone, named, exports, invocation().workingDirectory());
    }

    /** Prints what an undo would take back. */
    public ExitCode previewUndo(long id, boolean force) {
        try (Session session = Session.open(server)) {
            UndoPreview preview = session.bean(UndoLauncher.class).preview(id, force);
            ExitCode code = preview.counts().spared() > 0 ? ExitCode.COMPLETED_WITH_REJECTS : ExitCode.COMPLETED;
            results.print(
                    code,
                    () -> preview.nothing()
                            .map("%s%n"::formatted)
                            .orElseGet(() -> UndoText.preview(
                                    preview, UndoText.named(preview.plan(), session.bean(Runs.class)))));
            results.printJson(() -> UndoText.json(preview));
            return code;
        }
    }

    /** Runs a launch. After a signal, an unreachable server means a stopped run, although its stored state differs. */
    private ExitCode guarded(Session session, StopOnSignal signal, Supplier<ExitCode> launch) {
        signal.hurry(session.bean(RetryBudget.class));
        try {
            return launch.get();
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
