package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.column.ColumnProfile;
import dev.mongohaul.infer.column.ColumnType;
import dev.mongohaul.infer.column.FieldText;
import dev.mongohaul.infer.column.TypeOption;
import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.mapping.origin.RecordOrigin;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.Counted;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inferred job as a job file with comments.
 *
 * @param dialect the settings of {@code source}
 * @param columns in the order of the header's names
 * @param hints settings that the user gives; the job file has all of them
 */
record JobFileText(
        SourceNames names,
        CharsetGuess charset,
        InputProfile profile,
        HeaderGuess header,
        CsvDialect dialect,
        List<ColumnType> columns,
        IdGuess id,
        Hints hints) {

    /** More than this below a table is not a footer. */
    private static final int MOST_BELOW_BYTES = 64 << 10;

    private static final int MOST_CANDIDATES = 20;

    private static final String DOUBLES = "exact; double where rounding does no harm";

    private static final Set<String> SECTIONS = Set.of("source", "target", "fields", "write");

    /** Settings that a job file always has, or has where they are not the default. */
    private static final Set<String> WRITTEN = Set.of(
            "charset",
            "delimiter",
            "quote",
            "escape",
            "trim",
            "comment",
            "skip-lines",
            "skip-last-lines",
            "header",
            "ragged",
            "collection",
            "id",
            "operation");

    private static final String LEADING_ZEROS = "leading-zeros";

    private static final String SCHEMA =
            "# yaml-language-server: $schema=../src/main/resources/mongohaul-job.schema.json";

    /** Returns the job file, and what to know about it. */
    InferredJob job() throws IOException {
        int last = skippedLastLines();
        return new InferredJob(
                heading(last) + source(last) + target() + fields() + leadingZeros() + write() + others(),
                notes(last),
                columnNotes(),
                together(),
                profile.guess.doubt() == null
                        ? null
                        : (hints.standardInput() == null ? profile.sample.firstName() : "Standard input") + " "
                                + profile.guess.doubt(),
                header.cells().isEmpty() ? header.names() : header.cells(),
                blank());
    }

    /** Returns the columns without a value in the whole input, to which the user gives no type. */
    private List<String> blank() {
        return IntStream.range(0, extent().isWhole() ? columns.size() : 0)
                .filter(column -> profile.columns.get(column).cells() == 0)
                .mapToObj(header.names()::get)
                .filter(name -> hints.field(name) == null)
                .toList();
    }

    /** Returns the types that a column may have, as lines for people: the chosen one first, and the cells that decided. */
    List<String> explained(String column) {
        int index = header.names().indexOf(column);
        ColumnProfile cells = profile.columns.get(index);
        ColumnType chosen = columns.get(index);
        List<String> lines = new ArrayList<>();
        lines.add("%s is %s%s."
                .formatted(
                        Printable.excerpt(column),
                        FieldText.of(chosen.field()),
                        chosen.note() == null ? "" : ": " + chosen.note()));
        lines.add("%s, %,d blank%s."
                .formatted(
                        Counted.of(cells.cells(), "cell"),
                        cells.blanks(),
                        chosen.markers().isEmpty() ? "" : "; markers of missing values: " + chosen.markers()));
        cells.candidates().stream()
                .limit(MOST_CANDIDATES)
                .forEach(candidate ->
                        lines.add("  %-40s %s".formatted(FieldText.of(candidate.field()), candidate.evidence())));
        lines.add("  %-40s %s".formatted(FieldType.STRING.word(), "all cells"));
        return lines;
    }

    private int together() {
        return hints.source("each").filter(each -> !each.equals("together")).isPresent()
                ? 1
                : (int) profile.sample.inputs().list().stream()
                        .map(Input::file)
                        .distinct()
                        .count();
    }

    private String heading(int last) {
        SampleExtent extent = extent();
        CommentedLines lines = new CommentedLines()
                .comment(SCHEMA)
                .comment("# Inferred from %s%s"
                        .formatted(
                                extent.describe(profile.records),
                                extent.isWhole() ? "" : "; 'mongohaul check' reads the whole input"))
                .comment("#   mongohaul infer %s -o jobs/%s.yml".formatted(names.arguments(), names.job()))
                .comment("#   mongohaul check " + names.job())
                .comment("#   mongohaul import " + names.job());
        expectedRejects(last).forEach(comment -> lines.comment("# " + comment));
        return lines.toString();
    }

    private SampleExtent extent() {
        return hints.standardInput() == HintCopy.BEGINNING ? new SampleExtent(false, 0) : profile.extent;
    }

    private List<String> notes(int last) {
        List<String> notes = new ArrayList<>();
        SampleExtent extent = extent();
        if (!extent.isWhole()) {
            notes.add("The types are inferred from %s. A later value that does not fit its type is rejected."
                    .formatted(extent.describe(profile.records)));
        }
        if (charset.note() != null) {
            notes.add("Charset %s: %s.%s"
                    .formatted(
                            dialect.charset().name(),
                            charset.note(),
                            charset.isLegacy() ? profile.letters.note(header.names()) + charset.alternatives() : ""));
        }
        String above = profile.guess.skipNote();
        if (dialect.skipLines() > 0 && above != null) {
            notes.add("The first %s not imported (skip-lines): %s."
                    .formatted(Counted.of(dialect.skipLines(), "line", "is", "are"), above));
        }
        if (profile.comments > 0) {
            notes.add("%s not imported%s: %s. The option comment decides about them."
                    .formatted(
                            Counted.of(profile.comments, "line", "is a comment and", "are comments and"),
                            extent.isWhole() ? "" : " from the sample",
                            Printable.excerpt(firstComment())));
        }
        if (last > 0) {
            notes.add("The last %s not imported (skip-last-lines): %s."
                    .formatted(Counted.of(last, "line", "is", "are"), below()));
        }
        if (dialect.quote() == null && !hints.hasQuote()) {
            notes.add("Quotes are text, since some do not enclose a cell. The option quote decides.");
        }
        if (dialect.trim() != Trim.NONE && hints.source("trim").isEmpty()) {
            notes.add("Blanks around cells outside quotes are removed. The option trim decides.");
        }
        if (header.note() != null) {
            notes.add("Names of columns: %s. They are %s. The option header decides."
                    .formatted(header.note(), Printable.excerpt(String.join(", ", header.names()))));
        }
        if (columns.size() == 1 && hints.delimiter().isEmpty()) {
            notes.add("Each line is one cell%s. The option delimiter decides."
                    .formatted(
                            FixedWidth.areEquallyLong(profile.guess.search().texts())
                                    ? ". All lines are equally long: if they are columns of fixed width, convert the file to CSV"
                                    : ", since no delimiter separates cells"));
        }
        notes.addAll(expectedRejects(last));
        nested().ifPresent(notes::add);
        long faults = hints.strict() != null ? JobInference.faults(columns, header.names(), hints) : 0;
        if (faults > 0) {
            notes.add(
                    "Columns stay text although few cells have another type, since rejects.limit does not allow %s. --rejects.limit=%d does."
                            .formatted(Counted.of(faults, "reject"), faults));
        }
        notes.addAll(dates().notes());
        if (hints.id() == null && !hints.proposesId()) {
            notes.add("The _id is generated. %s."
                    .formatted(
                            id.columns().isEmpty()
                                    ? Character.toUpperCase(id.note().charAt(0))
                                            + id.note().substring(1)
                                    : "--id %s would make the _id of %s: %s"
                                            .formatted(
                                                    TypeOption.argument(String.join(",", id.columns())),
                                                    id.columns().size() == 1 ? "that column" : "these columns",
                                                    id.note())));
        }
        return notes;
    }

    /** Returns a sentence on names whose dots make nested fields. */
    private Optional<String> nested() {
        List<Integer> nested = IntStream.range(0, columns.size())
                .filter(column -> header.names().get(column).contains(".")
                        && hints.field(header.names().get(column)) == null
                        && columns.get(column).field().to() == null)
                .boxed()
                .toList();
        return nested.stream().findFirst().map(first -> {
            String name = header.names().get(first);
            long flat = IntStream.range(0, columns.size())
                    .filter(column -> header.names().get(column).contains(".")
                            && columns.get(column).field().to() != null)
                    .count();
            return "The dots in %s make nested fields, such as %s%s. To keep the name: %s."
                    .formatted(
                            Counted.of(nested.size(), "name"),
                            Printable.excerpt(name),
                            flat == 0 ? "" : "; " + Counted.of(flat, "name", "keeps its dots", "keep their dots"),
                            TypeOption.of(name, columns.get(first).field().to(FieldPath.of(name))));
        });
    }

    /** Returns a sentence for each column whose type is a close choice. */
    private Map<String, String> columnNotes() {
        Map<String, String> notes = new LinkedHashMap<>();
        for (int column = 0; column < columns.size(); column++) {
            ColumnType type = columns.get(column);
            String name = header.names().get(column);
            if (type.note() != null
                    && hints.field(name) == null
                    && profile.columns.get(column).cells() > 0) {
                notes.put(name, hints.proposesId() ? type.comment(name) : type.sentence(name));
            }
        }
        return notes;
    }

    /** Returns the number of lines below the table, which is the same for all inputs; 0 if it is not, or unknown. */
    private int skippedLastLines() throws IOException {
        if (hints.skipLastLines().isPresent()) {
            return hints.skipLastLines().get();
        }
        List<Input> inputs = profile.sample.inputs().list();
        List<List<CsvRecord>> footers = profile.footers;
        boolean sawEnds = profile.extent.isWhole() || (profile.extent.places() > 0 && inputs.size() == 1);
        if (!sawEnds || hints.standardInput() != null || footers.size() != inputs.size()) {
            return 0;
        }
        Set<Integer> counts = new HashSet<>();
        for (int index = 0; index < inputs.size(); index++) {
            counts.add(
                    footers.get(index).isEmpty()
                            ? 0
                            : lines(inputs.get(index), footers.get(index).get(0)));
        }
        return counts.size() == 1 ? counts.iterator().next() : 0;
    }

    /** Counts the lines from a record to the end of its input. */
    private int lines(Input input, CsvRecord from) throws IOException {
        try (InputStream in = input.open()) {
            in.skipNBytes(from.location().offset() - input.baseOffset());
            byte[] rest = in.readNBytes(MOST_BELOW_BYTES);
            return rest.length == MOST_BELOW_BYTES
                    ? 0
                    : Math.toIntExact(
                            new String(rest, dialect.charset()).lines().count());
        }
    }

    /** Returns the lines below the table, as a text on one line. */
    private String below() {
        return profile.footers.stream()
                .flatMap(List::stream)
                .map(record -> Printable.excerpt(joined(record)))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("blank cells");
    }

    /** Returns sentences on the records of the sample that an import by the job rejects. */
    private List<String> expectedRejects(int last) {
        List<String> comments = new ArrayList<>();
        profile.malformed.forEach((reason, records) -> comments.add(
                records.sentence("is rejected", "are rejected").replaceFirst(" is the first$", "") + ": " + reason));
        if (dialect.ragged() == RaggedRecords.REJECT) {
            rejected(comments, profile.longer, ", with more cells than the %d columns".formatted(columns.size()));
            rejected(comments, profile.shorter, ", with fewer cells than the %d columns".formatted(columns.size()));
        }
        Misfits repeated = profile.repeated;
        boolean stored =
                repeated.first().filter(first -> isImported((CsvRecord) first)).isPresent();
        if (stored && header.isCertain()) {
            throw InputException.refused(
                    "%s repeats the header, as in files that were joined, and would be stored as a document. Remove such lines."
                            .formatted(profile.sample.place(repeated.first().orElseThrow())));
        }
        if (!stored) {
            odd(
                    comments,
                    repeated,
                    "repeats the header, as in files that were joined",
                    "repeat the header, as in files that were joined",
                    false);
        }
        boolean fails = !comments.isEmpty();
        Misfits like = profile.likeComments;
        if (like.count() * 2 < profile.records && dialect.comment().isEmpty()) {
            odd(comments, like, "begins like a comment", "begin like a comment", true);
        }
        if (stored) {
            odd(comments, repeated, "has the cells of the header", "have the cells of the header", true);
        }
        odd(comments, profile.sparseTotals, "looks like a total", "look like a total", true);
        odd(comments, profile.blank, "has only blank cells", "have only blank cells", false);
        if (fails) {
            comments.add(
                    "The import fails because of rejects. Correct the records in the input, or set rejects.limit.");
        }
        Stream<CsvRecord> below =
                last > 0 ? Stream.empty() : profile.footers.stream().flatMap(List::stream);
        Stream.concat(profile.totals.stream(), below)
                .forEach(total -> comments.add("Line %d looks like a total or a footer, and is %s: %s"
                        .formatted(
                                total.location().line(),
                                isImported(total) ? "imported like other records" : "rejected",
                                Printable.excerpt(joined(total)))));
        return comments;
    }

    private static void rejected(List<String> comments, Misfits records, String why) {
        if (records.count() > 0) {
            comments.add(records.sentence("is rejected" + why, "are rejected" + why));
        }
    }

    /**
     * Adds a sentence on records that may be none, and what an import does with them.
     *
     * @param shown whether the sentence ends with the first of them
     */
    private void odd(List<String> comments, Misfits records, String isOdd, String areOdd, boolean shown) {
        records.first().map(CsvRecord.class::cast).ifPresent(first -> {
            String text = joined(first);
            String[] done = !isImported(first)
                    ? new String[] {"rejected", "rejected"}
                    : text.isEmpty()
                            ? new String[] {"stored as an empty document", "stored as empty documents"}
                            : new String[] {"imported", "imported"};
            comments.add(records.sentence(isOdd + ", and is " + done[0], areOdd + ", and are " + done[1])
                    + (shown ? ": " + Printable.excerpt(text) : ""));
        });
    }

    /** Returns the cells of a record as one text. */
    private static String joined(CsvRecord record) {
        return String.join(" ", record.texts()).strip();
    }

    /** Returns whether an import by the job stores the record: every cell is of its type, and those of the id are filled. */
    private boolean isImported(CsvRecord record) {
        return (dialect.ragged() == RaggedRecords.LENIENT || record.cellCount() == columns.size())
                && IntStream.range(0, columns.size()).allMatch(column -> takes(record, column));
    }

    private boolean takes(CsvRecord record, int column) {
        String name = header.names().get(column);
        if (column >= record.cellCount() || record.length(column) == 0) {
            return !id.used(hints).contains(name);
        }
        return hints.field(name) == null
                ? columns.get(column).takes(record.array(column), record.start(column), record.length(column))
                : profile.columns.get(column).isLikeOthers(record, column);
    }

    private String source(int last) {
        CommentedLines lines = new CommentedLines().add("source:").add("  files: " + files());
        if (together() > 1) {
            lines.comment("  # each: file  # one import for each file; those that were imported before are skipped");
        }
        lines.add("  charset: " + dialect.charset().name(), charset.note())
                .add("  delimiter: " + YamlScalars.of(String.valueOf(dialect.delimiter())));
        if (dialect.quote() == null) {
            lines.add("  quote: none", "some quotes do not enclose a cell, so quotes are text");
        } else {
            lines.add("  quote: " + YamlScalars.of(dialect.quote().toString()));
        }
        if (dialect.escape() != null) {
            lines.add(
                    "  escape: " + YamlScalars.of(dialect.escape().toString()),
                    "as MySQL and Hive write it; without it, some records do not fit");
        }
        if (dialect.trim() != Trim.NONE) {
            lines.add("  trim: " + dialect.trim().name().toLowerCase(Locale.ROOT), "blanks around cells are removed");
        }
        if (!dialect.comment().isEmpty()) {
            lines.add("  comment: " + YamlScalars.of(dialect.comment()), commentNote());
        }
        if (dialect.skipLines() > 0) {
            lines.add("  skip-lines: " + dialect.skipLines(), profile.guess.skipNote());
        }
        if (last > 0) {
            lines.add("  skip-last-lines: " + last, profile.footers.isEmpty() ? null : below());
        }
        lines.add("  header: " + headerSetting(), header.note());
        if (dialect.ragged() == RaggedRecords.LENIENT) {
            lines.add("  ragged: lenient", raggedNote());
        }
        return given("source", lines).toString();
    }

    private String headerSetting() {
        if (!header.inInput()) {
            return YamlScalars.list(header.names());
        }
        return header.cells().isEmpty()
                ? "true"
                : "{names: %s, cells: %s%s}"
                        .formatted(
                                YamlScalars.list(header.names()),
                                YamlScalars.list(header.cells()),
                                profile.guess.below() == 0 ? "" : ", below: " + profile.guess.below());
    }

    /** Adds the settings of the user that are not written yet. */
    private CommentedLines given(String section, CommentedLines lines) {
        hints.section(section).forEach((name, value) -> {
            if (!WRITTEN.contains(name)) {
                lines.add("  " + name + ": " + YamlScalars.value(value));
            }
        });
        return lines;
    }

    private String files() {
        return names.files().size() == 1 ? YamlScalars.of(names.files().get(0)) : YamlScalars.list(names.files());
    }

    private @Nullable String commentNote() {
        return profile.comments == 0
                ? null
                : Counted.of(profile.comments, "line", "begins", "begin") + " with it"
                        + (extent().isWhole() ? "" : " in the sample")
                        + Printable.excerpt(": " + firstComment());
    }

    private String firstComment() {
        return profile.guess.comments().stream().findFirst().orElse(OmittedLines.COMMENT);
    }

    private @Nullable String raggedNote() {
        List<String> notes = new ArrayList<>();
        if (profile.longer.count() > 0) {
            notes.add(Counted.of(profile.longer.count(), "record", "has", "have")
                    + " surplus blank cells, which are dropped");
        }
        if (profile.shorter.count() > 0) {
            notes.add(Counted.of(profile.shorter.count(), "record", "has", "have")
                    + " too few cells, and the missing ones are blank");
        }
        return notes.isEmpty() ? null : String.join("; ", notes) + "; the first is in line " + profile.ragged.line();
    }

    private String target() {
        CommentedLines lines =
                new CommentedLines().add("target:").add("  collection: " + YamlScalars.of(names.collection()));
        List<String> given = hints.id();
        if (given != null) {
            lines.add("  id: " + YamlScalars.list(given));
        } else if (id.used(hints).isEmpty()) {
            lines.comment("  # without an id, the _id is generated"
                    + (id.columns().isEmpty()
                            ? ": " + id.note()
                            : "; id: %s is possible: %s".formatted(YamlScalars.list(id.columns()), id.note())));
        } else {
            lines.add("  id: " + YamlScalars.list(id.columns()), id.note());
        }
        return given("target", lines).toString();
    }

    private JoinedDates dates() {
        return new JoinedDates(header.names(), columns, profile.columns, hints);
    }

    private String fields() {
        CommentedLines lines = new CommentedLines().add("fields:");
        Set<String> joined = hints.joined();
        boolean decimals = false;
        for (int column = 0; column < columns.size(); column++) {
            String name = header.names().get(column);
            ColumnType type = columns.get(column);
            Object given = hints.field(name);
            if (given == null && (joined.contains(name) || name.equals(hints.operationColumn()))) {
                continue;
            }
            // A tip for the first decimal is enough.
            boolean tip = type.field().type() == FieldType.DECIMAL && !decimals && type.fitsDouble();
            decimals |= tip;
            String note = (tip ? type.withNote(DOUBLES) : type).note();
            lines.add(
                    "  " + YamlScalars.key(name) + ": "
                            + (given == null ? FieldText.of(type.field()) : given(given, type.field())),
                    given == null ? note : null);
        }
        dates().lines().forEach(lines::comment);
        hints.constants(header.names())
                .forEach((name, field) -> lines.add("  " + YamlScalars.key(name) + ": " + YamlScalars.value(field)));
        return lines.comment("  # %s: { type: source, value: file }  # where the record comes from: %s"
                        .formatted(header.names().contains("origin") ? "_origin" : "origin", RecordOrigin.words()))
                .toString();
    }

    /**
     * Returns the field that the user gives, in the place that the column's name needs. Its numbers keep their meaning, as in
     * a job file without {@code leading-zeros}.
     */
    private String given(Object field, FieldSpec inferred) {
        Map<String, Object> options = new LinkedHashMap<>();
        if (inferred.to() != null) {
            options.put("to", inferred.to().elements());
        }
        if (field instanceof Map<?, ?> others) {
            others.forEach((key, value) -> options.put(key.toString(), value));
        } else {
            options.put("type", field);
        }
        boolean number = Stream.of("type", "of").map(options::get).anyMatch(JobFileText::isNumber);
        if (number && refusesLeadingZeros()) {
            options.putIfAbsent(LEADING_ZEROS, "allow");
        }
        return YamlScalars.value(options.size() == 1 ? field : options);
    }

    private static boolean isNumber(@Nullable Object type) {
        return Stream.of(FieldType.values())
                .anyMatch(each -> each.isNumber() && each.word().equals(type));
    }

    /** Returns whether inferred numbers refuse what the sample did not have, and the user says nothing else. */
    private boolean refusesLeadingZeros() {
        return !hints.settings().containsKey(LEADING_ZEROS)
                && IntStream.range(0, columns.size())
                        .filter(index -> hints.field(header.names().get(index)) == null)
                        .mapToObj(index -> columns.get(index).field())
                        .anyMatch(field -> field.type().isNumber() && field.strip() == null);
    }

    private String leadingZeros() {
        CommentedLines lines = new CommentedLines();
        if (refusesLeadingZeros()) {
            lines.add(
                    LEADING_ZEROS + ": reject",
                    "numbers such as 007 and +49, which would lose their zeros or their sign");
        }
        return lines.toString();
    }

    private String write() {
        Object operation = hints.section("write").getOrDefault("operation", "insert");
        CommentedLines lines = new CommentedLines().add("write:").add("  operation: " + YamlScalars.value(operation));
        return given("write", lines).toString();
    }

    private String others() {
        CommentedLines lines = new CommentedLines();
        Set<String> begun = new HashSet<>();
        hints.settings().forEach((key, value) -> {
            int dot = key.indexOf('.');
            String section = dot < 0 ? key : key.substring(0, dot);
            if (dot < 0) {
                lines.add(key + ": " + YamlScalars.value(value));
            } else if (!SECTIONS.contains(section) && begun.add(section)) {
                lines.add(section + ":");
                hints.section(section).forEach((name, each) -> lines.add("  " + name + ": " + YamlScalars.value(each)));
            }
        });
        return lines.toString();
    }
}
