package dev.mongohaul.cli;

import dev.mongohaul.job.file.read.JobFiles;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where job files are looked for. */
final class JobFolder {

    @Option(
            names = "--jobs",
            paramLabel = "DIR",
            defaultValue = "jobs",
            description = "Folder of the job files (default: ${DEFAULT-VALUE}).")
    private Path path;

    Path path() {
        return path;
    }

    JobFiles files() {
        return new JobFiles(path, Path.of(""));
    }
}
