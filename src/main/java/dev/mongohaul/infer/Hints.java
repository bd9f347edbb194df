package dev.mongohaul.infer;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings that the user gives, so that they are not inferred.
 *
 * @param settings valid values by the full keys of a job file: texts, numbers, booleans, lists and maps
 * @param proposesId whether columns that can be the id become {@code target.id}; otherwise they are only mentioned
 * @param plain whether every column is text
 * @param strict whether an import with this number of rejects and of records can complete, so that columns get the type of
 *     all but a few cells, which are rejected; null if such columns are text
 * @param standardInput null for files; else whether the file is a copy of all of standard input, or of its beginning
 */
public record Hints(
        Map<String, Object> settings,
        boolean proposesId,
        boolean plain,
        @Nullable BiPredicate<Long, Long> strict,
        @Nullable HintCopy standardInput) {

    private static final String FIELD = "fields.";

    /** Returns the dialect with the settings of the user. */
    CsvDialect applied(CsvDialect dialect) {
        return new CsvDialect(
                charset().orElse(dialect.charset()),
                source("delimiter").map(Hints::character).orElse(dialect.delimiter()),
                optional("quote", dialect.quote()),
                optional("escape", dialect.escape()),
                dialect.header(),
                skipLines().orElse(dialect.skipLines()),
                source("comment").orElse(dialect.comment()),
                source("stray-quotes")
                        .map(word -> StrayQuotes.valueOf(constant(word)))
                        .orElse(dialect.strayQuotes()),
                source("ragged")
                        .map(word -> RaggedRecords.valueOf(constant(word)))
                        .orElse(dialect.ragged()),
                source("trim").map(word -> Trim.valueOf(constant(word))).orElse(dialect.trim()),
                dialect.maxRecordBytes());
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    Optional<String> source(String name) {
        return Optional.ofNullable(settings.get("source." + name)).map(Object::toString);
    }

    private @Nullable Character optional(String name, @Nullable Character guessed) {
        Optional<String> given = source(name);
        return given.isEmpty()
                ? guessed
                : given.get().equals("none") ? null : Character.valueOf(character(given.get()));
    }

    private static char character(String text) {
        return text.equals("\\t") ? '\t' : text.charAt(0);
    }

    Optional<Charset> charset() {
        return source("charset").map(Charset::forName);
    }

    Optional<Character> delimiter() {
        return source("delimiter").map(Hints::character);
    }

    boolean hasQuote() {
        return source("quote").isPresent();
    }

    boolean hasComment() {
        return source("comment").isPresent();
    }

    Optional<Integer> skipLines() {
        return source("skip-lines").map(Integer::valueOf);
    }

    Optional<Integer> skipLastLines() {
        return source("skip-last-lines").map(Integer::valueOf);
    }

    /** Returns the names of the columns; empty if the input or the search names them. */
    List<String> header() {
        return settings.get("source.header") instanceof List<?> names ? texts(names) : List.of();
    }

    boolean saysHeaderIsInInput() {
        return Boolean.TRUE.equals(settings.get("source.header"));
    }

    /** Returns the columns of the id; null if the user names none. */
    @Nullable
    List<String> id() {
        Object id = settings.get("target.id");
        return id == null ? null : id instanceof List<?> columns ? texts(columns) : List.of(id.toString());
    }

    /** Returns whether columns other than those of the id find the documents. */
    boolean matches() {
        return settings.get("write.match") instanceof List<?> columns && !columns.isEmpty();
    }

    /** Returns the column that contains the operation of each record, and is not stored; null if the user names none. */
    @Nullable
    String operationColumn() {
        return settings.get("write.operation") instanceof Map<?, ?> operation
                ? String.valueOf(operation.get("column"))
                : null;
    }

    Optional<String> collection() {
        return Optional.ofNullable(settings.get("target.collection")).map(Object::toString);
    }

    private static List<String> texts(List<?> values) {
        return values.stream().map(String::valueOf).toList();
    }

    /** Returns the field of a column; null if the user gives none. */
    @Nullable
    Object field(String column) {
        return settings.get(FIELD + column);
    }

    /** Returns the patterns of dates that the user gives. */
    List<String> patterns(List<String> columns) {
        return columns.stream()
                .flatMap(column -> field(column) instanceof Map<?, ?> options
                        ? Stream.ofNullable(options.get("pattern"))
                        : Stream.empty())
                .map(String::valueOf)
                .toList();
    }

    /** Returns the columns whose cells the user joins to one field. */
    Set<String> joined() {
        return settings.values().stream()
                .flatMap(field -> field instanceof Map<?, ?> options && options.get("from") instanceof List<?> columns
                        ? texts(columns).stream()
                        : Stream.empty())
                .collect(Collectors.toSet());
    }

    /** Returns the constants, origins and joined fields, which are not columns, with the fields that they become. */
    Map<String, Object> constants(List<String> columns) {
        return settings.entrySet().stream()
                .filter(setting -> setting.getKey().startsWith(FIELD) && isConstant(setting.getValue()))
                .map(setting -> Map.entry(setting.getKey().substring(FIELD.length()), setting.getValue()))
                .filter(field -> !columns.contains(field.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static boolean isConstant(Object field) {
        return field instanceof Map<?, ?> options
                && (options.containsKey("from")
                        || Stream.of(FieldType.CONSTANT, FieldType.SOURCE)
                                .anyMatch(type -> type.word().equals(options.get("type"))));
    }

    /**
     * Refuses columns that the input does not have.
     *
     * @throws InputException naming the first of them
     */
    void requireColumns(String input, List<String> columns) {
        List<String> named = new ArrayList<>();
        settings.forEach((key, value) -> {
            if (key.startsWith(FIELD) && !isConstant(value)) {
                named.add(key.substring(FIELD.length()));
            }
        });
        named.addAll(id() == null ? List.of() : id());
        named.removeAll(constants(columns).keySet());
        requireColumns(input, named, columns);
    }

    /**
     * Refuses names that are not among the columns of the input.
     *
     * @throws InputException naming the first of them
     */
    static void requireColumns(String input, List<String> named, List<String> columns) {
        named.stream().filter(name -> !columns.contains(name)).findFirst().ifPresent(name -> {
            throw InputException.refused("%s has no column %s%s. Its columns are %s."
                    .formatted(
                            input,
                            Printable.quoted(name),
                            NearestName.hint(name, columns),
                            columns.stream().map(Printable::quoted).collect(Collectors.joining(", "))));
        });
    }

    /** Returns the settings by sections, in the order that they were given; those of a group are a map. */
    Map<String, Map<String, Object>> sections() {
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            int dot = key.indexOf('.');
            put(
                    sections.computeIfAbsent(key.substring(0, Math.max(0, dot)), any -> new LinkedHashMap<>()),
                    key.substring(dot + 1),
                    value);
        });
        return sections;
    }

    private static void put(Map<String, Object> section, String name, Object value) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            section.put(name, value);
        } else {
            @SuppressWarnings("unchecked")
            Map<String, Object> group =
                    (Map<String, Object>) section.computeIfAbsent(name.substring(0, dot), any -> new LinkedHashMap<>());
            put(group, name.substring(dot + 1), value);
        }
    }
}
