package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.JobReport;
import dev.mongohaul.report.JobReport.JobHistory;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.RunReport.RunDetails;
import dev.mongohaul.report.render.ImportView;
import dev.mongohaul.report.render.JobView;
import dev.mongohaul.report.render.ReportView;
import dev.mongohaul.report.render.RunView;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a report is of. */
sealed interface ReportScope {

    /** More lines would be a dump of the repository, and no report. */
    int MOST = 10_000;

    /**
     * A report, for programs and for people.
     *
     * @param figures as they become JSON
     */
    record Told(Object figures, ReportView sheet) {}

    /**
     * Asks for the report.
     *
     * @param page whether it is for a page, which may tell more
     * @throws UsageException where there is nothing of the kind
     */
    Told tell(Reports reports, Session session, boolean page);

    /**
     * What the parameters of a command name.
     *
     * @param what a run's number or a job's name
     */
    static ReportScope of(
            @Nullable String what, boolean jobs, @Nullable String job, @Nullable Long importNumber, int limit) {
        if (Stream.of(what != null, jobs, job != null, importNumber != null)
                        .filter(given -> given)
                        .count()
                > 1) {
            throw new UsageException("A report is of one thing: a RUN, a JOB, --job, --jobs or --import");
        }
        if (jobs) {
            return new AllJobs();
        }
        if (importNumber != null) {
            return new OneImport(importNumber);
        }
        if (job != null) {
            return new OneJob(job, limit);
        }
        if (what == null) {
            return new Recent(limit);
        }
        return what.matches("[0-9]{1,18}") ? new OneRun(Long.parseLong(what)) : new OneJob(what, limit);
    }

    /** The runs begun last. */
    record Recent(int limit) implements ReportScope {

        @Override
        public Told tell(Reports reports, Session session, boolean page) {
            List<RunReport> runs = reports.recent(limit);
            return new Told(runs, page ? JobView.overview(reports.jobs(), runs) : RunView.recent(runs));
        }
    }

    /** All jobs, a line each. */
    record AllJobs() implements ReportScope {

        @Override
        public Told tell(Reports reports, Session session, boolean page) {
            List<JobReport> jobs = reports.jobs();
            return new Told(jobs, JobView.all(jobs));
        }
    }

    /** A job's imports. */
    record OneJob(String name, int limit) implements ReportScope {

        @Override
        public Told tell(Reports reports, Session session, boolean page) {
            JobHistory history = reports.job(name, limit).orElseThrow(() -> unknown(reports.jobNames()));
            return new Told(history, JobView.of(history));
        }

        private UsageException unknown(List<String> known) {
            return new UsageException(
                    known.isEmpty()
                            ? "\"%s\" has had no import, and no other job has: 'mongohaul import JOB' makes one"
                                    .formatted(name)
                            : "\"%s\" has had no import. These jobs have: %s"
                                    .formatted(name, String.join(", ", known)));
        }
    }

    /** One import over all its tries. */
    record OneImport(long number) implements ReportScope {

        @Override
        public Told tell(Reports reports, Session session, boolean page) {
            ImportReport report = reports.ofImport(number)
                    .orElseThrow(() -> new UsageException(
                            "There is no import %d; 'mongohaul report' lists runs with the numbers of their imports"
                                    .formatted(number)));
            return new Told(report, ImportView.of(report));
        }
    }

    /** One run. */
    record OneRun(long number) implements ReportScope {

        @Override
        public Told tell(Reports reports, Session session, boolean page) {
            RunDetails details = reports.run(session.control().run(number));
            return new Told(details, RunView.of(details));
        }
    }
}
