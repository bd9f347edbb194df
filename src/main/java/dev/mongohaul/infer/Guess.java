package dev.mongohaul.infer;

import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inferred job: its settings, each with the evidence that decided. A job file, its comments, and the sentences of an import are
 * texts of it, and later imports are bound to its settings.
 *
 * @param rows in the order of a job file
 * @param together number of files that are one import by this job; 1 if each of them is one
 * @param doubt why the division of the first file into columns is a guess, as a sentence; null if it is none
 * @param header cells of the header; the names of the columns if there is none
 * @param blank columns whose type is not known, because no record has a value
 * @param absent fields of columns that the file lacks and files of earlier imports had
 */
public record Guess(
        List<GuessRow> rows,
        int together,
        @Nullable String doubt,
        List<String> header,
        List<String> blank,
        Map<String, Object> absent) {

    /** The comment of a longer line is not aligned. */
    private static final int LONGEST_ALIGNED = 50;

    static final String HEADING = "#";
    static final String FIELDS = "fields";

    /** Key of sentences on the places of columns in a document. */
    static final String PLACES = "places";

    /** Returns a complete job file with comments. */
    public String text() {
        StringBuilder text = new StringBuilder();
        rows.stream()
                .filter(row -> row.value() != null || row.comment() != null)
                .collect(Collectors.groupingBy(GuessRow::section, LinkedHashMap::new, Collectors.toList()))
                .forEach((section, lines) -> append(text, section, lines));
        return text.toString();
    }

    /** Appends the lines of a section, with aligned comments. */
    private static void append(StringBuilder text, String section, List<GuessRow> rows) {
        if (GuessRow.isIn(section)) {
            text.append(section).append(":\n");
        }
        List<String> lines = rows.stream().map(GuessRow::line).toList();
        int width = IntStream.range(0, lines.size())
                .filter(index ->
                        rows.get(index).value() != null && rows.get(index).comment() != null)
                .map(index -> lines.get(index).length())
                .filter(length -> length <= LONGEST_ALIGNED)
                .max()
                .orElse(0);
        for (int index = 0; index < lines.size(); index++) {
            String comment =
                    rows.get(index).value() == null ? null : rows.get(index).comment();
            text.append(lines.get(index))
                    .append(
                            comment == null
                                    ? ""
                                    : " "
                                                    .repeat(Math.max(
                                                            0,
                                                            width
                                                                    - lines.get(index)
                                                                            .length())) + "  # "
                                            + GuessRow.onOneLine(comment))
                    .append('\n');
        }
    }

    /** Returns the settings of a job file; those of a section are a map. */
    public Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        rows.stream().filter(row -> row.value() != null).forEach(row -> {
            if (row.section().isEmpty()) {
                settings.put(row.key(), row.value());
            } else {
                section(settings, row.section()).put(row.key(), row.value());
            }
        });
        return settings;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> section(Map<String, Object> settings, String name) {
        return (Map<String, Object>) settings.computeIfAbsent(name, any -> new LinkedHashMap<>());
    }

    /** Returns the fields of columns that the file lacks, as YAML; null if there is none. */
    public @Nullable String absentText() {
        return absent.isEmpty() ? null : YamlScalars.value(absent);
    }

    /** Returns the settings and sentences, without further comments, in the order of a job file. */
    public List<GuessRow> decisions() {
        return rows.stream()
                .filter(row -> row.sentence() != null || !row.key().isEmpty())
                .toList();
    }

    /**
     * Returns why a column has its type, and the types that its cells have, as lines for people.
     *
     * @throws InputException if {@code input} has no such column
     */
    public List<String> explained(String input, String column) {
        List<GuessRow> columns = rows.stream().filter(GuessRow::isColumn).toList();
        Hints.requireColumns(
                input, List.of(column), columns.stream().map(GuessRow::key).toList());
        return columns.stream()
                .filter(row -> row.key().equals(column))
                .flatMap(row -> Stream.concat(
                        Stream.of("%s is %s%s."
                                .formatted(
                                        Printable.excerpt(column),
                                        row.text(),
                                        row.comment() == null ? "" : ": " + row.comment())),
                        row.evidence().stream().map(fact -> "  " + fact)))
                .toList();
    }

    /** Returns the same job with another sentence. */
    public Guess with(String sentence) {
        return with(GuessRow.sentence(sentence));
    }

    /** Returns the same job with another setting or sentence. */
    Guess with(GuessRow row) {
        List<GuessRow> more = new ArrayList<>(rows);
        more.removeIf(each -> !row.key().isEmpty()
                && each.section().equals(row.section())
                && each.key().equals(row.key()));
        more.add(row);
        return new Guess(more, together, doubt, header, blank, absent);
    }

    /**
     * Returns sentences for people: what is uncertain, which records are not imported, and which columns can be the id.
     */
    public List<String> general() {
        return rows.stream()
                .filter(row -> !row.isColumn())
                .map(GuessRow::sentence)
                .flatMap(Stream::ofNullable)
                .toList();
    }

    /** Returns a sentence for each column whose type is a close choice, by its name. */
    public Map<String, String> columns() {
        return rows.stream()
                .filter(row -> row.isColumn() && row.sentence() != null)
                .collect(Collectors.toMap(
                        GuessRow::key, row -> String.valueOf(row.sentence()), (one, next) -> one, LinkedHashMap::new));
    }

    /** Returns all sentences for people. */
    public List<String> notes() {
        return Stream.concat(general().stream(), columns().values().stream()).toList();
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
