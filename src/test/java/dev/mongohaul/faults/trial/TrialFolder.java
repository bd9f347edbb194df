package dev.mongohaul.faults.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** Creates the working folder of a trial's launches, with the job file and the input. */
final class TrialFolder {

    private TrialFolder() {}

    /** Creates the folder. An existing one is deleted. */
    static Path make(String name, Subject subject) {
        Path folder = Path.of("target", "faults", "runs", name).toAbsolutePath();
        try {
            FileSystemUtils.deleteRecursively(folder);
            Files.createDirectories(folder.resolve("jobs"));
            subject.writeInput(folder.resolve("input.csv"));
            Files.writeString(folder.resolve("jobs/faults.yml"), subject.jobFile());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
