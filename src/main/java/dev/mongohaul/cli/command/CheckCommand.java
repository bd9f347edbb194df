package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.Format;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.repository.ImportPlan.StoredRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells what an import would do, without a server. */
@Command(
        name = "check",
        description = {
            "Read and map all that a job names, and write nothing: no MongoDB is needed.",
            "Shows the columns, three documents, the rejects by reason, and whether their limit holds."
        },
        footerHeading = "%nIt ends with the code that an import would end with, as far as that can be told."
                + "%n%n--format=json writes one object:"
                + "%n  job, status, reason, files, dialect, columns [column, type, fields], read,"
                + "%n  writable, rejected, rejects [reason, column, code, count, samples], ungrouped,"
                + "%n  limit {limit, exceeded, atRecord}, documents (canonical extended JSON),"
                + "%n  plan {chunks, commands, waiting} of an operation by column, else null,"
                + "%n  unknown, seconds, recordsPerSecond%n",
        footer = {
            "",
            "Examples: mongohaul check products files=/in/2026-11-20.csv",
            "          zcat a.csv.gz | mongohaul check products files=- --format=json"
        })
public final class CheckCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "JOB", description = "A job's name, or the path of a job file.")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "A setting of the job file, as 'mongohaul import' takes it.")
    private List<String> parameters = List.of();

    @Option(
            names = "--format",
            defaultValue = "table",
            converter = Format.Word.class,
            description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private JobFolder folder;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> named = folder.ofToday(job, parameters);
        JobFile file = folder.find(job, named);
        StoredRequest request = new StoredRequest(file.path().toAbsolutePath().toString(), named);
        CheckRunner runner = new CheckRunner(
                format, spec.commandLine().getOut(), spec.commandLine().getErr());
        return runner.run(file, request).value();
    }
}
