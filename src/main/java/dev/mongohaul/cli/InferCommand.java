package dev.mongohaul.cli;

import dev.mongohaul.check.RuleProposals;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.EditorSchema;
import dev.mongohaul.cli.run.FileImport;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.infer.Guess;
import dev.mongohaul.infer.Hints;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.file.JobFileName;
import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.report.Reports;
import dev.mongohaul.repository.plan.Decision;
import dev.mongohaul.repository.plan.InferredMapping;
import dev.mongohaul.text.AsideFile;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "infer",
        description = {
            "Write a job file for CSV files: the dialect, types and id that fit their content.",
            "Files up to 256 MiB are read completely, larger ones at 64 places."
        },
        footer = {
            "  mongohaul infer in/orders.csv -o jobs/orders.yml",
            "  mongohaul infer in/orders.csv skip-lines=2 delimiter=';' fields.number=string"
        })
final class InferCommand extends ConsoleCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = {
                "CSV files of one kind, or globs in quotes; .gz, .zst, .bz2 and .zip are decompressed.",
                "Then settings of a job file as NAME=VALUE, which are not inferred."
            })
    private List<String> arguments = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to this file instead of standard output. It must not exist.")
    private @Nullable Path output;

    @Option(
            names = "--validator",
            description = {
                "Print a validator of the documents in place of the job file: JSON with $$jsonSchema.",
                "Instead of a FILE, the name of a job or the path of a job file (.yml) is allowed."
            })
    private boolean validator;

    @Option(
            names = "--rules",
            description = "Read the whole input, and propose the rules of columns that hold in it, as comments.")
    private boolean rules;

    @Option(
            names = "--schema",
            description = {
                "Write mongohaul-job.schema.json, by which editors complete and check job files, beside the job file.",
                "Without a FILE, write it to the folder of the job files."
            })
    private boolean schema;

    @Option(
            names = "--explain",
            paramLabel = "COLUMN",
            description =
                    "Print the types that a column may have, and the cells that decided, in place of the job file.")
    private @Nullable String explained;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "yaml",
            completionCandidates = Formats.class,
            description = "yaml, or json: the settings, and why each was decided. Default: ${DEFAULT-VALUE}.")
    private String format = "";

    @Mixin
    private JobFolder folder;

    @Override
    public Integer call() throws IOException {
        Invocation invocation = invocation();
        List<String> settings = arguments.stream().filter(invocation::isSetting).toList();
        List<String> files = arguments.stream()
                .filter(argument -> !invocation.isSetting(argument))
                .toList();
        Path target = output == null ? null : invocation.resolve(output);
        if (schema) {
            EditorSchema.write(target == null ? folder.files().folder() : EditorSchema.folder(target));
        }
        if (files.isEmpty()) {
            return withoutFile(settings);
        }
        if (target != null && Files.exists(target)) {
            throw new UsageException("%s exists already. Remove it, or name another file with -o.".formatted(output));
        }
        if (validator && rules) {
            throw new UsageException("--rules is for a job file, and --validator prints none. Leave one of them out.");
        }
        if (!Formats.ALL.contains(format)) {
            throw new UsageException("--format=%s is neither yaml nor json.".formatted(Printable.of(format)));
        }
        boolean json = format.equals("json");
        if ((explained != null || json) && (validator || rules || output != null)) {
            throw new UsageException("%s prints no job file. Leave -o, --rules and --validator out."
                    .formatted(json ? "--format=json" : "--explain"));
        }
        if (validator) {
            print(new Preparation(this, settings).validator(files), target);
            return ExitCode.COMPLETED.value();
        }
        Guess job = infer(files, settings);
        if (explained != null) {
            job.explained(shown(files).get(0), explained).forEach(out()::println);
            return ExitCode.COMPLETED.value();
        }
        job.hint().ifPresent(err()::println);
        if (json) {
            print(new Preparation(this, settings).json(job), null);
            return ExitCode.COMPLETED.value();
        }
        print(
                EditorSchema.comment(target == null ? folder.files().folder() : EditorSchema.folder(target))
                        + job.text()
                        + (rules ? new Preparation(this, settings).rules(files, job) : ""),
                target);
        if (target != null) {
            job.notes().forEach(err()::println);
            err().printf("%s is written. Next: 'mongohaul check %s'%n", output, JobFileName.jobOf(target));
        }
        return ExitCode.COMPLETED.value();
    }

    /** Ends the command if the schema is all that it writes. */
    private int withoutFile(List<String> settings) {
        if (!schema || !settings.isEmpty() || output != null) {
            throw new UsageException(
                    settings.isEmpty()
                            ? "Missing required parameter: 'FILE'"
                            : "%s is a setting. Name a CSV file as well.".formatted(settings.get(0)));
        }
        err().printf(
                        "%s is written. Job files that 'mongohaul infer' writes there name it.%n",
                        folder.file(EditorSchema.NAME));
        return ExitCode.COMPLETED.value();
    }

    private Guess infer(List<String> files, List<String> settings) {
        return FileImport.inferring(
                invocation(),
                err(),
                shown(files),
                (inference, shown) -> inference.infer(shown, outputJob(), hints(settings)));
    }

    private static List<String> shown(List<String> files) {
        return files.stream().map(InputSources::shown).toList();
    }

    private Hints hints(List<String> settings) {
        Map<String, Object> given =
                new JobFileReader(invocation().workingDirectory()).settings(Path.of("any.yml"), settings);
        String job = outputJob();
        if (job != null) {
            given.putIfAbsent("target.collection", job);
        }
        return new Hints(given, true, false, null, null);
    }

    /** Returns the name of the job that is written; null if it is printed, or its file has no name of a job. */
    private @Nullable String outputJob() {
        return output != null && JobFile.isName(JobFileName.jobOf(output)) ? JobFileName.jobOf(output) : null;
    }

    private void print(String text, @Nullable Path target) throws IOException {
        if (target == null) {
            invocation().out().writeUtf8(text);
        } else {
            write(text, target);
        }
    }

    private static void write(String text, Path target) throws IOException {
        Files.createDirectories(target.toAbsolutePath().getParent());
        try (AsideFile written = AsideFile.unique(target)) {
            Files.writeString(written.path(), text);
            written.publishNew(target);
        }
    }

    static final class Formats implements Iterable<String> {

        private static final List<String> ALL = List.of("yaml", "json");

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
    }

    /** Inferred job, in the shape of its JSON. */
    private record Explained(Map<String, Object> settings, List<Decision> decisions) {}

    /**
     * Preparation of the job that files are inferred to be, or of a job file. It is apart from the command, since picocli loads
     * all types that the methods of a command name.
     */
    private record Preparation(InferCommand command, List<String> settings) {

        String json(Guess job) {
            return Reports.json(new Explained(
                            job.settings(), FileImport.decisions(job).toList()))
                    + "\n";
        }

        /** Returns the validator of a job, or of the job that is inferred from files. */
        String validator(List<String> files) {
            String first = files.get(0);
            JobFiles jobs = command.folder.files();
            ImportRequest request = JobFileName.isYaml(first) || jobs.has(first)
                    ? ImportRequest.of(jobs, command.folder.located(first), settings, false)
                    : inferred(command.infer(files, settings));
            return prepared(request)
                            .validator()
                            .toJson(JsonWriterSettings.builder().indent(true).build())
                    + "\n";
        }

        /** Returns comments with the rules that hold in the whole input. */
        String rules(List<String> files, Guess job) {
            ImportJob prepared = prepared(inferred(job));
            return FileImport.showing(command.err(), files, () -> RuleProposals.of(prepared));
        }

        private ImportRequest inferred(Guess job) {
            return ImportRequest.inferred(
                    command.folder.files(),
                    command.invocation().workingDirectory().resolve("jobs/any.yml"),
                    new InferredMapping(job.text(), settings),
                    false);
        }

        private ImportJob prepared(ImportRequest request) {
            return ImportRunner.jobs(command.invocation())
                    .prepare(request.file(), request.request())
                    .orElseThrow(() ->
                            new UsageException(Launch.noRecord(request.file().name())));
        }
    }
}
