package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.ReportJson;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.TextReport;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.Slots;
import java.io.IOException;
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
        description = {
            "Show recent runs, all jobs, the imports of a job, one import over all its tries, or one run.",
            "--format=html is one page that loads nothing: mongohaul report orders --format=html > orders.html"
        },
        footer = {"", "Example: mongohaul report 42 --format=json"})
public final class ReportCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "RUN|JOB",
            description = "The run's number, or the job whose imports are shown.")
    private @Nullable String what;

    @Option(names = "--jobs", description = "All jobs, a line each.")
    private boolean jobs;

    @Option(names = "--job", paramLabel = "NAME", description = "As JOB, of a job whose name is a number.")
    private @Nullable String job;

    @Option(names = "--import", paramLabel = "N", description = "One import over all its tries, by its number.")
    private @Nullable Long importNumber;

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.WordOrPage.class,
            description = "table, json or html (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(
            names = "--limit",
            defaultValue = "20",
            description = "Runs or imports in the list (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        ReportScope scope = scope();
        try (Session session = mongo.open(spec)) {
            Reports reports =
                    new Reports(session.bean(Runs.class), session.bean(RejectStore.class), session.bean(Slots.class));
            print(scope.tell(reports, session, format == Format.HTML));
        }
        return ExitCode.COMPLETED.value();
    }

    private ReportScope scope() {
        if (limit < 1 || limit > ReportScope.MOST) {
            throw new UsageException("--limit=%d: from 1 to %,d can be listed".formatted(limit, ReportScope.MOST));
        }
        return ReportScope.of(what, jobs, job, importNumber, limit);
    }

    private void print(ReportScope.Told told) throws IOException {
        switch (format) {
            case JSON -> StandardOutput.OF_PROCESS.writeUtf8(ReportJson.of(told.figures()) + "\n");
            case HTML -> StandardOutput.OF_PROCESS.writeUtf8(new ReportPage().html(told.sheet()));
            case TABLE ->
                spec.commandLine().getOut().println(TextReport.of(told.sheet()).stripTrailing());
        }
    }
}
