package dev.mongohaul.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = "Load the files that a job names. The same command continues an import that did not finish.",
        footer = {
            "",
            "Examples: mongohaul import products files=/in/2026-11-20.csv chunk-size=5000",
            "          mongohaul import products 'files=/in/*.csv'      (all that match, as one import)",
            "          mongohaul import products files=[a.csv,b.csv]",
            "          zcat a.csv.gz | mongohaul import products files=-"
        })
final class ImportCommand extends ConsoleCommand {

    @Parameters(index = "0", paramLabel = "JOB", description = "A job's name, or the path of a job file.")
    private String job;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "A setting of the job file by its last name (chunk-size=500) or its full one"
                    + " (write.chunk-size=500). Relative paths start from the working directory.")
    private List<String> parameters = List.of();

    @Option(names = "--again", description = "Load the content although it is loaded already: a new import.")
    private boolean again;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        folder.requireFile(job);
        ImportRunner runner = mongo.runner(spec);
        return runner.run(folder.asked(job, parameters, again)).value();
    }
}
