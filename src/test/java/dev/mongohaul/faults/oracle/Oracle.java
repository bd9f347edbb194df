package dev.mongohaul.faults.oracle;

import dev.mongohaul.faults.input.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;

/** Compares the result of an import with the expected one. */
public final class Oracle {

    private final Input input;
    private final boolean idFromColumn;

    /** @param idFromColumn whether {@code _id} is the first cell; if not, it is generated */
    public Oracle(Input input, boolean idFromColumn) {
        this.input = input;
        this.idFromColumn = idFromColumn;
    }

    /**
     * Returns the violations of a completed import.
     *
     * @param documents of the target, including those that existed before the import
     * @param rejects folder of the reject files; it may be missing
     * @param name of the reject files, without their suffixes
     */
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        Findings findings = new Findings();
        Documents found = new Documents(input, idFromColumn);
        found.check(documents, findings);
        new RejectFiles(input, rejects, name).check(findings);
        figures.check(findings, found.count(), input.rejected().count(), !idFromColumn);
        findings.addAll(Invariant.NO_LEAK, "temporary files remain in " + rejects, unexpected(rejects, name));
        return findings.list();
    }

    private List<Path> unexpected(Path rejects, String name) {
        if (!Files.isDirectory(rejects)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(rejects)) {
            return files.map(Path::getFileName)
                    .filter(file -> !file.toString().equals(name + ".csv")
                            && !file.toString().equals(name + ".jsonl"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
