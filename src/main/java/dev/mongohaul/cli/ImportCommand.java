package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.FileImport;
import dev.mongohaul.cli.run.ImportArguments;
import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.ImportNotices;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.ResultOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.launch.ImportRequest;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "import",
        customSynopsis = {
            "mongohaul import JOB [NAME=VALUE...] [OPTION...]",
            "       mongohaul import FILE... [NAME=VALUE...] [OPTION...]"
        },
        description = {
            "Import CSV files, with or without a job file.",
            "Without a job file, mongohaul infers the type of each column. The same command continues an import that did"
                    + " not finish."
        },
        exitCodeList = {
            "0:completed, or nothing to do",
            "1:failed; the same command continues the import",
            "2:wrong command, job file, setting or input; nothing was written",
            "10:completed with rejects",
            "11:stopped; the same command continues the import",
            "12:a limit of the job was exceeded, which the message names; the same command with another limit continues",
            "13:another process runs this import",
            "14:imported, but the verification found differences, or it cannot be known whether there are any"
        },
        footer = {
            "  mongohaul import products files=/in/2026-11-20.csv --chunk-size=5000",
            "  mongohaul import customers.csv --id=number --database=shop"
        })
final class ImportCommand extends ConsoleCommand {

    @Option(names = "--again", description = "Import files again that were imported before.")
    private boolean again;

    @Option(
            names = "--save",
            description = "Save the inferred job file as jobs/COLLECTION.yml after the import of a FILE.")
    private boolean save;

    @Option(
            names = "--all",
            description = "Show all columns of a FILE. Default: of more than 20, the ten that need a look.")
    private boolean all;

    @Option(
            names = "--like",
            paramLabel = "RUN",
            description = "Import a FILE with the settings of an earlier run, such as its corrected rejects.")
    private @Nullable Long like;

    @Mixin
    private ImportArguments arguments;

    @Mixin
    private JobFolder folder;

    @Mixin
    private ResultOptions results;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        if (like != null) {
            ImportRequest asked = like(like);
            return notifying(
                    asked.file().name(), notices -> mongo.runner(spec, results).run(asked, notices));
        }
        return notifying(arguments.subject(), notices -> {
            arguments.requireNo(save, "--save", folder);
            arguments.requireNo(all, "--all", folder);
            Optional<FileImport> files = arguments.files(folder);
            ImportRunner runner = mongo.runner(spec, results);
            return files.isPresent()
                    ? runner.run(files.get(), again, save, all, notices)
                    : runner.run(arguments.job(folder, again), notices);
        });
    }

    private int notifying(String job, Function<ImportNotices, ExitCode> command) {
        return ImportNotices.during(invocation(), job, command).value();
    }

    private ImportRequest like(long run) {
        try (Session session = mongo.open(spec)) {
            return session.control().like(folder.files(), run, arguments.inputs(0), arguments.settings(), again);
        }
    }
}
