package dev.mongohaul.infer;

import java.util.List;
import java.util.Optional;

/**
 * Inferred job.
 *
 * @param text a complete job file with comments
 * @param notes sentences for people: what is uncertain, which records are not imported, and which columns can be the id
 * @param together number of files that are one import by this job; 1 if each of them is one
 */
public record InferredJob(String text, List<String> notes, int together) {

    /** Returns a sentence on the two ways to import several files; empty if there is one, or each is an import. */
    public Optional<String> hint() {
        return together == 1
                ? Optional.empty()
                : Optional.of(
                        "The %,d files are one import (source.each: together). With source.each: file, or 'import --each-file', each of them is an import of its own, and files that were imported before are skipped."
                                .formatted(together));
    }
}
