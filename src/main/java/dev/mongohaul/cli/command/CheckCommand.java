package dev.mongohaul.cli.command;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.cli.console.Terminal;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what an import would do, without a server. */
@Command(
        name = "check",
        description = {
            "Read and map all that a job names, and write nothing: no MongoDB is needed.",
            "Shows the columns, three documents, the rejects by reason, and whether their limit holds."
        },
        footerHeading = "%nIt ends with the code that an import would end with, as far as that can be known."
                + "%n%n--format=json writes one object:"
                + "%n  job, status, reason, files, dialect, columns [column, type, fields], read,"
                + "%n  writable, rejected, rejects [reason, column, code, count, samples], ungrouped,"
                + "%n  limit {limit, exceeded, atRecord}, documents (canonical extended JSON),"
                + "%n  plan {chunks, commands, waiting} of an operation by column, else null,"
                + "%n  unknown, seconds, recordsPerSecond%n",
        footer = {
            "",
            "Examples: mongohaul check products files=/in/2026-11-20.csv",
            "          zcat a.csv.gz | mongohaul check products files=- --format=json"
        })
public final class CheckCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "JOB", description = "A job's name, or the path of a job file.")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "A setting of the job file, as 'mongohaul import' takes it.")
    private List<String> parameters = List.of();

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.Word.class,
            description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private JobFolder folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> named = folder.ofToday(job, parameters);
        JobFile file = folder.find(job, named);
        StoredRequest request = new StoredRequest(file.path().toAbsolutePath().toString(), named);
        return check(file, request).value();
    }

    /** Never connects to a server. */
    private ExitCode check(JobFile file, StoredRequest request) {
        Optional<ImportJob> prepared = ImportRunner.jobs(Invocation.of(spec)).prepare(file, request);
        if (prepared.isEmpty()) {
            print(
                    () -> "%s: nothing to import, which the job allows (empty: ok)%n".formatted(file.name()),
                    () -> CheckJson.ofNothing(file.name()));
            return ExitCode.COMPLETED;
        }
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, spec.commandLine().getErr(), signal -> {
            CheckResult result = check(prepared.get(), monitor);
            print(() -> CheckReport.of(prepared.get(), result), () -> CheckJson.of(prepared.get(), result));
            return ExitCode.of(result.ending());
        });
    }

    private CheckResult check(ImportJob prepared, ImportMonitor monitor) {
        return Terminal.isStandardError()
                ? new ProgressDisplay(
                                prepared.name(), monitor, spec.commandLine().getErr())
                        .during(() -> CheckLauncher.launch(prepared, monitor))
                : CheckLauncher.launch(prepared, monitor);
    }

    private void print(Supplier<String> table, Supplier<String> json) {
        if (format == Format.TABLE) {
            spec.commandLine().getOut().print(table.get());
            spec.commandLine().getOut().flush();
            return;
        }
        try {
            Invocation.of(spec).out().writeUtf8(json.get() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
