package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ComparisonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measurements of a suite so far, a line of JSON each in a file of the working directory. They belong to this machine, and
 * nothing may be stored on the server. Not thread-safe.
 */
public final class RunStore {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int DIGITS = 12;

    private final String suite;
    private final Path file;
    private final List<StoredRun> runs = new ArrayList<>();

    /** Reads the measurements that an earlier run has left for the same suite, parameters and circumstances. */
    RunStore(Path folder, Suite suite, String circumstances) {
        List<String> all =
                new ArrayList<>(suite.cases().stream().map(BenchmarkCase::key).toList());
        all.add(suite.ownJob().orElse(""));
        all.add(circumstances);
        this.suite = suite.name();
        this.file = folder.resolve("%s-%s.jsonl"
                .formatted(
                        suite.name(),
                        DigestUtils.sha256Hex(String.join("\n", all)).substring(0, DIGITS)));
        try {
            if (Files.exists(file)) {
                Files.readAllLines(file).forEach(this::read);
            }
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Ignores a line that was cut off when the program was killed: its case is measured again. */
    private void read(String line) {
        try {
            runs.add(JSON.readValue(line, StoredRun.class));
        } catch (JacksonException e) {
            return;
        }
    }

    int size() {
        return runs.size();
    }

    void clear() {
        runs.clear();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be deleted: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Stores the result under the suite's name and deletes its measurements. */
    void finish(String result) {
        write(file.resolveSibling(suite + ".json"), result);
        clear();
    }

    /** Writes a text into a file, whose folder need not exist. */
    public static void write(Path file, String text, OpenOption... options) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text, options);
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    Optional<StoredRun> find(BenchmarkCase benchmark, int round) {
        return runs.stream()
                .filter(stored -> stored.round() == round && stored.cell().equals(benchmark.key()))
                .findFirst();
    }

    /** Adds a measurement. Failures are not stored: the next process runs the case again. */
    void add(StoredRun measured) {
        runs.add(measured);
        if (measured.measured() == null) {
            return;
        }
        write(file, JSON.writeValueAsString(measured) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
