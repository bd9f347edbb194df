package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.cli.run.Session;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.ReportJson;
import dev.mongohaul.report.ReportTable;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what happened, out of the JobRepository. */
@Command(
        name = "report",
        description = "Show recent runs, or one of them in detail.",
        footer = {"", "Example: mongohaul report 42 --format=json"})
public final class ReportCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "The run's number.")
    private @Nullable Long id;

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.Word.class,
            description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--limit", defaultValue = "20", description = "Runs in the list (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (limit < 1) {
            throw new UsageException("--limit=%d: at least one run can be listed".formatted(limit));
        }
        try (Session session = mongo.open(spec)) {
            Runs runs = session.bean(Runs.class);
            print(id == null ? recent(runs) : one(runs, session.run(id)));
        }
        return ExitCode.COMPLETED.value();
    }

    private void print(String report) throws IOException {
        if (format == Format.JSON) {
            StandardOutput.OF_PROCESS.writeUtf8(report + "\n");
        } else {
            spec.commandLine().getOut().println(report.stripTrailing());
        }
    }

    private String recent(Runs runs) {
        List<RunReport> reports = runs.recent(limit).stream().map(RunReport::of).toList();
        if (format == Format.JSON) {
            return ReportJson.of(reports);
        }
        return reports.isEmpty() ? "No run yet: 'mongohaul import JOB' makes one." : ReportTable.of(reports);
    }

    private String one(Runs runs, Run run) {
        ImportReport report = ImportReport.of(run, runs.triesOf(run.jobInstanceId()));
        return format == Format.JSON ? ReportJson.of(report) : ReportTable.of(report);
    }
}
