package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.ComparisonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** Results of suites that a folder holds. */
public final class StoredResults {

    /** Folder that {@code compare} stores results in, below the working directory. */
    public static final Path FOLDER = Path.of(".mongohaul", "compare");

    private static final String SUFFIX = ".json";

    /** Order of the articles; other suites follow by name. */
    private static final List<String> ORDER = List.of("writers", "reactive", "bulk", "write-concern", "partitions");

    private StoredResults() {}

    /**
     * Returns all results; none if there is no such folder.
     *
     * @throws ComparisonException if one cannot be read
     */
    public static List<SuiteResult> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted(Comparator.comparingInt(StoredResults::rank).thenComparing(Comparator.naturalOrder()))
                    .map(StoredResults::read)
                    .toList();
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be read: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private static int rank(Path file) {
        String name = file.getFileName().toString();
        int index = ORDER.indexOf(name.substring(0, name.length() - SUFFIX.length()));
        return index < 0 ? ORDER.size() : index;
    }

    private static SuiteResult read(Path file) {
        try {
            return SuiteResult.read(Files.readString(file));
        } catch (IOException | JacksonException e) {
            throw new ComparisonException(
                    "%s is not a result of this version: delete it, or run the suite again".formatted(file), e);
        }
    }
}
