package dev.mongohaul.cli.command;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.cli.console.Terminal;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs a check and shows it: progress on a terminal, and what was found at its end. */
public final class CheckRunner {

    private final Format format;
    private final PrintWriter out;
    private final PrintWriter err;

    /** @param err gets progress */
    public CheckRunner(Format format, PrintWriter out, PrintWriter err) {
        this.format = format;
        this.out = out;
        this.err = err;
    }

    /** No server is asked, named or not. */
    public ExitCode run(JobFile file, StoredRequest request) {
        Optional<ImportJob> job = new ImportJobs(System.in, ImportRunner.properties()).prepare(file, request);
        if (job.isEmpty()) {
            print(
                    () -> "%s: nothing to import, which the job allows (empty: ok)%n".formatted(file.name()),
                    () -> CheckJson.ofNothing(file.name()));
            return ExitCode.COMPLETED;
        }
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, err, signal -> {
            CheckResult result = check(job.get(), monitor);
            print(() -> CheckSummary.of(job.get(), result), () -> CheckJson.of(job.get(), result));
            return ExitCode.of(result.ending());
        });
    }

    private CheckResult check(ImportJob job, ImportMonitor monitor) {
        return Terminal.isStandardError()
                ? new ProgressDisplay(job.name(), monitor, err).during(() -> CheckLauncher.launch(job, monitor))
                : CheckLauncher.launch(job, monitor);
    }

    private void print(Supplier<String> table, Supplier<String> json) {
        if (format == Format.TABLE) {
            out.print(table.get());
            out.flush();
            return;
        }
        try {
            StandardOutput.OF_PROCESS.writeUtf8(json.get() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
