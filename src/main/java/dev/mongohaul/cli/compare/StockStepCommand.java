package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.command.ImportRunner;
import dev.mongohaul.cli.command.JobFolder;
import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.compare.limit.StockStep;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Internal command that runs the stock step of a comparison in a process that is measured. */
@Command(
        name = "stock-step",
        hidden = true,
        description = "Load a job's files by Spring Batch's own reader and writer.")
final class StockStepCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "JOB")
    private String job;

    @Parameters(index = "1..*", paramLabel = "NAME=VALUE")
    private List<String> parameters = List.of();

    @Mixin
    private JobFolder folder;

    @Override
    public Integer call() {
        String uri = System.getenv("MONGODB_URI");
        if (uri == null) {
            throw new UsageException("MONGODB_URI is not set; this command is started by 'mongohaul compare limit'");
        }
        JobFile file = folder.find(job, parameters);
        StoredRequest request = new StoredRequest(file.path().toAbsolutePath().toString(), parameters);
        InsertContent content = new ImportJobs(System.in, ImportRunner.properties())
                .prepare(file, request)
                .map(InsertContent::of)
                .orElseThrow(() -> new UsageException("There is nothing to load"));
        StockStep.run(file.source(), content, uri);
        return ExitCode.COMPLETED.value();
    }
}
