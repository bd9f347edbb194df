package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.WrittenSettings;
import dev.mongohaul.job.file.WrittenSettings.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The suites of a folder.
 *
 * @param folder need not exist
 */
public record SuiteFiles(Path folder) {

    private static final String SUFFIX = ".yml";

    /** Their names, in their order. */
    public List<String> names() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw problem(folder, "cannot be listed: " + e.getMessage());
        }
    }

    /**
     * A suite by its name, or by its file's path.
     *
     * @param cutTo rows that no cell has more of; null for the suite as it stands
     * @throws JobFileException where there is no such suite, naming everything that is wrong in it
     */
    public Suite find(String nameOrPath, @Nullable Integer cutTo) {
        Path file = nameOrPath.endsWith(SUFFIX) ? Path.of(nameOrPath) : folder.resolve(nameOrPath + SUFFIX);
        if (!Files.isRegularFile(file)) {
            throw problem(
                    file,
                    "does not exist; suites here are "
                            + (names().isEmpty() ? "none: --suites names their folder" : String.join(", ", names())));
        }
        try {
            return read(file, Files.readString(file), cutTo);
        } catch (IOException e) {
            throw problem(file, "cannot be read as UTF-8 text: " + e.getMessage());
        }
    }

    /** A suite of the text of its file. */
    static Suite read(Path file, String text, @Nullable Integer cutTo) {
        Place place = new Place(file.toString(), 1, file.toAbsolutePath());
        WrittenSettings settings = new WrittenSettings(text, place);
        SuiteFile written = SuiteFile.of(settings);
        List<BenchmarkCase> cells = written == null ? List.of() : new Matrix(written, settings, place).cells(cutTo);
        if (written == null || !settings.problems().isEmpty()) {
            throw new JobFileException(settings.problems().stream()
                    .distinct()
                    .sorted(Comparator.comparing(JobFileProblem::line))
                    .toList());
        }
        String name = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        return new Suite(name, written.question(), written.job(), written.runs(), cells, cutTo, file);
    }

    private static JobFileException problem(Path file, String message) {
        return new JobFileException(List.of(new JobFileProblem(file.toString(), 0, "", message)));
    }
}
