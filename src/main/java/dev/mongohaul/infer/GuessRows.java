package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.column.ColumnType;
import dev.mongohaul.infer.column.FieldText;
import dev.mongohaul.infer.column.ShortenedNumbers;
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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an inferred job: its settings and the evidence for them.
 *
 * @param dialect the settings of {@code source}
 * @param columns in the order of the header's names
 * @param hints settings that the user gives; the job file has all of them
 */
record GuessRows(
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

    private static final String DOUBLES = "exact; double where rounding does no harm";

    private static final String SOURCE = "source";
    private static final String TARGET = "target";
    private static final String LEADING_ZEROS = "leading-zeros";
    private static final String DECIMAL_COMMA = "decimal-comma";

    /** How numbers are written, whatever their type is. */
    private static final List<String> SPELLING = List.of("locale", DECIMAL_COMMA, "strip", "negative");

    private static final Set<String> FRACTIONS = Set.of(FieldType.DOUBLE.word(), FieldType.DECIMAL.word());

    /** Returns the settings, each with its evidence. */
    Guess guess() throws IOException {
        int last = skippedLastLines();
        List<GuessRow> rows = new ArrayList<>(heading(last));
        rows.addAll(source(last));
        rows.addAll(target());
        rows.addAll(fields());
        if (refusesLeadingZeros()) {
            rows.add(GuessRow.of("", LEADING_ZEROS, "reject")
                    .because("numbers such as 007 and +49, which would lose their zeros or their sign"));
        }
        rows.add(GuessRow.of("write", "operation", "insert"));
        addGiven(rows);
        String doubt = profile.guess.doubt();
        return new Guess(
                rows,
                together(),
                doubt == null
                        ? null
                        : (hints.standardInput() == null ? profile.sample.firstName() : "Standard input") + " " + doubt,
                header.cells().isEmpty() ? header.names() : header.cells(),
                blank(),
                Map.of());
    }

    /** Adds the settings of the user; they replace those of the same keys. */
    private void addGiven(List<GuessRow> rows) {
        hints.sections().forEach((section, settings) -> {
            if (section.equals(Guess.FIELDS)) {
                return;
            }
            settings.forEach((key, value) -> {
                List<GuessRow> same = rows.stream()
                        .filter(row ->
                                row.section().equals(section) && row.key().equals(key))
                        .toList();
                if (same.isEmpty() || section.equals("write")) {
                    rows.removeAll(same);
                    rows.add(GuessRow.of(section, key, value));
                }
            });
        });
    }

    /** Returns the columns without a value in the whole input, to which the user gives no type. */
    private List<String> blank() {
        return IntStream.range(0, extent().isWhole() ? columns.size() : 0)
                .filter(column -> profile.columns.get(column).cells() == 0)
                .mapToObj(header.names()::get)
                .filter(name -> hints.field(name) == null)
                .toList();
    }

    private int together() {
        return hints.source("each").filter(each -> !each.equals("together")).isPresent()
                ? 1
                : (int) profile.sample.inputs().list().stream()
                        .map(Input::file)
                        .distinct()
                        .count();
    }

    private List<GuessRow> heading(int last) throws IOException {
        SampleExtent extent = extent();
        String seen = extent.describe(profile.records);
        List<GuessRow> rows = new ArrayList<>();
        rows.add(new GuessRow(
                Guess.HEADING,
                "types",
                null,
                "Inferred from " + seen + (extent.isWhole() ? "" : "; 'mongohaul check' reads the whole input"),
                extent.isWhole()
                        ? null
                        : "The types are inferred from %s. A later value that does not fit its type is rejected."
                                .formatted(seen),
                List.of(),
                List.of()));
        Stream.of(
                        "infer %s -o jobs/%s.yml".formatted(names.arguments(), names.job()),
                        "check " + names.job(),
                        "import " + names.job())
                .forEach(command -> rows.add(GuessRow.comment(Guess.HEADING, "  mongohaul " + command)));
        Stream.concat(expectedRejects(last).stream(), shortened())
                .forEach(said -> rows.add(GuessRow.comment(Guess.HEADING, said).says(said)));
        return rows;
    }

    /** Returns sentences on long numbers that lost digits before the file was written. */
    private Stream<String> shortened() {
        return IntStream.range(0, columns.size()).boxed().flatMap(column -> {
            ShortenedNumbers numbers = profile.columns.get(column).shortened();
            Input input = profile.sample.inputs().list().get(numbers.firstInput());
            return numbers
                    .sentence(
                            header.names().get(column), hints.standardInput() == null ? input.name() : "standard input")
                    .stream();
        });
    }

    private SampleExtent extent() {
        return hints.standardInput() == HintCopy.BEGINNING ? new SampleExtent(false, 0) : profile.extent;
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

    /** Returns a sentence on names that keep their dots, such as {@code Nr.}, because they are no paths. */
    private Optional<String> unreachable() {
        List<Integer> flat = IntStream.range(0, columns.size())
                .filter(column -> hints.field(header.names().get(column)) == null)
                .filter(column -> {
                    FieldPath to = columns.get(column).field().to();
                    return to != null && to.elements().stream().anyMatch(name -> name.contains("."));
                })
                .boxed()
                .toList();
        return flat.stream().findFirst().map(first -> {
            String name = header.names().get(first);
            String other = name.replaceAll("\\.+$", "").replace('.', '_');
            return "%s, such as %s: no query and no update reaches such a field. To rename it: %s."
                    .formatted(
                            Counted.of(flat.size(), "name", "keeps its dots", "keep their dots"),
                            Printable.excerpt(name),
                            TypeOption.of(
                                    name,
                                    columns.get(first).field().to(FieldPath.of(other.isEmpty() ? "field" : other))));
        });
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
    private List<String> expectedRejects(int last) throws IOException {
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
        odd(comments, profile.totalsInside, "looks like a total", "look like a total", true);
        if (profile.blank.count() > 0) {
            comments.add(
                    storesBlanks()
                            ? profile.blank.sentence("is an empty row", "are empty rows")
                            : profile.blank.sentence(
                                    "is an empty row, and is left out", "are empty rows, and are left out"));
        }
        if (fails) {
            comments.add(
                    "These are rejects, and the import fails if it has more than rejects.limit, which is 0 unless you set it.");
        }
        Stream<CsvRecord> below =
                last > 0 ? Stream.empty() : profile.footers.stream().flatMap(List::stream);
        List<CsvRecord> doubtful = Stream.concat(profile.totals.stream(), below)
                .filter(total -> hints.skipLastLines().isEmpty() && !total.isEmptyRow())
                .toList();
        doubtful.forEach(total -> comments.add("Line %d looks like a total or a footer, and is %s: %s"
                .formatted(
                        total.location().line(),
                        isImported(total) ? "imported like other records" : "rejected",
                        Printable.excerpt(joined(total)))));
        List<Input> inputs = profile.sample.inputs().list();
        if (!doubtful.isEmpty() && inputs.size() == 1 && hints.standardInput() == null) {
            int lines = lines(inputs.get(0), doubtful.get(0));
            if (lines > 0) {
                comments.add("To leave out the last %s: --skip-last-lines=%d."
                        .formatted(lines == 1 ? "line" : Counted.of(lines, "line"), lines));
            }
        }
        return comments;
    }

    /** Returns whether an empty row makes a document. */
    private boolean storesBlanks() {
        return !hints.settings().getOrDefault("blanks", "omit").equals("omit");
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
            String done = isImported(first) ? "imported" : "rejected";
            // What is rejected for its number of cells is mentioned as such.
            comments.add((isWhole(first)
                            ? records.sentence(isOdd + ", and is " + done, areOdd + ", and are " + done)
                            : records.sentence(isOdd, areOdd))
                    + (shown ? ": " + Printable.excerpt(text) : ""));
        });
    }

    /** Returns the cells of a record as one text. */
    private static String joined(CsvRecord record) {
        return String.join(" ", record.texts()).strip();
    }

    /** Returns whether an import by the job stores the record: every cell is of its type, and those of the id are filled. */
    private boolean isImported(CsvRecord record) {
        return isWhole(record) && IntStream.range(0, columns.size()).allMatch(column -> takes(record, column));
    }

    private boolean isWhole(CsvRecord record) {
        return dialect.ragged() == RaggedRecords.LENIENT || record.cellCount() == columns.size();
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

    private List<GuessRow> source(int last) {
        List<GuessRow> rows = new ArrayList<>();
        rows.add(source("files", names.files().size() == 1 ? names.files().get(0) : names.files()));
        if (together() > 1) {
            rows.add(GuessRow.comment(
                    SOURCE, "each: file  # one import for each file; those that were imported before are skipped"));
        }
        String name = dialect.charset().name();
        String others = charset.isLegacy() ? charset.alternatives() : "";
        rows.add(source("charset", name)
                .because(charset.note())
                .says(said("Charset %s: %s.%s", name, charset.note(), others))
                .shownBy(charset.others())
                .or(charset.isAscii() ? List.of(StandardCharsets.US_ASCII.name()) : List.of()));
        rows.add(delimiter());
        rows.add(
                dialect.quote() != null
                        ? source("quote", dialect.quote().toString())
                        : source("quote", "none")
                                .because("some quotes do not enclose a cell, so quotes are text")
                                .says(
                                        hints.hasQuote()
                                                ? null
                                                : "Quotes are text, since some do not enclose a cell. The option quote decides."));
        if (dialect.escape() != null) {
            rows.add(source("escape", dialect.escape().toString())
                    .because("as MySQL and Hive write it; without it, some records do not fit"));
        }
        if (dialect.trim() != Trim.NONE) {
            rows.add(source("trim", dialect.trim().name().toLowerCase(Locale.ROOT))
                    .because("blanks around cells are removed")
                    .says(
                            hints.source("trim").isPresent()
                                    ? null
                                    : "Blanks around cells outside quotes are removed. The option trim decides."));
        }
        if (!dialect.comment().isEmpty()) {
            rows.add(comments());
        }
        if (dialect.skipLines() > 0) {
            rows.add(skipped("first", dialect.skipLines(), "skip-lines", profile.guess.skipNote()));
        }
        if (last > 0) {
            rows.add(skipped(
                    "last", last, "skip-last-lines", hints.skipLastLines().isPresent() ? null : below()));
        }
        String columnNames = Printable.excerpt(String.join(", ", header.names()));
        rows.add(source("header", headerSetting())
                .because(header.note())
                .says(said(
                        "Names of columns: %2$s. They are %1$s. The option header decides.",
                        columnNames, header.note())));
        if (dialect.ragged() == RaggedRecords.LENIENT) {
            rows.add(source("ragged", "lenient").because(raggedNote()));
        }
        return rows;
    }

    private static GuessRow source(String key, Object value) {
        return GuessRow.of(SOURCE, key, value);
    }

    /** Returns a sentence with a reason as its second text; null without a reason. */
    private static @Nullable String said(String sentence, Object first, @Nullable String reason, Object... more) {
        return reason == null
                ? null
                : sentence.formatted(
                        Stream.concat(Stream.of(first, reason), Stream.of(more)).toArray());
    }

    private static GuessRow skipped(String which, int lines, String option, @Nullable String why) {
        return source(option, lines)
                .because(why)
                .says(said(
                        "The %1$s %3$s not imported (%4$s): %2$s.",
                        which, why, lines == 1 ? "line is" : Counted.of(lines, "line", "is", "are"), option));
    }

    private GuessRow comments() {
        GuessRow row = source("comment", dialect.comment());
        String first = profile.guess.comments().stream().findFirst().orElse(OmittedLines.COMMENT);
        return profile.comments == 0
                ? row
                : row.because(Counted.of(profile.comments, "line", "begins", "begin") + " with it"
                                + (extent().isWhole() ? "" : " in the sample")
                                + Printable.excerpt(": " + first))
                        .says("%s not imported%s: %s. The option comment decides about them."
                                .formatted(
                                        Counted.of(profile.comments, "line", "is a comment and", "are comments and"),
                                        extent().isWhole() ? "" : " from the sample",
                                        Printable.excerpt(first)));
    }

    private GuessRow delimiter() {
        GuessRow row = source("delimiter", String.valueOf(dialect.delimiter()));
        String doubt = profile.guess.doubt();
        boolean one = columns.size() == 1 && hints.delimiter().isEmpty();
        if (doubt == null && !one) {
            return row;
        }
        if (!one) {
            return row.because("a guess: the input " + doubt)
                    .says("The delimiter is a guess: the input %s. The option delimiter decides.".formatted(doubt));
        }
        boolean fixed = FixedWidth.areEquallyLong(profile.guess.search().texts());
        return row.says("Each line is one cell%s. The option delimiter decides."
                .formatted(
                        fixed
                                ? ". All lines are equally long: if they are columns of fixed width, convert the file to CSV"
                                : ", since no delimiter separates cells"));
    }

    private Object headerSetting() {
        if (!header.inInput() || header.cells().isEmpty()) {
            return header.inInput() ? true : header.names();
        }
        Map<String, Object> text = new LinkedHashMap<>(Map.of("names", header.names()));
        text.put("cells", header.cells());
        if (profile.guess.below() > 0) {
            text.put("below", profile.guess.below());
        }
        return text;
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

    private List<GuessRow> target() {
        List<String> given = hints.id();
        List<String> key = id.columns();
        GuessRow row = given != null
                ? GuessRow.of(TARGET, "id", given)
                : !id.used(hints).isEmpty()
                        ? GuessRow.of(TARGET, "id", key)
                                .because(id.note())
                                .says(
                                        hints.proposesId()
                                                ? "The _id is made of %s: %s. --id names other columns."
                                                        .formatted(YamlScalars.value(key), id.note())
                                                : null)
                        : GuessRow.comment(
                                        TARGET,
                                        "without an id, the _id is generated"
                                                + (key.isEmpty()
                                                        ? ": " + id.note()
                                                        : "; id: %s is possible: %s"
                                                                .formatted(YamlScalars.value(key), id.note())))
                                .says(
                                        hints.proposesId() || hints.matches()
                                                ? null
                                                : "The _id is generated. %s.".formatted(possibleId(key)));
        return List.of(GuessRow.of(TARGET, "collection", names.collection()), row);
    }

    private String possibleId(List<String> key) {
        return key.isEmpty()
                ? Character.toUpperCase(id.note().charAt(0)) + id.note().substring(1)
                : "--id %s would make the _id of %s: %s"
                        .formatted(
                                TypeOption.argument(String.join(",", key)),
                                key.size() == 1 ? "that column" : "these columns",
                                id.note());
    }

    private List<GuessRow> fields() {
        List<GuessRow> rows = new ArrayList<>();
        Set<String> joined = hints.joined();
        boolean decimals = false;
        for (int column = 0; column < columns.size(); column++) {
            String name = header.names().get(column);
            ColumnType type = columns.get(column);
            Object given = hints.field(name);
            if (given != null) {
                rows.add(GuessRow.of(Guess.FIELDS, name, given(given, type.field()))
                        .shownBy(profile.columns.get(column).evidence()));
            }
            if (given != null || joined.contains(name) || name.equals(hints.operationColumn())) {
                continue;
            }
            // A tip for the first decimal is enough.
            boolean tip = type.field().type() == FieldType.DECIMAL && !decimals && type.fitsDouble();
            decimals |= tip;
            boolean close = type.note() != null && profile.columns.get(column).cells() > 0;
            rows.add(GuessRow.of(Guess.FIELDS, name, FieldText.setting(type.field()))
                    .because((tip ? type.withNote(DOUBLES) : type).note())
                    .says(!close ? null : hints.proposesId() ? type.comment(name) : type.sentence(name))
                    .shownBy(profile.columns.get(column).evidence())
                    .or(type.others().stream()
                            .filter(profile.columns.get(column)::isPossible)
                            .map(FieldText::setting)
                            .toList()));
        }
        Stream.of(nested(), unreachable())
                .flatMap(Optional::stream)
                .forEach(said -> rows.add(GuessRow.sentence(said).about(Guess.PLACES)));
        long faults = hints.strict() != null ? JobInference.faults(columns, header.names(), hints) : 0;
        if (faults > 0) {
            rows.add(GuessRow.sentence(
                    "Columns stay text although few cells have another type, since rejects.limit does not allow %s. --rejects.limit=%d does."
                            .formatted(Counted.of(faults, "reject"), faults)));
        }
        rows.addAll(new JoinedDates(header.names(), columns, profile.columns, hints).rows());
        hints.constants(header.names()).forEach((name, field) -> rows.add(GuessRow.of(Guess.FIELDS, name, field)));
        rows.add(GuessRow.comment(
                Guess.FIELDS,
                "%s: { type: source, value: file }  # where the record comes from: %s"
                        .formatted(header.names().contains("origin") ? "_origin" : "origin", RecordOrigin.words())));
        return rows;
    }

    /**
     * Returns the field that the user gives, in the place that the column's name needs. Its numbers keep their meaning, as in
     * a job file without {@code leading-zeros}; a type of numbers alone has their inferred separators and signs.
     */
    private Object given(Object field, FieldSpec inferred) {
        Map<String, Object> options = new LinkedHashMap<>();
        if (inferred.to() != null) {
            options.put("to", inferred.to().elements());
        }
        if (field instanceof Map<?, ?> others) {
            others.forEach((key, value) -> options.put(key.toString(), value));
        } else {
            if (isNumber(field) && FieldText.setting(inferred) instanceof Map<?, ?> spelling) {
                SPELLING.stream()
                        .filter(key -> spelling.containsKey(key)
                                && (!key.equals(DECIMAL_COMMA) || FRACTIONS.contains(field.toString())))
                        .forEach(key -> options.put(key, Objects.requireNonNull(spelling.get(key))));
            }
            options.put("type", field);
        }
        boolean number = Stream.of("type", "of").map(options::get).anyMatch(GuessRows::isNumber);
        if (number && refusesLeadingZeros()) {
            options.putIfAbsent(LEADING_ZEROS, "allow");
        }
        return options.size() == 1 ? field : options;
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
}
