package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.Format;
import dev.mongohaul.cli.output.ListOptions;
import dev.mongohaul.cli.output.ReportFormat;
import dev.mongohaul.cli.output.RunSummaryText;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.CompletionWords;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunDetails;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.Timeline;
import dev.mongohaul.report.drift.DriftReport;
import dev.mongohaul.report.render.DriftLayout;
import dev.mongohaul.report.render.ReportLayout;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.ReportView;
import dev.mongohaul.repository.plan.FiguresStore;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = {
            "Show runs, imports and jobs, and why records were rejected.",
            "Without RUN, JOB or an option, report lists the latest runs. --since and --status choose among them.",
            "Other lists: 'mongohaul jobs' has the job files of a folder, 'files JOB' the files of a job, 'workers' the workers,"
                    + " and 'rejects RUN' the rejected records."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command, or there is no such job, import or run"},
        footer = {
            "  mongohaul report orders --format=html > orders.html",
            "  mongohaul report --since=12h --status=failed"
        })
final class ReportCommand extends ConsoleCommand {

    /** Words of {@code --status}. */
    static final class Statuses extends CompletionWords {

        Statuses() {
            super(RunReport.statuses().toArray(String[]::new));
        }
    }

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN|JOB", description = "Number of a run, or name of a job.")
    private @Nullable String what;

    @Option(names = "--jobs", description = "Show all jobs, one line each.")
    private boolean jobs;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            description = "Show the imports of this job. Needed if the name is a number. With a * for any characters,"
                    + " --since or --status: list the runs of these jobs.")
    private @Nullable String job;

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "STATUS",
            completionCandidates = Statuses.class,
            description = "List the runs with these statuses: ${COMPLETION-CANDIDATES}.")
    private List<String> statuses = List.of();

    @Option(names = "--import", paramLabel = "N", description = "Show the import of this number with all its runs.")
    private @Nullable Long importNumber;

    @Option(
            names = "--drift",
            description = "Show the figures of the content of a RUN's import by column, and what is usual for the job.")
    private boolean drift;

    @Option(
            names = "--format",
            defaultValue = "table",
            paramLabel = "FORMAT",
            converter = ReportFormat.class,
            completionCandidates = ReportFormat.class,
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private ListOptions list;

    @Mixin
    private MongoOptions mongo;

    /** @param figures of the report, which are printed as JSON */
    private record Content(Object figures, ReportView view) {}

    @Override
    public Integer call() {
        list.check();
        Instant since = list.since();
        if (Stream.of(what != null, jobs, job != null, importNumber != null)
                        .filter(given -> given)
                        .count()
                > 1) {
            throw new UsageException("A report is of one thing: a RUN, a JOB, --job, --jobs or --import");
        }
        boolean given = since != null || !statuses.isEmpty();
        if (given && (what != null || jobs || importNumber != null)) {
            throw new UsageException(
                    "--since and --status list runs of all jobs, or of --job=NAME, such as --job=orders --since=7d");
        }
        if (drift && (what == null || !isRun(what))) {
            throw new UsageException("--drift is for one run: 'mongohaul report RUN --drift'");
        }
        boolean filtered = given || (job != null && job.contains("*"));
        RunFilter wanted = filtered ? RunReport.filter(job, knownStatuses(), since, null) : null;
        try (Session session = mongo.open(spec)) {
            print(load(session, wanted, since));
        }
        return ExitCode.COMPLETED.value();
    }

    private Content load(Session session, @Nullable RunFilter wanted, @Nullable Instant since) {
        Reports reports = session.reports();
        if (jobs) {
            List<JobReport> all = reports.jobs();
            return new Content(all, ReportLayout.jobs(all));
        }
        if (importNumber != null) {
            return ofImport(reports, importNumber);
        }
        if (wanted != null) {
            List<RunReport> runs = reports.runs(wanted, Long.MAX_VALUE, list.limit());
            return new Content(runs, ReportLayout.found(runs, withoutRun(reports, wanted, since)));
        }
        if (job != null) {
            return ofJob(reports, job);
        }
        if (what == null) {
            return recent(reports);
        }
        if (!isRun(what)) {
            return ofJob(reports, what);
        }
        Run run = session.control().run(Long.parseLong(what));
        if (drift) {
            return ofDrift(run, session.bean(ImportPlans.class).figures());
        }
        RunDetails details = reports.run(run);
        ReportView view = ReportLayout.of(details);
        return new Content(
                details, next(run, details, session).map(view::endingWith).orElse(view));
    }

    private static Optional<String> next(Run run, RunDetails details, Session session) {
        boolean runs = details.runs().stream().anyMatch(each -> each.status() == RunStatus.RUNNING);
        return runs || run.plan() == null
                ? Optional.empty()
                : RunSummaryText.next(run, session.control().hasReadOnce(run.id()))
                        .map(next -> next.lines().collect(Collectors.joining(" ")));
    }

    private List<String> knownStatuses() {
        List<String> known = RunReport.statuses();
        statuses.stream().filter(status -> !known.contains(status)).findFirst().ifPresent(unknown -> {
            throw new UsageException(
                    "--status=%s is none of %s, which runs have; the table without --status lists slots that did not run, too"
                            .formatted(unknown, String.join(", ", known)));
        });
        return statuses;
    }

    private static boolean isRun(String text) {
        return text.matches("[0-9]{1,18}");
    }

    private static Content ofDrift(Run run, FiguresStore store) {
        DriftReport report = DriftReport.of(run, store)
                .orElseThrow(() ->
                        new UsageException("The figures of run %d are unknown: its import has not been read to its end"
                                .formatted(run.id())));
        return new Content(report, DriftLayout.of(report));
    }

    /** Returns the last runs; a page also has all jobs. */
    private Content recent(Reports reports) {
        List<RunReport> runs = reports.recent(list.limit());
        Instant oldest = runs.isEmpty() ? null : runs.get(runs.size() - 1).started();
        List<Timeline.Entry> slots = withoutRun(reports, RunFilter.ALL, oldest);
        return new Content(
                runs,
                format == Format.HTML
                        ? ReportLayout.overview(reports.jobs(), runs, slots)
                        : ReportLayout.recent(runs, slots));
    }

    /** Returns slots for a table or a page of runs; none if only runs with some statuses were asked for. */
    private List<Timeline.Entry> withoutRun(Reports reports, RunFilter wanted, @Nullable Instant since) {
        return statuses.isEmpty() && format != Format.JSON
                ? reports.slotsWithoutRun(wanted, since, list.limit())
                : List.of();
    }

    private Content ofJob(Reports reports, String name) {
        JobHistory history = reports.job(name, list.limit()).orElseThrow(() -> unknownJob(name, reports.jobNames()));
        return new Content(history, ReportLayout.of(history));
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
        return new Content(report, ReportLayout.of(report));
    }

    private void print(Content content) {
        switch (format) {
            case JSON -> invocation().out().writeUtf8(Reports.json(content.figures()) + "\n");
            case HTML -> invocation().out().writeUtf8(new ReportPage().html(content.view()));
            case TABLE -> out().println(content.view().text().stripTrailing());
        }
    }
}
