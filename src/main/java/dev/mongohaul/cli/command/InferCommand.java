package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.infer.InferredJob;
import dev.mongohaul.infer.JobInference;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a job file for CSV files to standard output. */
@Command(
        name = "infer",
        description =
                "Write a job file for CSV files to standard output: dialect, types and id as the files suggest them.",
        footer = {
            "",
            "Example: mongohaul infer in/orders.csv > jobs/orders.yml",
            "All of 256 MiB is looked at, and 64 places all over larger files."
        })
public final class InferCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "CSV files of one kind, or globs in quotes; .gz and .zst are decompressed.")
    private List<String> files = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Invocation invocation = Invocation.of(spec);
        JobInference inference = new JobInference(
                invocation.workingDirectory().toAbsolutePath(),
                ImportRunner.properties(invocation).inputRules());
        InferredJob job = inference.infer(files);
        invocation.out().writeUtf8(job.toYaml());
        return ExitCode.COMPLETED.value();
    }
}
