package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ComparisonReport;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.DifferenceOptions;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.prove.Prover;
import dev.mongohaul.prove.Verification;
import dev.mongohaul.prove.Verifier;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        description = {
            "Check that the target has the documents that an import wrote.",
            "verify reads the input of the import again, where it lies now, with the settings that are stored with the"
                    + " run, and compares its documents with those of the target. It writes nothing to the target, and stores its"
                    + " result with the import."
        },
        exitCodeList = {
            "0:the target has the documents",
            "1:it differs, or the command failed",
            "2:wrong command, or it cannot be known: the input is gone or changed, or a later import may explain the differences",
            "11:stopped"
        },
        footer = {"  mongohaul verify 42", "  mongohaul verify products --output=differences.jsonl"})
final class VerifyCommand extends ConsoleCommand {

    @Parameters(
            index = "0",
            paramLabel = "RUN|JOB",
            description = "Number of a run, or name of a job, whose last completed import is verified.")
    private String what;

    @Mixin
    private DifferenceOptions differences;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        int samples = differences.samples();
        ImportMonitor monitor = new ImportMonitor();
        try (Session session = Session.forImport(mongo.server(spec))) {
            Run run = run(session);
            ImportPlan plan = session.control().planOf(run.id());
            Prover.requireCompleted(plan);
            ImportRequest stored = session.control().stored(folder.files(), run);
            ImportJob job = ImportRunner.jobs(invocation())
                    .prepare(stored.file(), stored.request())
                    .orElseThrow(() -> new UsageException(
                            "Import %d cannot be verified: its input is gone".formatted(plan.importNumber())));
            return StopOnSignal.during(monitor, err(), signal -> {
                Verification verification = differences.writing(
                        invocation(),
                        ComparisonReport.VERIFY,
                        all -> new ProgressDisplay(job.name(), monitor, err())
                                .during(() -> session.bean(Verifier.class).verify(plan, job, monitor, samples, all)));
                invocation()
                        .out()
                        .writeUtf8(
                                differences.isJson()
                                        ? ComparisonReport.json(verification) + "\n"
                                        : ComparisonReport.of(verification));
                return code(verification).value();
            });
        }
    }

    private static ExitCode code(Verification verification) {
        if (!verification.result().whole()) {
            return ExitCode.STOPPED;
        }
        return switch (verification.verdict()) {
            case EQUAL -> ExitCode.COMPLETED;
            case DIFFERENT -> ExitCode.FAILED;
            case UNKNOWN -> ExitCode.USAGE;
        };
    }

    /** Returns the run, or the last one of the job's last completed import. */
    private Run run(Session session) {
        if (what.matches("[0-9]{1,18}")) {
            return session.control().run(Long.parseLong(what));
        }
        List<Run> runs = session.bean(ImportPlans.class).findByJob(what).stream()
                .filter(plan -> plan.state() == ImportState.COMPLETED
                        && !plan.identity().isUndo())
                .findFirst()
                .map(plan -> session.bean(Runs.class).runsOf(plan.importNumber()))
                .orElse(List.of());
        if (runs.isEmpty()) {
            throw new UsageException(
                    "\"%s\" has no completed import; 'mongohaul report' lists the runs".formatted(what));
        }
        return runs.get(runs.size() - 1);
    }
}
