package dev.mongohaul.cli;

import dev.mongohaul.job.launch.ImportRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "import",
        description = {
            "Import the files of a job, or CSV files without a job file, whose columns are inferred.",
            "The same command resumes an import that did not finish."
        },
        footer = {
            "",
            "Examples: mongohaul import products files=/in/2026-11-20.csv --chunk-size=5000",
            "          mongohaul import customers.csv --id number --database shop"
        })
final class ImportCommand extends ConsoleCommand {

    @Option(names = "--again", description = "Import content again that was imported before.")
    private boolean again;

    @Option(names = "--save", description = "Save the inferred job of a FILE as jobs/COLLECTION.yml.")
    private boolean save;

    @Option(
            names = "--like",
            paramLabel = "RUN",
            description = "Import FILE with the settings of an earlier run, for example its corrected rejects.")
    private @Nullable Long like;

    @Mixin
    private ImportArguments arguments;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        if (like != null) {
            return mongo.runner(spec).run(like(like)).value();
        }
        arguments.requireNo(save, "--save", folder);
        Optional<FileImport> files = arguments.files(folder);
        ImportRunner runner = mongo.runner(spec);
        return (files.isPresent() ? runner.run(files.get(), again, save) : runner.run(arguments.job(folder, again)))
                .value();
    }

    private ImportRequest like(long run) {
        try (Session session = mongo.open(spec)) {
            return session.control().like(folder.files(), run, arguments.inputs(), arguments.settings(), again);
        }
    }
}
