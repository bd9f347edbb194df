package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.report.Reports;
import dev.mongohaul.schedule.ScheduledJob;
import dev.mongohaul.serve.api.ListedJob;
import dev.mongohaul.text.TextTable;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "jobs",
        description = {
            "List the jobs of a folder.",
            "Each line has the collection, the next scheduled time and the description of a job."
        },
        exitCodeList = {
            "0:completed; all job files are valid",
            "1:failed",
            "2:wrong command, no job file, or a job file that is not valid"
        },
        footer = {"  mongohaul jobs", "  mongohaul jobs --jobs=/etc/mongohaul/jobs"})
final class JobsCommand extends ConsoleCommand {

    @Mixin
    private FormatOption format;

    @Mixin
    private JobFolder folder;

    @Override
    public Integer call() {
        List<ListedJobFile> jobs = folder.list();
        if (format.isJson()) {
            invocation()
                    .out()
                    .writeUtf8(Reports.json(jobs.stream().map(ListedJob::of).toList()) + "\n");
        } else {
            out().println(new TextTable<ListedJobFile>()
                    .text("job", ListedJobFile::name)
                    .text("into", JobsCommand::target)
                    .text("next run", JobsCommand::next)
                    .text("what it does", JobsCommand::description)
                    .of(jobs));
        }
        boolean broken = jobs.stream().anyMatch(job -> job.job().isEmpty());
        return broken ? ExitCode.USAGE.value() : ExitCode.COMPLETED.value();
    }

    private static String target(ListedJobFile listed) {
        return listed.job().map(job -> job.target().collection()).orElse("");
    }

    private static String next(ListedJobFile listed) {
        return listed.job()
                .flatMap(ScheduledJob::of)
                .map(job -> job.nextText(Instant.now()))
                .orElse("");
    }

    private static String description(ListedJobFile listed) {
        int problems = listed.problems().size();
        if (problems > 0) {
            String more =
                    problems == 1 ? "" : " (and %,d more: mongohaul check %s)".formatted(problems - 1, listed.name());
            return "broken: " + listed.problems().get(0) + more;
        }
        return listed.job().map(JobFile::description).orElse("");
    }
}
