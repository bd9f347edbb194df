package dev.mongohaul.cli.command;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.schedule.ScheduledJob;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the job files, the broken ones too. */
@Command(name = "jobs", description = "List the job files found, one line each.")
public final class JobsCommand implements Callable<Integer> {

    @Mixin
    private JobFolder folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<ListedJobFile> jobs = folder.list();
        spec.commandLine()
                .getOut()
                .println(AsciiTable.builder()
                        .border(AsciiTable.NO_BORDERS)
                        .data(
                                jobs,
                                List.of(
                                        column("job").with(ListedJobFile::name),
                                        column("into").with(JobsCommand::target),
                                        column("next run").with(JobsCommand::next),
                                        column("what it does").with(JobsCommand::description)))
                        .asString());
        boolean broken = jobs.stream().anyMatch(job -> job.job().isEmpty());
        return broken ? ExitCode.USAGE.value() : ExitCode.COMPLETED.value();
    }

    private static Column column(String header) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.LEFT)
                .dataAlign(HorizontalAlign.LEFT)
                .maxWidth(100);
    }

    private static String target(ListedJobFile listed) {
        return listed.job().map(job -> job.target().collection()).orElse("");
    }

    /** When 'mongohaul serve' would run it. */
    private static String next(ListedJobFile listed) {
        return listed.job()
                .flatMap(ScheduledJob::of)
                .map(job -> job.nextText(Instant.now()))
                .orElse("");
    }

    private static String description(ListedJobFile listed) {
        if (!listed.problems().isEmpty()) {
            return "broken: " + listed.problems().get(0);
        }
        return listed.job().map(JobFile::description).orElse("");
    }
}
