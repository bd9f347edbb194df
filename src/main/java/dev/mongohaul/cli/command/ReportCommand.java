package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Format;
import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.JobReport.JobHistory;
import dev.mongohaul.report.ReportJson;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.RunReport.RunDetails;
import dev.mongohaul.report.render.ImportView;
import dev.mongohaul.report.render.JobView;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.ReportView;
import dev.mongohaul.report.render.RunView;
import dev.mongohaul.report.render.TextReport;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.Slots;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the history of the repository. */
@Command(
        name = "report",
        description = {
            "Show recent runs, all jobs, the imports of a job, one import with all its runs, or one run.",
            "--format=html is one page that loads nothing: mongohaul report orders --format=html > orders.html"
        },
        footer = {"", "Example: mongohaul report 42 --format=json"})
public final class ReportCommand implements Callable<Integer> {

    private static final int MOST = 10_000;

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

    @Option(names = "--import", paramLabel = "N", description = "One import with all its runs, by its number.")
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

    /**
     * A report.
     *
     * @param figures what becomes JSON
     */
    private record Content(Object figures, ReportView view) {}

    @Override
    public Integer call() throws IOException {
        if (limit < 1 || limit > MOST) {
            throw new UsageException("--limit=%d: from 1 to %,d can be listed".formatted(limit, MOST));
        }
        if (Stream.of(what != null, jobs, job != null, importNumber != null)
                        .filter(given -> given)
                        .count()
                > 1) {
            throw new UsageException("A report is of one thing: a RUN, a JOB, --job, --jobs or --import");
        }
        try (Session session = mongo.open(spec)) {
            print(load(session));
        }
        return ExitCode.COMPLETED.value();
    }

    private Content load(Session session) {
        Reports reports =
                new Reports(session.bean(Runs.class), session.bean(RejectStore.class), session.bean(Slots.class));
        if (jobs) {
            List<JobReport> all = reports.jobs();
            return new Content(all, JobView.all(all));
        }
        if (importNumber != null) {
            return ofImport(reports, importNumber);
        }
        if (job != null) {
            return ofJob(reports, job);
        }
        if (what == null) {
            return recent(reports);
        }
        if (!what.matches("[0-9]{1,18}")) {
            return ofJob(reports, what);
        }
        RunDetails run = reports.run(session.control().run(Long.parseLong(what)));
        return new Content(run, RunView.of(run));
    }

    /** Returns the last runs; a page also has all jobs. */
    private Content recent(Reports reports) {
        List<RunReport> runs = reports.recent(limit);
        return new Content(runs, format == Format.HTML ? JobView.overview(reports.jobs(), runs) : RunView.recent(runs));
    }

    private Content ofJob(Reports reports, String name) {
        JobHistory history = reports.job(name, limit).orElseThrow(() -> unknownJob(name, reports.jobNames()));
        return new Content(history, JobView.of(history));
    }

    private static UsageException unknownJob(String name, List<String> known) {
        return new UsageException(
                known.isEmpty()
                        ? "\"%s\" has had no import, and no other job has: 'mongohaul import JOB' makes one"
                                .formatted(name)
                        : "\"%s\" has had no import. These jobs have: %s".formatted(name, String.join(", ", known)));
    }

    private static Content ofImport(Reports reports, long number) {
        ImportReport report = reports.ofImport(number)
                .orElseThrow(() -> new UsageException(
                        "There is no import %d; 'mongohaul report' lists runs with the numbers of their imports"
                                .formatted(number)));
        return new Content(report, ImportView.of(report));
    }

    private void print(Content content) throws IOException {
        switch (format) {
            case JSON -> Invocation.of(spec).out().writeUtf8(ReportJson.of(content.figures()) + "\n");
            case HTML -> Invocation.of(spec).out().writeUtf8(new ReportPage().html(content.view()));
            case TABLE ->
                spec.commandLine()
                        .getOut()
                        .println(TextReport.of(content.view()).stripTrailing());
        }
    }
}
