package dev.mongohaul.cli;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.check.CheckResult;
import dev.mongohaul.cli.output.CheckJson;
import dev.mongohaul.cli.output.CheckReport;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.output.ProgressDisplay;
import dev.mongohaul.cli.output.StopOnSignal;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.FileImport;
import dev.mongohaul.cli.run.FileResultsText;
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
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.step.DriftCheck;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Deviation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "check",
        customSynopsis = {
            "mongohaul check JOB [NAME=VALUE...] [OPTION...]",
            "       mongohaul check FILE... [NAME=VALUE...] [OPTION...]"
        },
        description = {
            "Show what an import would do, without a server unless --drift is given.",
            "check reads the whole input and writes nothing. It shows the columns, three documents, the rejects by reason,"
                    + " and the reject limit that would pass."
        },
        exitCodeList = {
            "0:an import would complete, or there is nothing to do",
            "1:failed",
            "2:wrong command, job file, setting, input or header",
            "10:an import would complete with rejects",
            "11:stopped",
            "12:an import would exceed the reject limit"
        },
        footer = {
            "  mongohaul check products files=/in/2026-11-20.csv",
            "  zcat a.csv.gz | mongohaul check products files=- --format=json"
        })
final class CheckCommand extends ConsoleCommand {

    private static final String EACH =
            "Files that were imported before are checked, too. Name one file to see its columns, documents and rejects.";

    @Mixin
    private FormatOption format;

    @Option(
            names = "--drift",
            description =
                    "Also compare the header with that of the last import, whose types a FILE has. This needs a connection to MongoDB.")
    private boolean drift;

    @Mixin
    private MongoOptions mongo;

    @Mixin
    private ImportArguments arguments;

    @Mixin
    private JobFolder folder;

    /** Notes of the result, which those of the inferred columns repeat. */
    private final Set<String> said = new HashSet<>();

    @Override
    public Integer call() {
        Optional<FileImport> files = arguments.files(folder);
        return files.isPresent()
                ? check(files.get().begin())
                : check(arguments.job(folder, false), ImportRunner.jobs(invocation()));
    }

    private int check(FileImport files) {
        try (files) {
            ImportRequest asked = request(files);
            int code = check(asked, files.jobs());
            files.notes().stream().filter(note -> !said.contains(note)).forEach(err()::println);
            return code;
        }
    }

    private ImportRequest request(FileImport files) {
        if (!drift) {
            return files.request(null, false);
        }
        try (Session session = mongo.open(spec)) {
            return files.request(session, false);
        }
    }

    private int check(ImportRequest asked, ImportJobs jobs) {
        if (!FileByFile.isFor(asked)) {
            return checkOne(asked, jobs);
        }
        FileByFile files = FileByFile.of(jobs, asked, null, Clock.systemUTC());
        Optional<ImportRequest> single = files.single();
        if (single.isPresent() && !format.isJson()) {
            return checkOne(single.get(), jobs);
        }
        return StopOnSignal.during(files::requestStop, "Stopping", err(), signal -> {
            if (!drift) {
                return checkEach(files, asked, jobs, job -> List.of());
            }
            try (Session session = mongo.open(spec)) {
                return checkEach(files, asked, jobs, job -> headerDrift(job, session));
            }
        });
    }

    /** Checks the files of a job that imports each file, with a line, or a JSON object, for each of them. */
    private int checkEach(
            FileByFile files, ImportRequest asked, ImportJobs jobs, Function<ImportJob, List<Deviation>> compare) {
        String job = asked.file().name();
        FileResultsText text = new FileResultsText(job, invocation().workingDirectory());
        List<ExitCode> codes = new ArrayList<>();
        List<String> json = new ArrayList<>();
        files.check(
                (ofFile, monitor) -> {
                    String file = ofFile.file().source().files().get(0);
                    Optional<ImportJob> prepared = ofFile.prepare(jobs);
                    if (prepared.isEmpty()) {
                        add(
                                json,
                                () -> CheckJson.ofNothing(job),
                                () -> text.line(file, "has no record, which the job allows (empty: ok)"));
                        return;
                    }
                    List<Deviation> deviations = compare.apply(prepared.get());
                    CheckResult result = check(prepared.get(), monitor);
                    codes.add(ExitCode.of(result.ending()));
                    add(
                            json,
                            () -> CheckJson.of(prepared.get(), result, deviations),
                            () -> text.line(file, CheckReport.line(result, deviations)));
                },
                left -> {
                    codes.add(FileResultsText.code(left));
                    add(json, () -> CheckJson.ofLeft(job, left), () -> text.line(left));
                });
        print(
                () -> (files.isEmpty() ? Launch.noRecord(job) : EACH) + System.lineSeparator(),
                () -> json.stream().collect(Collectors.joining(",\n", "[", "]")));
        return ExitCode.worst(codes).value();
    }

    private void add(List<String> json, Supplier<String> object, Supplier<String> line) {
        if (format.isJson()) {
            json.add(object.get());
        } else {
            out().println(line.get());
            out().flush();
        }
    }

    private int checkOne(ImportRequest asked, ImportJobs jobs) {
        JobFile file = asked.file();
        Optional<ImportJob> prepared = asked.prepare(jobs);
        if (prepared.isEmpty()) {
            print(() -> Launch.noRecord(file.name()) + System.lineSeparator(), () -> CheckJson.ofNothing(file.name()));
            return ExitCode.COMPLETED.value();
        }
        List<Deviation> deviations = drift ? headerDrift(prepared.get()) : List.of();
        ImportMonitor monitor = new ImportMonitor();
        return StopOnSignal.during(monitor, err(), signal -> {
            CheckResult result = check(prepared.get(), monitor);
            said.addAll(result.notes());
            print(
                    () -> CheckReport.of(prepared.get(), result, deviations),
                    () -> CheckJson.of(prepared.get(), result, deviations));
            return ExitCode.of(result.ending()).value();
        });
    }

    /** Returns how the header differs from that of the last import; refuses it if the import would be refused. */
    private List<Deviation> headerDrift(ImportJob job) {
        try (Session session = mongo.open(spec)) {
            return headerDrift(job, session);
        }
    }

    private static List<Deviation> headerDrift(ImportJob job, Session session) {
        return new DriftCheck(session.bean(ImportPlans.class).figures(), job)
                .checkHeader(
                        session.databaseOr(job.database()) + "." + job.write().collection());
    }

    private CheckResult check(ImportJob prepared, ImportMonitor monitor) {
        return Terminal.isStandardError()
                ? new ProgressDisplay(prepared.name(), monitor, err())
                        .during(() -> CheckLauncher.launch(prepared, monitor))
                : CheckLauncher.launch(prepared, monitor);
    }

    private void print(Supplier<String> table, Supplier<String> json) {
        if (!format.isJson()) {
            out().print(table.get());
            out().flush();
        } else {
            invocation().out().writeUtf8(json.get() + "\n");
        }
    }
}
