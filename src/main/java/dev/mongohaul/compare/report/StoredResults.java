package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.ComparisonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** The results that suites have left in a folder. */
public final class StoredResults {

    /** Where suites leave them, under the working directory. */
    public static final Path FOLDER = Path.of(".mongohaul", "compare");

    private static final String SUFFIX = ".json";

    /** As the articles are read; others come after them, by name. */
    private static final List<String> ORDER = List.of("writers", "reactive", "bulk", "write-concern", "partitions");

    private StoredResults() {}

    /**
     * All of them; none where there is no such folder.
     *
     * @throws ComparisonException where one cannot be read
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
            return SuiteJson.read(Files.readString(file));
        } catch (IOException | JacksonException e) {
            throw new ComparisonException(
                    "%s is no result of a suite (any more): delete it, or measure the suite again".formatted(file), e);
        }
    }
}
