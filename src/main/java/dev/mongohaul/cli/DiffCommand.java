package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ComparisonReport;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.DifferenceOptions;
import dev.mongohaul.cli.run.FileImport;
import dev.mongohaul.cli.run.ImportArguments;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.prove.ComparisonResult;
import dev.mongohaul.prove.Verifier;
import java.time.Clock;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "diff",
        customSynopsis = {
            "mongohaul diff JOB [NAME=VALUE...] [OPTION...]",
            "       mongohaul diff FILE... [NAME=VALUE...] [OPTION...]"
        },
        description = {
            "Show what an import would change in the target.",
            "diff compares the documents of the input with those of the target, field by field, and writes nothing to"
                    + " MongoDB."
        },
        exitCodeList = {
            "0:compared, or there is nothing to do",
            "1:failed; with --exit-code, an import would change something",
            "2:wrong command, job file, setting, input or target",
            "11:stopped"
        },
        footer = {
            "  mongohaul diff products files=/in/2026-11-20.csv",
            "  mongohaul diff products --samples=20 --output=changes.jsonl"
        })
final class DiffCommand extends ConsoleCommand {

    @Option(names = "--exit-code", description = "Exit with 1 if an import would change something.")
    private boolean exitCode;

    @Mixin
    private DifferenceOptions differences;

    @Mixin
    private MongoOptions mongo;

    @Mixin
    private ImportArguments arguments;

    @Mixin
    private JobFolder folder;

    @Override
    public Integer call() {
        int samples = differences.samples();
        Optional<FileImport> files = arguments.files(folder);
        if (files.isPresent()) {
            try (FileImport begun = files.get().begin();
                    Session session = begun.connected(() -> mongo.open(spec))) {
                return diff(begun.request(session, false), begun.jobs(), session, samples);
            }
        }
        ImportRequest asked = arguments.job(folder, false);
        try (Session session = mongo.open(spec)) {
            return diff(asked, ImportRunner.jobs(invocation()), session, samples);
        }
    }

    private int diff(ImportRequest asked, ImportJobs jobs, Session session, int samples) {
        ImportRequest one = FileByFile.isFor(asked) ? single(asked, jobs) : asked;
        Optional<ImportJob> prepared = one.prepare(jobs);
        if (prepared.isEmpty()) {
            out().println(Launch.noRecord(one.file().name()));
            return ExitCode.COMPLETED.value();
        }
        ImportJob job = prepared.get();
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, err(), signal -> {
            ComparisonResult result = differences.writing(
                    invocation(),
                    ComparisonReport.DIFF,
                    all -> new ProgressDisplay(job.name(), monitor, err())
                            .during(() -> session.bean(Verifier.class).prover().diff(job, monitor, samples, all)));
            String target =
                    session.databaseOr(job.database()) + "." + job.write().collection();
            invocation()
                    .out()
                    .writeUtf8(
                            differences.isJson()
                                    ? ComparisonReport.json(job.name(), target, result) + "\n"
                                    : ComparisonReport.of(job.name(), target, result));
            if (!result.whole()) {
                return ExitCode.STOPPED.value();
            }
            return exitCode && result.differences() > 0 ? ExitCode.FAILED.value() : ExitCode.COMPLETED.value();
        });
    }

    private static ImportRequest single(ImportRequest asked, ImportJobs jobs) {
        FileByFile files = FileByFile.of(jobs, asked, null, Clock.systemUTC());
        return files.single()
                .orElseThrow(() -> new UsageException(files.obstacle()
                        .orElse(
                                "%s imports each file alone, and diff compares one: name it, such as 'mongohaul diff %s files=PATH'"
                                        .formatted(
                                                asked.file().name(),
                                                asked.file().name()))));
    }
}
