package dev.mongohaul.cli;

import dev.mongohaul.infer.JobInference;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "infer",
        description =
                "Write a job file for CSV files to standard output: dialect, types and id as the files suggest them.",
        footer = {
            "",
            "Example: mongohaul infer in/orders.csv > jobs/orders.yml",
            "All of 256 MiB is looked at, and 64 places all over larger files."
        })
final class InferCommand extends ConsoleCommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "CSV files of one kind, or globs in quotes; .gz and .zst are decompressed.")
    private List<String> files = List.of();

    @Override
    public Integer call() throws IOException {
        JobInference inference = new JobInference(
                invocation().workingDirectory().toAbsolutePath(),
                ImportRunner.properties(invocation()).inputRules());
        invocation().out().writeUtf8(inference.infer(files));
        return ExitCode.COMPLETED.value();
    }
}
