package dev.mongohaul.infer;

import dev.mongohaul.csv.dialect.HeaderText;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.column.ColumnProfile;
import dev.mongohaul.infer.column.TypeOption;
import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.Printable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Inferred job with the types, names and dialect of an earlier import into the same collection. Settings of the user come
 * before those of the earlier import; columns that it did not have are inferred.
 *
 * <p>Lines above and below the table, comments, and a charset that can be told from the bytes are those of the file.
 */
public final class BoundJob {

    /** Settings that decide which cells a file is divided into. */
    private static final List<String> DIVISION = List.of("charset", "delimiter", "quote", "escape");

    /** The sign of comments that are found in a file; another one is the user's. */
    private static final String COMMENT = "#";

    private static final List<String> COLUMN_RULES = List.of("unlisted", "blanks", "nulls");
    private static final String LEADING_ZEROS = "leading-zeros";
    private static final String TARGET = "target";
    private static final String ID = "id";
    private static final String ID_FIELD = "_id";
    private static final Set<String> NUMBERS = Set.of("int32", "int64", "double", "decimal");

    /** Signs of numbers that are not divided. */
    private static final Set<String> SHARES = Set.of("%", "‰");

    /** Settings on which the sentences of this file are not true, as the earlier import decided them. */
    private static final Set<String> DECIDED = Set.of("types", "header", Guess.PLACES);

    private final Map<String, Object> earlier;
    private final Map<String, Object> absent;
    private final List<String> undecided;
    private final String origin;
    private final Map<String, Object> given;

    /**
     * @param earlier job file of the earlier import
     * @param absent fields of columns that its file lacked, and files before it had, as YAML
     * @param undecided columns that had no value in any import
     * @param columns of the files that were imported by the earlier job; those that are no fields were stored as text
     * @param origin of these settings, for messages
     * @param given settings of the user by the full keys of a job file
     */
    public BoundJob(
            String earlier,
            String absent,
            List<String> undecided,
            Set<String> columns,
            String origin,
            Map<String, Object> given) {
        this.earlier = read(earlier);
        this.absent = new LinkedHashMap<>(read(absent));
        Map<String, Object> fields = section(this.earlier, Guess.FIELDS);
        Set<String> joined = joined(fields);
        Object operation = section(this.earlier, "write").get("operation");
        Object byRecord = operation instanceof Map<?, ?> map ? map.get("column") : null;
        if (!this.earlier.containsKey("unlisted")) {
            columns.stream()
                    .filter(name -> !fields.containsKey(name) && !joined.contains(name) && !name.equals(byRecord))
                    .forEach(name -> this.absent.putIfAbsent(name, FieldType.STRING.word()));
        }
        this.undecided = List.copyOf(undecided);
        this.origin = origin;
        this.given = given;
    }

    /**
     * Returns the settings that divide the file into cells as the earlier import did; empty if the file was divided in this
     * way.
     */
    public Map<String, Object> division(Guess found) {
        Map<String, Object> then = section(earlier, "source");
        Map<String, Object> now = section(found.settings(), "source");
        Map<String, Object> division = new LinkedHashMap<>();
        for (String key : DIVISION) {
            Object value = then.getOrDefault(key, "none");
            if (!given.containsKey("source." + key)
                    && !value.equals(now.getOrDefault(key, "none"))
                    && (!key.equals("charset") || bindsCharset(value, now.get(key)))) {
                division.put("source." + key, value);
            }
        }
        if (found.doubt() != null && !given.containsKey("source.delimiter")) {
            division.put("source.delimiter", Objects.requireNonNull(then.get("delimiter")));
        }
        return division;
    }

    /**
     * Returns the refusal of a file that was divided as the earlier import was, and not as it looks.
     *
     * @param division as {@link #division} returns it
     */
    public InputException undivided(Map<String, Object> division, InputException why) {
        String settings = division.entrySet().stream()
                .map(setting -> setting.getKey() + " "
                        + Printable.quoted(setting.getValue().toString()))
                .collect(Collectors.joining(", "));
        return InputException.refused("%s The file is read with %s, as that of %s; %s"
                .formatted(
                        sentence(String.valueOf(why.getMessage())),
                        settings,
                        origin,
                        String.valueOf(why.getMessage()).contains("--infer-again")
                                ? "options such as --delimiter name others"
                                : "add --infer-again to infer types, names and dialect from this file"));
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }

    /** Returns a sentence for each column that has another type than in the earlier import. */
    public List<String> changes(Guess found) {
        Map<String, Object> then = section(earlier, Guess.FIELDS);
        List<String> changes = new ArrayList<>();
        section(found.settings(), Guess.FIELDS).forEach((name, now) -> {
            Object before = then.get(name);
            if (before != null
                    && !undecided.contains(name)
                    && !found.blank().contains(name)
                    && !type(before).equals(type(now))) {
                changes.add("Column %s was %s in %s, and is %s now: documents that are there keep their type%s."
                        .formatted(
                                Printable.quoted(name),
                                type(before),
                                origin,
                                type(now),
                                texts(section(found.settings(), TARGET).get(ID)).contains(name)
                                        ? ", and the same keys are stored beside them"
                                        : ""));
            }
        });
        return changes;
    }

    /** Charsets of Unicode are known by their bytes; others are guesses. */
    private static boolean bindsCharset(Object then, @Nullable Object now) {
        return !isUnicode(then) && !isUnicode(now);
    }

    private static boolean isUnicode(@Nullable Object charset) {
        return Charset.forName(String.valueOf(charset)).name().startsWith("UTF-");
    }

    /**
     * Returns the job with the earlier settings.
     *
     * @param found job that was inferred from the file with the {@link #division}
     * @param plain whether the user wants text only
     * @throws InputException if the columns of the file are others
     */
    public Guess bind(Guess found, boolean plain) {
        Map<String, Object> job = found.settings();
        Map<String, Object> source = section(job, "source");
        List<String> notes = new ArrayList<>();
        List<String> inferredNames = names(source.get("header"), found.header());
        bindSource(source, Map.copyOf(source), found, notes);
        List<String> names = names(source.get("header"), found.header());
        Fields fields = new Fields(names, inferredNames, found, section(job, Guess.FIELDS), plain, notes);
        fields.bind();
        job.put(Guess.FIELDS, fields.bound);
        bindColumnRules(job, fields);
        bindId(section(job, TARGET), names, fields.bound, notes);
        return new Guess(
                rows(job, found, fields, notes),
                found.together(),
                found.doubt(),
                found.header(),
                fields.blank,
                fields.lost());
    }

    /** Returns the settings, and the evidence of this file for those that it decided. */
    private List<GuessRow> rows(Map<String, Object> job, Guess found, Fields fields, List<String> notes) {
        List<GuessRow> rows = new ArrayList<>();
        rows.add(found.rows().get(0));
        String decided = "Types, names and dialect are those of " + origin;
        rows.add(GuessRow.comment(Guess.HEADING, decided)
                .says(decided + ". --infer-again infers them again from this file."));
        notes.forEach(note -> rows.add(GuessRow.sentence(note)));
        found.rows().stream()
                .filter(row -> row.sentence() != null)
                .filter(row -> row.isColumn() ? fields.added.contains(row.key()) : !DECIDED.contains(row.key()))
                .filter(row ->
                        !row.section().equals(TARGET) || section(job, TARGET).get(ID) == null)
                .forEach(row -> rows.add(row.withoutValue()));
        job.forEach((section, settings) -> {
            if (settings instanceof Map<?, ?> map && !map.isEmpty()) {
                map.forEach((key, value) -> rows.add(GuessRow.of(section, key.toString(), value)));
            } else {
                rows.add(GuessRow.of("", section, settings));
            }
        });
        return rows;
    }

    private void bindSource(Map<String, Object> source, Map<String, Object> file, Guess found, List<String> notes) {
        Map<String, Object> then = section(earlier, "source");
        bindAdded(source, then, found, notes);
        for (String key : List.of("ragged", "stray-quotes")) {
            if (!given.containsKey("source." + key)) {
                source.remove(key);
                if (then.containsKey(key)) {
                    source.put(key, then.get(key));
                }
            }
        }
        if (!given.containsKey("source.header")) {
            bindHeader(source, then.get("header"), file.get("header"), found);
        }
        for (String key :
                Stream.concat(DIVISION.stream(), Stream.of("trim", "comment")).toList()) {
            Object before = then.getOrDefault(key, "none");
            Object now = source.getOrDefault(key, "none");
            if (!before.equals(now) && !given.containsKey("source." + key)) {
                notes.add("%s is %s in this file, and was %s.".formatted(key, shown(now), shown(before)));
            }
        }
    }

    /** Binds the settings that a file may have in addition to those of the earlier import. */
    private void bindAdded(Map<String, Object> source, Map<String, Object> then, Guess found, List<String> notes) {
        Object trim = then.get("trim");
        if (trim != null && !given.containsKey("source.trim") && !source.containsKey("trim")) {
            source.put("trim", trim);
            notes.add("Blanks around cells are removed, as in %s; trim=none keeps them.".formatted(origin));
        }
        // A record may begin like a comment, and is none then.
        Object comment = then.get("comment");
        if (comment != null && !given.containsKey("source.comment") && !comment.equals(COMMENT)) {
            source.put("comment", comment);
        }
        // A file of ASCII alone says nothing about the charset of later ones.
        Object charset = then.get("charset");
        if (charset != null && !given.containsKey("source.charset") && !isUnicode(charset) && isAscii(found)) {
            source.put("charset", charset);
        }
    }

    private static boolean isAscii(Guess found) {
        return found.rows().stream()
                .anyMatch(
                        row -> row.key().equals("charset") && row.others().contains(StandardCharsets.US_ASCII.name()));
    }

    /** Binds the id, without which the documents would be stored beside those of the earlier import. */
    private void bindId(
            Map<String, Object> target, List<String> names, Map<String, Object> fields, List<String> notes) {
        List<String> id = earlierId();
        List<String> now = texts(target.get(ID));
        if (isIdGiven() || now.equals(id)) {
            return;
        }
        if (id.isEmpty()) {
            target.remove(ID);
            fields.computeIfPresent(ID_FIELD, (name, field) -> besideId(field));
            notes.add("The _id is generated, as in %s; --id names columns.".formatted(origin));
        } else if (hasAll(names, fields, id)) {
            target.put(ID, id);
            if (!id.equals(List.of(ID_FIELD))) {
                fields.computeIfPresent(ID_FIELD, (name, field) -> besideId(field));
            }
            notes.add("The _id is made of %s, as in %s; --id names other columns.".formatted(quoted(id), origin));
        } else {
            throw InputException.refused(
                    "The file lacks a column of the _id, which is made of %s in %s. Correct the file, name other columns with --id, or add target.id=[] to generate the _id"
                            .formatted(quoted(id), origin));
        }
    }

    private static boolean hasAll(List<String> names, Map<String, Object> fields, List<String> id) {
        return id.stream()
                .allMatch(name -> names.contains(name) || (fields.containsKey(name) && !isColumn(fields.get(name))));
    }

    /** Returns the field of a column _id that is not the document's _id. */
    private Object besideId(Object field) {
        if (Boolean.TRUE.equals(options(field).get("skip"))) {
            return field;
        }
        Object then = section(earlier, Guess.FIELDS).get(ID_FIELD);
        Object place = then == null ? null : options(then).get("to");
        Map<String, Object> options = new LinkedHashMap<>(options(field));
        options.putIfAbsent("to", Objects.requireNonNullElse(place, List.of("_id_2")));
        return options;
    }

    private List<String> earlierId() {
        return texts(section(earlier, TARGET).get(ID));
    }

    private boolean isIdGiven() {
        return given.containsKey("target.id") || given.containsKey("write.match");
    }

    private static String quoted(List<String> names) {
        return names.stream().map(Printable::quoted).collect(Collectors.joining(", "));
    }

    /**
     * Returns a job that was inferred again with the id of the earlier one, if its file has these columns and the user names
     * no others; otherwise with a sentence if the id is another one now.
     */
    public Guess withId(Guess found) {
        List<String> id = earlierId();
        Map<String, Object> job = found.settings();
        List<String> now = texts(section(job, TARGET).get(ID));
        if (isIdGiven() || id.isEmpty() || now.equals(id)) {
            return found;
        }
        Map<String, Object> fields = section(job, Guess.FIELDS);
        if (hasAll(names(section(job, "source").get("header"), found.header()), fields, id)) {
            Object field = fields.get(ID_FIELD);
            Guess placed = field == null
                    ? found
                    : found.with(GuessRow.of(
                            Guess.FIELDS,
                            ID_FIELD,
                            id.equals(List.of(ID_FIELD)) ? placed(field, ID_FIELD) : besideId(field)));
            return placed.with(GuessRow.of(TARGET, ID, id)
                    .says("The _id is made of %s, as in %s; --id names other columns.".formatted(quoted(id), origin)));
        }
        return found.with("The _id was made of %s in %s, and is %s now."
                .formatted(quoted(id), origin, now.isEmpty() ? "generated" : "made of " + quoted(now)));
    }

    private static String shown(Object value) {
        return Printable.of(YamlScalars.value(value));
    }

    private void bindHeader(Map<String, Object> source, @Nullable Object then, @Nullable Object now, Guess found) {
        if (then instanceof List<?> != now instanceof List<?>) {
            throw other(
                    now instanceof List<?>
                            ? "no header, and the one of %s had one; --skip-lines=N leaves out N lines above a header"
                            : "a header, and the one of %s had none");
        }
        if (then instanceof List<?> names && now instanceof List<?> others) {
            if (names.size() != others.size()) {
                throw other(others.size() + " columns without a header, and the one of %s had " + names.size());
            }
            source.put("header", names);
        } else if (then instanceof Map<?, ?> map) {
            if (now instanceof Map<?, ?> text) {
                requireSamePlace(headerText(map), headerText(text));
            }
            Map<Object, Object> header = new LinkedHashMap<>(named(map, names(now, found.header()), found.header()));
            header.remove("below");
            if (now instanceof Map<?, ?> text && text.containsKey("below")) {
                header.put("below", text.get("below"));
            }
            source.put("header", header);
        }
    }

    /** Refuses a column without a name at another end of the header, so that all names would be those of their neighbours. */
    private void requireSamePlace(HeaderText then, HeaderText now) {
        if (then.isShort() && now.isShort() && then.unnamedFirst() != now.unnamedFirst()) {
            throw other(
                    now.unnamedFirst() > 0
                            ? "a first column without a name, and in the one of %s it was the last"
                            : "a last column without a name, and in the one of %s it was the first");
        }
    }

    private static HeaderText headerText(Map<?, ?> header) {
        return new HeaderText(texts(header.get("names")), texts(header.get("cells")), 0);
    }

    /** Returns the earlier header, with names for further cells that cannot be names. */
    private static Map<?, ?> named(Map<?, ?> then, List<String> inferred, List<String> cells) {
        List<String> names = new ArrayList<>(names(then, cells));
        if (names.size() != inferred.size()) {
            return then;
        }
        Set<String> taken = new HashSet<>();
        for (int column = 0; column < names.size(); column++) {
            if (names.get(column).isBlank() || !taken.add(names.get(column))) {
                names.set(column, inferred.get(column));
            }
        }
        return Map.of("names", names, "cells", cells);
    }

    private InputException other(String what) {
        return InputException.refused(
                "The file has %s. Correct the file, name another collection with --collection, or add --infer-again to infer types, names and dialect from this file"
                        .formatted(what.formatted(origin)));
    }

    /** Returns the names of the columns. */
    private static List<String> names(@Nullable Object header, List<String> cells) {
        if (header instanceof List<?> names) {
            return texts(names);
        }
        return header instanceof Map<?, ?> text ? headerText(text).named(cells) : cells;
    }

    private void bindColumnRules(Map<String, Object> job, Fields fields) {
        for (String key : COLUMN_RULES) {
            if (!given.containsKey(key) && earlier.containsKey(key)) {
                job.put(key, earlier.get(key));
            }
        }
        if (given.containsKey(LEADING_ZEROS)) {
            return;
        }
        Object now = job.remove(LEADING_ZEROS);
        Object then = earlier.get(LEADING_ZEROS);
        if (then != null) {
            job.put(LEADING_ZEROS, then);
        }
        String rule = Objects.requireNonNullElse(now, "allow").toString();
        fields.bound.replaceAll((name, field) -> {
            Object named = given.get("fields." + name);
            if (named != null) {
                return options(named).containsKey(LEADING_ZEROS) ? field : withRuleOf(name, field, then);
            }
            return !Objects.equals(now, then) && fields.added.contains(name) ? with(field, rule) : field;
        });
    }

    /** Returns the field of a number that the user gives, with the rule of the number that it was, or any leading zeros. */
    private Object withRuleOf(String name, Object field, @Nullable Object ofAll) {
        if (!NUMBERS.contains(type(field))) {
            return field;
        }
        Object before = section(earlier, Guess.FIELDS).getOrDefault(name, absent.get(name));
        Map<String, Object> options = new LinkedHashMap<>(options(field));
        options.remove(LEADING_ZEROS);
        if (before != null && NUMBERS.contains(type(before))) {
            Object rule = options(before).get(LEADING_ZEROS);
            if (rule != null) {
                options.put(LEADING_ZEROS, rule);
            }
        } else if (ofAll != null) {
            options.put(LEADING_ZEROS, "allow");
        }
        return options.keySet().equals(Set.of("type")) ? type(field) : options;
    }

    private static Object with(Object field, String zeros) {
        if (!NUMBERS.contains(type(field))) {
            return field;
        }
        Map<String, Object> options = new LinkedHashMap<>(options(field));
        options.putIfAbsent(LEADING_ZEROS, zeros);
        return options;
    }

    /** Returns the settings of a text that is read once more, without variables. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(String yaml) {
        Object loaded = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        return loaded == null ? Map.of() : (Map<String, Object>) plain(loaded);
    }

    /** Returns a value with texts as keys, and without the signs that keep variables from being replaced. */
    private static Object plain(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new LinkedHashMap<>();
            map.forEach((key, each) -> plain.put(key.toString(), plain(each)));
            return plain;
        }
        return value instanceof Collection<?> list
                ? list.stream().map(BoundJob::plain).toList()
                : value instanceof String text ? text.replace("$${", "${") : value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> section(Map<String, Object> job, String name) {
        return job.get(name) instanceof Map<?, ?> section ? (Map<String, Object>) section : Map.of();
    }

    private static List<String> texts(@Nullable Object values) {
        return values instanceof Collection<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static String type(Object field) {
        return String.valueOf(options(field).getOrDefault("type", "string"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> options(Object field) {
        return field instanceof Map<?, ?> options ? (Map<String, Object>) options : Map.of("type", field);
    }

    /** Fields of the columns of a file. */
    private final class Fields {

        private final List<String> names;
        private final List<String> inferredNames;
        private final Map<String, Object> inferred;
        private final boolean plain;
        private final List<String> notes;
        private final Map<String, Object> then = section(earlier, Guess.FIELDS);
        private final Map<String, Object> bound = new LinkedHashMap<>();

        /** Columns whose types the earlier imports did not decide. */
        private final Set<String> added = new HashSet<>();

        private final Guess found;

        /** Columns whose types are still not decided. */
        private final List<String> blank = new ArrayList<>();

        private Fields(
                List<String> names,
                List<String> inferredNames,
                Guess found,
                Map<String, Object> inferred,
                boolean plain,
                List<String> notes) {
            this.names = names;
            this.inferredNames = inferredNames;
            this.found = found;
            this.inferred = inferred;
            this.plain = plain;
            this.notes = notes;
        }

        private void bind() {
            requireUsable();
            Set<String> joined = joined(then);
            IntStream.range(0, Math.min(names.size(), inferredNames.size()))
                    .filter(column -> !joined.contains(names.get(column)) || isColumn(then.get(names.get(column))))
                    .forEach(this::bind);
            then.forEach((name, field) -> {
                if (!isColumn(field) && names.containsAll(texts(options(field).get("from")))) {
                    bound.putIfAbsent(name, field);
                }
            });
            inferred.forEach((name, field) -> {
                if (!inferredNames.contains(name) || given.containsKey("fields." + name)) {
                    bound.put(name, field);
                }
            });
            lost().forEach((name, field) -> {
                notes.add("Column %s is missing; it stays %s."
                        .formatted(Printable.quoted(name), undecided.contains(name) ? "undecided" : type(field)));
                if (undecided.contains(name)) {
                    blank.add(name);
                }
            });
        }

        private void bind(int column) {
            String name = names.get(column);
            Object now = inferred.get(inferredNames.get(column));
            boolean isBlank = found.blank().contains(inferredNames.get(column));
            Object before = then.containsKey(name) ? then.get(name) : absent.get(name);
            if (given.containsKey("fields." + name)) {
                return;
            }
            if (before != null && !isColumn(before)) {
                notes.add("Column %s is not stored: the field is %s, as in %s."
                        .formatted(Printable.quoted(name), shown(before), origin));
                return;
            }
            if (before != null && !plain && !undecided.contains(name)) {
                if (now != null && !isBlank) {
                    requireSameReading(name, before, now, inferredNames.get(column));
                }
                Object kept = withFormulas(before, now);
                bound.put(name, name.equals("_id") && now != null && isIdGiven() ? placed(kept, now) : kept);
                if (kept != before) {
                    notes.add(
                            "Column %s has formulas such as =\"00123\" in this file, stored as the text in their quotes; %s keeps them."
                                    .formatted(
                                            Printable.quoted(name),
                                            TypeOption.of(name, FieldSpec.of(FieldType.STRING))));
                } else if (now != null && !isBlank && !fits(before, now)) {
                    String share = lostShare(before, now)
                            .map("; a cell without %s, such as 0.12, is stored beside the others as it is"::formatted)
                            .orElse("");
                    notes.add(
                            "Column %s stays %s. In this file alone it would be %s; cells that do not fit are rejects%s%s."
                                    .formatted(
                                            Printable.quoted(name),
                                            shown(before),
                                            shown(now) + doubt(inferredNames.get(column)),
                                            share,
                                            withNulls(before, now)
                                                    .map(field -> "; %s reads them as blank"
                                                            .formatted(TypeOption.of(name, field)))
                                                    .orElse("")));
                } else if (now != null
                        && !isBlank
                        && type(before).equals("string")
                        && !type(now).equals("string")) {
                    notes.add("Column %s stays %s. In this file alone it would be %s."
                            .formatted(Printable.quoted(name), shown(before), shown(now)));
                } else if (now != null && !isBlank) {
                    lostShare(before, now)
                            .ifPresent(sign -> notes.add(
                                    "Column %s had %s in earlier files, and has none in this one: if its numbers are shares now, such as 0.12 for 12%s, they are stored beside the others."
                                            .formatted(Printable.quoted(name), sign, sign)));
                }
            } else if (now != null) {
                bound.put(name, now);
                if (isBlank) {
                    blank.add(name);
                }
                if (before == null || undecided.contains(name)) {
                    added.add(name);
                }
                if (before == null) {
                    notes.add("Column %s is new: %s.".formatted(Printable.quoted(name), shown(now)));
                } else if (undecided.contains(name) && !isBlank) {
                    notes.add("Column %s had no value before: %s.".formatted(Printable.quoted(name), shown(now)));
                }
            }
        }

        /** Returns the question that the numbers of a column leave open in this file alone. */
        private String doubt(String inferredName) {
            return found.rows().stream()
                    .filter(row -> row.isColumn() && row.key().equals(inferredName))
                    .map(GuessRow::comment)
                    .filter(why -> why != null && why.startsWith(ColumnProfile.OPEN))
                    .findFirst()
                    .map(" (%s)"::formatted)
                    .orElse("");
        }

        /** Refuses a column whose cells are read otherwise than earlier ones: those that fit both would get another value. */
        private void requireSameReading(String name, Object before, Object now, String inferredName) {
            Optional<Reading> earlierOne = Reading.of(options(before));
            boolean contradicts = earlierOne
                    .flatMap(then -> Reading.of(options(now)).filter(then::contradicts))
                    .isPresent();
            boolean possible = found.rows().stream()
                    .filter(row -> row.isColumn() && row.key().equals(inferredName))
                    .flatMap(row -> row.others().stream())
                    .anyMatch(other -> Reading.of(options(other)).equals(earlierOne));
            if (contradicts && !possible) {
                throw InputException.refused(
                        "Column %s has %s as %s in this file, and as %s in %s: cells that fit both would be stored with another value. Correct the file, or import it with %s"
                                .formatted(
                                        Printable.quoted(name),
                                        earlierOne.orElseThrow().noun(),
                                        shown(now),
                                        shown(before),
                                        origin,
                                        TypeOption.of(name, now)));
            }
        }

        private void requireUsable() {
            if (names.stream().anyMatch(String::isBlank) || new HashSet<>(names).size() < names.size()) {
                throw other("other blank or repeated names than the one of %s");
            }
            boolean shares = names.stream().anyMatch(name -> isColumn(then.get(name)) || absent.containsKey(name));
            if (!shares && then.values().stream().anyMatch(BoundJob::isColumn)) {
                throw other("none of the columns of %s: it has "
                        + names.stream()
                                .map(Printable::quoted)
                                .collect(Collectors.joining(", "))
                                .replace("%", "%%"));
            }
        }

        /** Returns the fields of columns that the file lacks. */
        private Map<String, Object> lost() {
            Map<String, Object> lost = new LinkedHashMap<>(absent);
            then.forEach((name, field) -> {
                if (isColumn(field)) {
                    lost.put(name, field);
                }
            });
            lost.keySet().removeAll(names);
            return lost;
        }
    }

    /** Returns the columns that other fields are made of. */
    private static Set<String> joined(Map<String, Object> fields) {
        return fields.values().stream()
                .flatMap(field -> texts(options(field).get("from")).stream())
                .collect(Collectors.toSet());
    }

    private static boolean isColumn(@Nullable Object field) {
        return field != null
                && !options(field).containsKey("from")
                && !Set.of("constant", "source").contains(type(field));
    }

    /** Returns the sign of a percentage that an earlier file had, and this one has not. */
    private static Optional<String> lostShare(Object before, Object now) {
        return texts(options(before).get("strip")).stream()
                .filter(SHARES::contains)
                .filter(sign -> !texts(options(now).get("strip")).contains(sign))
                .findFirst();
    }

    /** Returns a field in the place of another one. */
    private static Object placed(Object field, Object place) {
        Map<String, Object> options = new LinkedHashMap<>(options(field));
        options.remove("to");
        Object to = options(place).get("to");
        if (to != null) {
            options.put("to", to);
        }
        return options.keySet().equals(Set.of("type")) ? type(field) : options;
    }

    /** Returns whether cells of one field fit another one. */
    private static boolean fits(Object field, Object cells) {
        String type = type(field);
        String other = type(cells);
        Map<String, Object> options = new LinkedHashMap<>(options(cells));
        options.remove("to");
        Set<String> nulls = new HashSet<>(texts(options.remove("nulls")));
        boolean same = type.equals(other)
                && options(field).entrySet().containsAll(options.entrySet())
                && texts(options(field).get("nulls")).containsAll(nulls);
        boolean wider = options.size() == 1
                && ((type.equals("int64") && other.equals("int32"))
                        || (Set.of("double", "decimal").contains(type) && NUMBERS.contains(other)));
        return type.equals("string") || same || wider;
    }

    /** Returns the field with the nulls of other cells; empty if these are not all that keeps the cells from fitting. */
    private static Optional<Object> withNulls(Object field, Object cells) {
        Set<String> nulls = new TreeSet<>(texts(options(cells).get("nulls")));
        nulls.addAll(texts(options(field).get("nulls")));
        Map<String, Object> options = new LinkedHashMap<>(options(field));
        options.put("nulls", List.copyOf(nulls));
        return Optional.<Object>of(options).filter(wider -> fits(wider, cells));
    }

    /** Returns the field, of a text with formulas if the cells of this file have some; their texts are those of other cells. */
    private static Object withFormulas(Object field, @Nullable Object cells) {
        if (cells == null || !type(field).equals("string") || !type(cells).equals("string")) {
            return field;
        }
        Object strip = options(cells).get("strip");
        if (strip == null || options(field).containsKey("strip")) {
            return field;
        }
        Map<String, Object> options = new LinkedHashMap<>(options(field));
        options.put("strip", strip);
        return options;
    }
}
