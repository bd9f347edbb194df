package dev.mongohaul.compare.run;

import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The measurements of a suite so far, a line of JSON each in a file of the working directory: what they tell is about this
 * machine, and the server may be one on which nothing may be left. Not thread-safe.
 */
public final class RunStore {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int DIGITS = 12;

    private final String suite;
    private final Path file;
    private final List<StoredRun> tries = new ArrayList<>();

    /**
     * Reads what an earlier run has left of the same suite, cells, parameters and server; of others it knows nothing.
     *
     * @param folder need not exist
     * @param circumstances whatever else makes measurements incomparable
     */
    public RunStore(Path folder, Suite suite, String circumstances) {
        List<String> all =
                new ArrayList<>(suite.cells().stream().map(BenchmarkCase::key).toList());
        all.add(suite.ownJob().orElse(""));
        all.add(circumstances);
        this.suite = suite.name();
        this.file = folder.resolve("%s-%s.jsonl".formatted(suite.name(), digest(String.join("\n", all))));
        try {
            if (Files.exists(file)) {
                Files.readAllLines(file).forEach(this::read);
            }
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** A line that was cut off when the program was killed is measured again. */
    private void read(String line) {
        try {
            tries.add(JSON.readValue(line, StoredRun.class));
        } catch (JacksonException e) {
            return;
        }
    }

    /** Measurements that are there. */
    public int size() {
        return tries.size();
    }

    /** Forgets all. */
    public void clear() {
        tries.clear();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be deleted: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Keeps the result under the suite's name, in place of the measurements that it is of. */
    public void finish(String result) {
        keep(".json", result);
        clear();
    }

    /** Keeps the page that tells the result beside it, and says where. */
    public Path keepPage(String page) {
        return keep(".html", page);
    }

    private Path keep(String suffix, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            return Files.writeString(file.resolveSibling(suite + suffix), text);
        } catch (IOException e) {
            throw new ComparisonException("%s%s cannot be written: %s".formatted(suite, suffix, e.getMessage()), e);
        }
    }

    Optional<StoredRun> find(BenchmarkCase cell, int round) {
        return tries.stream()
                .filter(stored -> stored.round() == round && stored.cell().equals(cell.key()))
                .findFirst();
    }

    /** A failure is forgotten with the process: next time it may go. */
    void add(StoredRun measured) {
        tries.add(measured);
        if (measured.measured() == null) {
            return;
        }
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(
                    file,
                    JSON.writeValueAsString(measured) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new ComparisonException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /**
     * One line of a store: what became of one run of a cell.
     *
     * @param cell its key
     * @param round from 0; {@value #WARM_UP} for the run before them
     * @param measured null where it failed
     * @param failure the reason, then
     */
    record StoredRun(
            String cell,
            int round,
            @Nullable CaseRun measured,
            @Nullable String failure) {

        static final int WARM_UP = -1;
    }
}
