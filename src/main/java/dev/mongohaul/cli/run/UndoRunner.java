package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.launch.UndoResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.target.Taken;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerStates;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.text.Printable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Formatter;
import java.util.Locale;

/**
 * Runner of an undo with its output: progress while it runs, a summary at its end.
 *
 * @param out gets the summary
 */
public record UndoRunner(ServerChoice server, PrintWriter out) {

    public ExitCode run(long id, boolean force, JobFolder folder) {
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, server.invocation().err(), signal -> {
            try (Session session = Session.open(server)) {
                signal.hurry(session.bean(RetryBudget.class));
                Path exports = session.control().exports(folder.files(), id);
                UndoLauncher launcher = session.bean(UndoLauncher.class);
                UndoResult result = new ProgressDisplay(
                                "undo " + id, monitor, server.invocation().err())
                        .during(() -> launcher.undo(id, force, exports, monitor));
                out.print(summary(result, exports));
                out.flush();
                return result.already() || result.run() == null
                        ? ExitCode.COMPLETED
                        : ExitCode.of(result.run().ending());
            } catch (RuntimeException e) {
                if (!signal.received() || !ServerStates.isServerState(e)) {
                    throw e;
                }
                Failure.report(e, server.invocation());
                return ExitCode.STOPPED;
            }
        });
    }

    public ExitCode preview(long id, boolean force) {
        try (Session session = Session.open(server)) {
            UndoResult result = session.bean(UndoLauncher.class).preview(id, force);
            out.print(result.already() ? already(result) : preview(result));
            return result.taken().counts().rejected() > 0 ? ExitCode.COMPLETED_WITH_REJECTS : ExitCode.COMPLETED;
        }
    }

    private static String already(UndoResult result) {
        Run run = result.run();
        return "Import %d of %s is undone already%s%n"
                .formatted(
                        result.plan().jobInstanceId(),
                        result.plan().identity().job(),
                        run == null ? "" : ", by run " + run.id());
    }

    private static String preview(UndoResult result) {
        ImportPlan plan = result.plan();
        try (Formatter text = new Formatter(Locale.ROOT)) {
            text.format(
                    "%s: an undo of import %d would take back in %s:%n",
                    plan.identity().job(), plan.jobInstanceId(), plan.identity().target());
            counts(text, result.taken());
            if (plan.staging() != null) {
                text.format("The view would show %s again%n", plan.staging().former());
            }
            if (!result.spared().isEmpty()) {
                text.format("Spared, because they were changed since:%n");
                result.spared().forEach(spared -> text.format("  %s%n", Printable.of(spared)));
                long more = result.taken().counts().rejected() - result.spared().size();
                if (more > 0) {
                    text.format("  and %,d more%n", more);
                }
            }
            return text.toString();
        }
    }

    private String summary(UndoResult result, Path exports) {
        Run run = result.run();
        if (result.already() || run == null) {
            return already(result);
        }
        ImportPlan plan = result.plan();
        RunReport report = RunReport.of(run);
        boolean undone = !run.ending().continues();
        try (Formatter text = new Formatter(Locale.ROOT)) {
            text.format(
                    "%s: undo of import %d %s (run %d)%n",
                    plan.identity().job(),
                    plan.jobInstanceId(),
                    run.ending() == ImportEnding.COMPLETED_WITH_REJECTS
                            ? "completed with spared documents"
                            : report.status(),
                    run.id());
            if (report.reason() != null) {
                text.format("  %s%n", report.reason());
            }
            counts(text, result.taken());
            RunSummaryText.speed(text, report.seconds(), report.recordsPerSecond());
            if (undone && plan.staging() != null) {
                text.format(
                        "%s shows %s again%n",
                        plan.identity().target(), plan.staging().former());
            }
            if (undone && report.total().rejected() > 0) {
                Path file = RejectExport.heldFile(exports, plan.identity().job(), run.jobInstanceId());
                Path here = server.invocation().workingDirectory().toAbsolutePath();
                text.format(
                        "Spared: %s lists the documents that were changed since. 'mongohaul undo %d --force' takes them back as well%n",
                        Printable.of((file.startsWith(here) ? here.relativize(file) : file).toString()), run.id());
            }
            if (undone) {
                text.format("The same content can be imported again%n");
            } else {
                text.format("Next: the same command, or 'mongohaul restart %d', continues the undo%n", run.id());
            }
            return text.toString();
        }
    }

    private static void counts(Formatter out, Taken taken) {
        Counts counts = taken.counts();
        RunSummaryText.count(out, "restored", taken.restored());
        RunSummaryText.count(out, "removed", taken.removed());
        if (counts.unchanged() > 0) {
            RunSummaryText.count(out, "unchanged", counts.unchanged());
        }
        RunSummaryText.count(out, "spared", counts.rejected());
    }
}
