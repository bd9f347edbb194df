package dev.mongohaul.infer;

import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.HeaderText;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.input.FileSignature;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.infer.column.ColumnProfile;
import dev.mongohaul.infer.column.ColumnType;
import dev.mongohaul.infer.column.NullMarkers;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.text.Counted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Inference of a job file from the inputs. An import of the sample has no reject, unless the job file's first lines
 * announce it.
 *
 * @param workingDirectory the folder of relative paths, which holds {@code jobs/}
 * @param rules rules for the files that may be read
 */
public record JobInference(Path workingDirectory, SampleSize size, InputRules rules) {

    /** Names with dots that nest, unlike those in {@code U.S. Sales}. */
    private static final Pattern NESTING = Pattern.compile("[\\p{L}\\p{N}_-]+(\\.[\\p{L}\\p{N}_-]+){1,19}");

    /** One record in this number may have another number of cells than the others. */
    private static final int ONE_MISFIT_IN = 20;

    /** Files that are looked at one by one. */
    private static final int MOST_FILES = 20;

    /** Creates an inference from a sample of the usual size. */
    public JobInference(Path workingDirectory, InputRules rules) {
        this(workingDirectory, SampleSize.USUAL, rules);
    }

    /** Returns the name of a job and its collection for a file: its name without extensions, and without other characters. */
    public static String nameOf(String file) {
        return SourceNames.jobOf(file);
    }

    /** Returns the name of a collection for a file and others like it; empty if its name has no date and no number of a file. */
    public static Optional<String> seriesOf(String collection) {
        return SeriesName.of(collection);
    }

    /**
     * Infers a job. Reads the inputs three times, large ones as far as the sample's size allows.
     *
     * @param files paths and globs, as {@code source.files} takes them; a copy of standard input if the hints say so
     * @throws InputException for an input that cannot be read, is not text, has no record, or lacks a column of the hints
     */
    public Guess infer(List<String> files, Hints hints) {
        return infer(files, files, null, hints);
    }

    /**
     * As {@link #infer(List, Hints)}.
     *
     * @param job name of the job; null for that of its collection
     */
    public Guess infer(List<String> files, @Nullable String job, Hints hints) {
        return infer(files, files, job, hints);
    }

    /**
     * As {@link #infer(List, Hints)}.
     *
     * @param sample those of the files that are read
     */
    public Guess infer(List<String> files, List<String> sample, Hints hints) {
        return infer(files, sample, null, hints);
    }

    private Guess infer(List<String> files, List<String> sample, @Nullable String job, Hints hints) {
        if (files.contains(InputSources.STANDARD_INPUT)) {
            throw InputException.refused(
                    "Standard input can be read only once, and infer reads its input several times."
                            + " Save it to a file, or import it without a job file: mongohaul import - --collection NAME");
        }
        Inputs inputs = sources().find(sample);
        SourceNames names = hints.standardInput() == null
                ? SourceNames.of(workingDirectory, files)
                : new SourceNames(
                        nameOf(files.get(0)), List.of(InputSources.STANDARD_INPUT), InputSources.STANDARD_INPUT);
        try {
            return infer(
                            inputs,
                            hints.collection().map(names::into).orElse(names).named(job),
                            hints)
                    .guess();
        } catch (IOException e) {
            throw InputException.unread(e);
        }
    }

    private InputSources sources() {
        return new InputSources(workingDirectory, InputStream.nullInputStream(), rules);
    }

    private GuessRows infer(Inputs found, SourceNames sources, Hints hints) throws IOException {
        for (Input input : found.list()) {
            FileSignature.requireCsv(input, hints.header().isEmpty());
        }
        boolean isCut = hints.standardInput() == HintCopy.BEGINNING;
        CharsetGuess charset = hints.charset().isPresent()
                ? new CharsetGuess(hints.charset().get(), null)
                : CharsetGuess.of(Sample.of(found, size, isCut));
        Inputs inputs = withoutLastLines(found, charset.charset(), hints);
        Sample sample = Sample.of(inputs, size, isCut);
        InputProfile first = InputProfile.of(charset.isWide() ? sample.fromStart() : sample, charset.charset(), hints);
        InputProfile profile = CommentLines.decided(first, hints).fitted(hints);
        requireDelimiter(inputs.list().get(0).name(), profile, hints);
        requireWholeFormulas(inputs.list().get(0).name(), profile);
        HeaderGuess header = header(profile, hints);
        if (!header.isThere() && hints.header().isEmpty()) {
            requireNoHeader(inputs, charset.charset(), hints);
        }
        CsvDialect guessed = profile.guess.dialect();
        CsvDialect dialect = DialectSearch.with(
                        guessed,
                        header.inInput() ? List.of() : header.names(),
                        guessed.skipLines() - header.skippedLines(),
                        guessed.comment(),
                        guessed.ragged())
                .with(
                        header.cells().isEmpty()
                                ? HeaderText.NONE
                                : new HeaderText(header.names(), header.cells(), profile.guess.below()));
        InputSurvey.of(inputs, dialect);
        hints.requireColumns(inputs.list().get(0).name(), header.names());
        List<ColumnType> types = hints.plain()
                ? header.names().stream().map(name -> ColumnType.PLAIN).toList()
                : NullMarkers.blanked(types(profile, header.names(), hints));
        List<String> given = hints.id();
        IdGuess id = given == null
                ? new IdSearch(profile, header.isThere())
                        .search(
                                header.names(),
                                types.stream().map(ColumnType::field).toList())
                : new IdGuess(given, "");
        List<ColumnType> columns = columns(header.names(), types, id.used(hints));
        return new GuessRows(sources, charset, profile, header, dialect, columns, id, hints);
    }

    /** Returns the inputs without the last lines that the user leaves out; a copy of standard input keeps them. */
    private static Inputs withoutLastLines(Inputs inputs, Charset charset, Hints hints) throws IOException {
        int lines = hints.standardInput() == null ? hints.skipLastLines().orElse(0) : 0;
        return lines == 0
                ? inputs
                : inputs.withoutLastLines(
                        lines, Collections.nCopies(inputs.list().size(), charset));
    }

    /** Refuses files with a header below a first one without: their headers would be records, and no column would have a type. */
    private void requireNoHeader(Inputs inputs, Charset charset, Hints hints) throws IOException {
        List<Input> all = inputs.list();
        for (Input input : all.subList(1, Math.min(all.size(), MOST_FILES))) {
            Inputs alone = sources().find(List.of(input.address()));
            if (HeaderGuess.isSure(InputProfile.of(Sample.of(alone, size, false), charset, hints))) {
                throw InputException.refused(
                        "%s has a header, and %s has none: the files of an import are alike. Import them apart, or remove the header."
                                .formatted(input.name(), all.get(0).name()));
            }
        }
    }

    /** Returns the types of the columns; strict ones if the limit allows their rejects. */
    private static List<ColumnType> types(InputProfile profile, List<String> names, Hints hints) {
        List<ColumnType> types = ColumnProfile.types(profile.columns, names, hints.patterns(names));
        return hints.strict() != null && hints.strict().test(faults(types, names, hints), profile.records)
                ? types.stream().map(ColumnType::strict).toList()
                : types;
    }

    /** Returns the number of cells that strict types reject. */
    static long faults(List<ColumnType> types, List<String> names, Hints hints) {
        return IntStream.range(0, types.size())
                .filter(column -> hints.field(names.get(column)) == null)
                .mapToLong(column -> types.get(column).faults())
                .sum();
    }

    /** Refuses formulas such as {@code ="1,50"} that the delimiter cuts, so that later cells are shifted. */
    private static void requireWholeFormulas(String name, InputProfile profile) {
        String delimiter = Pattern.quote(String.valueOf(profile.guess.dialect().delimiter()));
        Pattern cut = Pattern.compile("(?:^|" + delimiter + ")(=\"[^\"]*" + delimiter + "[^\"]*\")");
        profile.guess.search().texts().stream()
                .map(cut::matcher)
                .filter(Matcher::find)
                .findFirst()
                .ifPresent(formula -> {
                    throw InputException.refused(
                            "%s has formulas of a spreadsheet, such as %s, whose delimiter is not in quotes, so that later cells are shifted. Save them as values."
                                    .formatted(name, formula.group(1)));
                });
    }

    /** Refuses a table of fixed width, which no delimiter gives the same number of cells in nearly all lines. */
    private static void requireDelimiter(String name, InputProfile profile, Hints hints) {
        DialectGuess guess = profile.guess;
        boolean even = profile.columns.size() > 1 && profile.misfits() * ONE_MISFIT_IN <= profile.records;
        if (hints.delimiter().isEmpty()
                && !even
                && FixedWidth.isTable(guess.search().texts(), guess.dialect().delimiter())) {
            throw InputException.refused(
                    "%s looks like a table of fixed width: blanks line up its columns, and no delimiter separates them. Convert it to CSV. If it is CSV, set delimiter; with a character that the file lacks, each line is one cell."
                            .formatted(name));
        }
    }

    private static HeaderGuess header(InputProfile profile, Hints hints) throws IOException {
        String name = profile.sample.firstName();
        if (profile.firsts.isEmpty()) {
            String reason = profile.malformed.keySet().stream().findFirst().orElse("there is none");
            throw InputException.refused("%s: the first record cannot be read: %s".formatted(name, reason));
        }
        HeaderGuess header = HeaderGuess.of(profile, hints);
        if (!header.isThere()) {
            profile.addFirsts();
        }
        if (profile.records == 0 && !profile.malformed.isEmpty()) {
            Map.Entry<String, Misfits> first =
                    profile.malformed.entrySet().iterator().next();
            throw InputException.refused("%s: no record can be read. Line %d: %s. Set charset, delimiter or quote."
                    .formatted(name, first.getValue().line(), first.getKey()));
        }
        if (profile.records == 0) {
            throw InputException.withoutRecord(
                    "%s: the input has a header and no record, so the types of its columns cannot be inferred. If its only record is data, name the columns, such as --header 'id,name'."
                            .formatted(name));
        }
        boolean all = profile.ragged.count == profile.records
                && profile.guess.dialect().ragged() == RaggedRecords.REJECT
                && hints.source("ragged").isEmpty();
        if (all) {
            throw InputException.refused(
                    "%s: no record has the %s of the header; the first is in line %d. Correct the header, or name the columns, such as --header 'id,name'."
                            .formatted(name, Counted.of(profile.columns.size(), "cell"), profile.ragged.line()));
        }
        return header;
    }

    /** Returns the columns with their places. */
    private static List<ColumnType> columns(List<String> names, List<ColumnType> types, List<String> idColumns) {
        Map<String, FieldPath> places = places(names, idColumns);
        return IntStream.range(0, names.size())
                .mapToObj(column -> types.get(column).to(places.get(names.get(column))))
                .toList();
    }

    /** Returns the places of columns whose names are not places, or conflict with each other. */
    private static Map<String, FieldPath> places(List<String> names, List<String> idColumns) {
        Map<String, FieldPath> places = new HashMap<>();
        List<FieldPath> taken = new ArrayList<>(List.of(FieldPath.ID));
        names.stream()
                .filter(name -> !name.equals("_id") || !idColumns.equals(List.of("_id")))
                // Names without dots first: conflicting nested names are moved.
                .sorted(Comparator.comparing(name -> name.contains(".")))
                .forEach(name -> {
                    boolean plain = !name.contains(".") || NESTING.matcher(name).matches();
                    if (plain && !name.startsWith("$") && isFree(FieldPath.parse(name), taken)) {
                        taken.add(FieldPath.parse(name));
                    } else {
                        FieldPath place = freePlace(name.replaceFirst("^\\$+", ""), taken);
                        taken.add(place);
                        places.put(name, place);
                    }
                });
        return places;
    }

    private static FieldPath freePlace(String name, List<FieldPath> taken) {
        FieldPath place = FieldPath.of(name.isEmpty() ? "field" : name);
        for (int number = 2; !isFree(place, taken); number++) {
            place = FieldPath.of(name + "_" + number);
        }
        return place;
    }

    private static boolean isFree(FieldPath place, List<FieldPath> taken) {
        return taken.stream().noneMatch(other -> other.overlaps(place));
    }
}
