package dev.mongohaul.infer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inferred job.
 *
 * @param text a complete job file with comments
 * @param general sentences for people: what is uncertain, which records are not imported, and which columns can be the id
 * @param columns a sentence for each column whose type is a close choice, by its name
 * @param together number of files that are one import by this job; 1 if each of them is one
 * @param doubt why the division of the first file into columns is a guess, as a sentence; null if it is none
 * @param header cells of the header; the names of the columns if there is none
 * @param blank columns whose type is not known, because no record has a value
 */
public record InferredJob(
        String text,
        List<String> general,
        Map<String, String> columns,
        int together,
        @Nullable String doubt,
        List<String> header,
        List<String> blank) {

    /** Returns the same job with another sentence. */
    public InferredJob with(String sentence) {
        return new InferredJob(
                text,
                Stream.concat(general.stream(), Stream.of(sentence)).toList(),
                columns,
                together,
                doubt,
                header,
                blank);
    }

    /** Returns all sentences for people. */
    public List<String> notes() {
        return Stream.concat(general.stream(), columns.values().stream()).toList();
    }

    /** Returns a sentence on the two ways to import several files; empty if there is one, or each is an import. */
    public Optional<String> hint() {
        return together == 1
                ? Optional.empty()
                : Optional.of(
                        "The %,d files are one import (source.each: together). With source.each: file, or 'import --each-file', each of them is an import of its own, and files that were imported before are skipped."
                                .formatted(together));
    }
}
