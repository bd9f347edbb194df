package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.compare.limit.StockStep;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.job.setting.JobFile;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Internal command that runs the stock step of a comparison in a process that is measured. */
@Command(
        name = "stock-step",
        hidden = true,
        description = "Load a job's files by Spring Batch's own reader and writer.")
final class StockStepCommand extends ConsoleCommand {

    @Parameters(index = "0", paramLabel = "JOB")
    private String job;

    @Parameters(index = "1..*", paramLabel = "NAME=VALUE")
    private List<String> parameters = List.of();

    @Mixin
    private JobFolder folder;

    @Override
    public Integer call() {
        Invocation invocation = invocation();
        String uri = invocation.environment().get("MONGODB_URI");
        if (uri == null) {
            throw new UsageException("MONGODB_URI is not set; this command is started by 'mongohaul compare limit'");
        }
        JobFile file = folder.find(job, parameters);
        WriteContent content = ImportRunner.jobs(invocation)
                .prepare(file, parameters)
                .map(WriteContent::of)
                .orElseThrow(() -> new UsageException("There is nothing to load"));
        StockStep.run(file.source(), content, uri);
        return ExitCode.COMPLETED.value();
    }
}
