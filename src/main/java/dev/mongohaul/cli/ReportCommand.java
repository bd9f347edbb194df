package dev.mongohaul.cli;

import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.ReportJson;
import dev.mongohaul.report.ReportTable;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Runs;
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
@Command(name = "report", description = "Show recent runs, or one of them in detail.")
final class ReportCommand implements Callable<Integer> {

    /** How a report is written. */
    enum Format {
        /** For a terminal. */
        TABLE,
        /** For programs. */
        JSON
    }

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run's number.")
    private @Nullable Long id;

    @Option(names = "--format", defaultValue = "table", description = "${COMPLETION-CANDIDATES} (default: table).")
    private Format format;

    @Option(names = "--limit", defaultValue = "20", description = "Runs in the list (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new UsageException("--limit=%d: at least 1".formatted(limit));
        }
        try (Session session = Session.open(mongo, spec.commandLine().getErr())) {
            Runs runs = session.bean(Runs.class);
            spec.commandLine().getOut().println(id == null ? recent(runs) : one(runs, session.run(id)));
        }
        return ExitCode.COMPLETED.value();
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
