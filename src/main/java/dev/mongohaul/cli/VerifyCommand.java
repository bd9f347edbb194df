package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ComparisonReport;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.DifferenceOptions;
import dev.mongohaul.cli.run.ImportArguments;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.run.ReceiptFile;
import dev.mongohaul.cli.run.StoredSettings;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.infer.JobInference;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.prove.Prover;
import dev.mongohaul.prove.Receipt;
import dev.mongohaul.prove.ReceiptCheck;
import dev.mongohaul.prove.StoredJobs;
import dev.mongohaul.prove.Verification;
import dev.mongohaul.prove.Verifier;
import dev.mongohaul.prove.VerifyOptions;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.text.Printable;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "verify",
        description = {
            "Check that the target has the documents that an import wrote.",
            "verify reads the input of the import again, where it lies now, with the settings that are stored with the"
                    + " run, and compares its documents with those of the target. It writes nothing to the target, and stores its"
                    + " result with the import.",
            "--receipt writes a file that says what was found. --against compares the target with it later, without the"
                    + " input."
        },
        customSynopsis = {
            "mongohaul verify RUN|JOB|FILE [OPTION...]",
            "       mongohaul verify --against=RECEIPT [OPTION...]"
        },
        exitCodeList = {
            "0:the target has the documents",
            "1:it differs, or the command failed",
            "2:wrong command, or it cannot be known: the input is gone or changed, or a later import may explain the differences",
            "11:stopped"
        },
        footer = {"  mongohaul verify 42 --receipt=products-42.json", "  mongohaul verify --against=products-42.json"})
final class VerifyCommand extends ConsoleCommand implements StoredSettings {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN|JOB|FILE",
            description =
                    "Number of a run; or a job, or a file that was imported without one, whose last completed import is verified.")
    private @Nullable String what;

    @Parameters(index = "1..*", hidden = true)
    private List<String> settings = List.of();

    @Option(
            names = "--receipt",
            paramLabel = "FILE",
            description =
                    "Write a receipt if the target has the documents. Only a receipt of the same import is replaced.")
    private @Nullable Path receipt;

    @Option(
            names = "--against",
            paramLabel = "RECEIPT",
            description =
                    "Compare the target with a receipt, without the input. Possible for swap, snapshot, and insert"
                            + " with generated ids.")
    private @Nullable Path against;

    @Mixin
    private DifferenceOptions differences;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Override
    public String otherSettings() {
        return "verify has the settings that are stored with the import; 'mongohaul diff' compares with others.";
    }

    @Override
    public Integer call() {
        int samples = differences.samples();
        String named = what;
        if (!settings.isEmpty()) {
            throw new UsageException(
                    "verify has the settings and the input that are stored with the import: leave out \"%s\", or compare with other settings by 'mongohaul diff'"
                            .formatted(settings.get(0)));
        }
        if (against != null) {
            if (named != null) {
                throw new UsageException(
                        "--against=%s compares with a receipt alone: leave out \"%s\"".formatted(against, named));
            }
            return against(file(against));
        }
        if (named == null) {
            throw new UsageException(
                    "Name a run, a job or a file, such as 'mongohaul verify 42', or a receipt with --against");
        }
        ReceiptFile written = receipt == null ? null : file(receipt);
        ImportMonitor monitor = new ImportMonitor();
        try (Session session = Session.forImport(mongo.server(spec));
                StoredJobs stored = new StoredJobs(
                        ImportRunner.jobs(invocation()), folder.files(), session.control(), session.bean(Runs.class))) {
            Run run = run(session, named);
            ImportPlan plan = session.control().planOf(run.id());
            Prover.requireCompleted(plan);
            Optional<Receipt> replaced = written == null
                    ? Optional.empty()
                    : written.replaced(plan.importNumber(), plan.identity().target());
            ImportJob job = stored.of(run)
                    .orElseThrow(() -> new UsageException("The import cannot be verified: its input is gone"));
            VerifyOptions options = new VerifyOptions(written != null, stored);
            return StopOnSignal.during(monitor, err(), signal -> {
                Verification verification = differences.writing(
                        invocation(),
                        ComparisonReport.VERIFY,
                        all -> new ProgressDisplay(job.name(), monitor, err())
                                .during(() -> session.bean(Verifier.class)
                                        .verify(plan, job, options, monitor, samples, all)));
                print(
                        ComparisonReport.of(verification, session.bean(Runs.class)::named),
                        ComparisonReport.json(verification));
                if (written != null && verification.verdict() == Verification.Verdict.EQUAL) {
                    written.write(
                            session.bean(Verifier.class).prover().receipt(verification, job, session.databaseOr(null)),
                            replaced);
                    err().println(Printable.of(
                            replaced.map(former -> "%s replaces the receipt of %s".formatted(receipt, former.written()))
                                    .orElse("%s is the receipt".formatted(receipt))));
                } else if (written != null) {
                    err().println(Printable.of("No receipt is written: it would say that %s has what run %d wrote"
                            .formatted(plan.identity().target(), run.id())));
                }
                return code(verification).value();
            });
        }
    }

    private ReceiptFile file(Path named) {
        return new ReceiptFile(named, invocation().resolve(named));
    }

    private int against(ReceiptFile file) {
        if (receipt != null) {
            throw new UsageException("--receipt writes a receipt of a run, and --against reads one: give one of them");
        }
        Receipt read = file.read();
        ImportMonitor monitor = new ImportMonitor();
        try (Session session = mongo.open(spec)) {
            String database = session.databaseOr(null);
            if (!database.equals(read.database())) {
                throw new UsageException(
                        "%s is of the database %s, and the connection is to %s: name the database of the receipt in the connection string"
                                .formatted(file.named(), read.database(), database));
            }
            return StopOnSignal.during(monitor, err(), signal -> {
                ReceiptCheck check = new ProgressDisplay(read.job(), monitor, err())
                        .during(() -> session.bean(Verifier.class).prover().against(read, monitor));
                print(ComparisonReport.of(check, session.bean(Runs.class)::named), ComparisonReport.json(check));
                if (!check.whole()) {
                    return ExitCode.STOPPED.value();
                }
                if (check.isEqual()) {
                    return ExitCode.COMPLETED.value();
                }
                return (check.stable() ? ExitCode.FAILED : ExitCode.USAGE).value();
            });
        }
    }

    private void print(String text, String json) {
        invocation().out().writeUtf8(differences.isJson() ? json + "\n" : text);
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

    /** Returns the run, or the last one of the last completed import of the job or of the file. */
    private Run run(Session session, String named) {
        if (named.matches("[0-9]{1,18}")) {
            return session.control().run(Long.parseLong(named));
        }
        boolean file = ImportArguments.namesFile(invocation(), named);
        Path path = invocation().resolve(Path.of(named)).toAbsolutePath().normalize();
        // A job's own imports come before those of files into its collection.
        return session.bean(ImportPlans.class).findByJob(file ? JobInference.nameOf(named) : named).stream()
                .filter(plan -> plan.state() == ImportState.COMPLETED
                        && !plan.identity().isUndo()
                        && (!file
                                || plan.inputs().stream()
                                        .anyMatch(input -> input.firstPath().equals(path.toString()))))
                .min(Comparator.comparing(plan -> !file && plan.request().inferred() != null))
                .flatMap(plan -> lastRun(session, plan))
                .orElseThrow(() -> new UsageException(
                        "\"%s\" has no completed import; 'mongohaul report' lists the runs".formatted(named)));
    }

    private static Optional<Run> lastRun(Session session, ImportPlan plan) {
        return session.bean(Runs.class).runsOf(plan.importNumber()).stream().reduce((earlier, later) -> later);
    }
}
