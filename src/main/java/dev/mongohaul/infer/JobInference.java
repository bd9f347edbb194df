package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.infer.ColumnProfile.ColumnType;
import dev.mongohaul.infer.ColumnProfile.NullMarkers;
import dev.mongohaul.infer.IdSearch.IdGuess;
import dev.mongohaul.infer.InferredJob.InferredColumn;
import dev.mongohaul.infer.InferredJob.SourceNames;
import dev.mongohaul.infer.Sample.SampleSize;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.FieldType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Inference of a job file from the inputs. An import of the sample has no reject, unless the job file's first lines
 * announce it.
 *
 * @param workingDirectory the folder of relative paths, which holds {@code jobs/}
 * @param rules rules for the files that may be read
 */
public record JobInference(Path workingDirectory, SampleSize size, InputRules rules) {

    /** Creates an inference from a sample of the usual size. */
    public JobInference(Path workingDirectory, InputRules rules) {
        this(workingDirectory, SampleSize.USUAL, rules);
    }

    /**
     * Infers a job. Reads the inputs three times, large ones as far as the sample's size allows.
     *
     * @param files paths and globs, as {@code source.files} takes them, but standard input
     * @throws InputException for an input that cannot be read, is not text, or has no record
     */
    public InferredJob infer(List<String> files) {
        if (files.contains("-")) {
            throw InputException.refused("Standard input can be read only once, and several looks are needed: save it"
                    + " to a file, and write files: \"-\" into the job afterwards");
        }
        Inputs inputs = Inputs.resolve(workingDirectory, files, InputStream.nullInputStream(), rules);
        try {
            return infer(inputs, SourceNames.of(workingDirectory, files));
        } catch (IOException e) {
            throw InputException.refused("The input cannot be read: " + e.getMessage());
        }
    }

    private InferredJob infer(Inputs inputs, SourceNames sources) throws IOException {
        Sample sample = Sample.of(inputs, size);
        CharsetGuess charset = CharsetGuess.of(sample);
        FirstPass pass = FirstPass.over(charset.isWide() ? sample.inOrder() : sample, charset.charset());
        HeaderGuess header = header(pass);
        CsvDialect dialect = dialect(pass, header);
        InputSurvey.of(inputs, dialect);
        List<ColumnType> types = NullMarkers.blanked(
                pass.profile().columns().stream().map(ColumnProfile::type).toList());
        IdGuess id = new IdSearch(
                        pass.sample(),
                        pass.guess(),
                        header.isThere(),
                        pass.profile().totalOffsets())
                .search(header.names(), types.stream().map(ColumnType::field).toList());
        List<InferredColumn> columns = columns(header.names(), types, id);
        return new InferredJob(sources, charset, pass, header, dialect, columns, id);
    }

    private static HeaderGuess header(FirstPass pass) {
        String name = pass.sample().inputs().list().get(0).name();
        InputProfile profile = pass.profile();
        if (profile.firsts().isEmpty()) {
            throw InputException.refused("%s: the first record cannot be read: %s"
                    .formatted(
                            name,
                            profile.malformed().keySet().stream().findFirst().orElse("there is none")));
        }
        HeaderGuess header = HeaderGuess.of(profile, pass.guess());
        if (!header.isThere()) {
            profile.addFirsts();
        }
        if (profile.records() == 0) {
            throw InputException.refused(
                    "%s: the input has a header and no record, so the types of its columns cannot be inferred"
                            .formatted(name));
        }
        return header;
    }

    private static CsvDialect dialect(FirstPass pass, HeaderGuess header) {
        CsvDialect dialect = pass.guess().dialect();
        return new CsvDialect(
                dialect.charset(),
                dialect.delimiter(),
                dialect.quote(),
                dialect.escape(),
                header.inInput() ? List.of() : header.names(),
                dialect.skipLines() + header.headerLines(),
                dialect.comment(),
                dialect.strayQuotes(),
                dialect.ragged(),
                dialect.trim(),
                dialect.maxRecordBytes());
    }

    private static List<InferredColumn> columns(List<String> names, List<ColumnType> types, IdGuess id) {
        Map<String, FieldPath> places = FieldPlaces.of(names, id.columns());
        List<InferredColumn> columns = new ArrayList<>();
        boolean decimals = false;
        for (int column = 0; column < names.size(); column++) {
            ColumnType type = types.get(column);
            if (type.field().type() == FieldType.DECIMAL && !decimals && type.fitsDouble()) {
                decimals = true;
                type = type.withNote("exact; double where rounding does no harm");
            }
            String name = names.get(column);
            FieldSpec field = type.field();
            columns.add(new InferredColumn(name, field, places.get(name), type.note()));
        }
        return columns;
    }

    /** Places in the document of columns whose names are no places, or conflict with each other. */
    static final class FieldPlaces {

        /** Names with dots that nest, unlike those in {@code U.S. Sales}. */
        private static final Pattern NESTING = Pattern.compile("[\\p{L}\\p{N}_-]+(\\.[\\p{L}\\p{N}_-]+){1,19}");

        private static final FieldPath ID = FieldPath.of("_id");

        private final Map<String, FieldPath> places = new HashMap<>();
        private final List<FieldPath> taken = new ArrayList<>();
        private final List<String> idColumns;

        private FieldPlaces(List<String> idColumns) {
            this.idColumns = idColumns;
            taken.add(ID);
        }

        /** Returns the place of each column that cannot have the one of its name. */
        static Map<String, FieldPath> of(List<String> columns, List<String> idColumns) {
            FieldPlaces places = new FieldPlaces(idColumns);
            // Names without dots first: conflicting nested names are moved.
            columns.stream().filter(name -> !name.contains(".")).forEach(places::place);
            columns.stream().filter(name -> name.contains(".")).forEach(places::place);
            return places.places;
        }

        private void place(String column) {
            if (idColumns.equals(List.of(column)) && column.equals("_id")) {
                return;
            }
            FieldPath own = own(column);
            if (own != null && isFree(own)) {
                taken.add(own);
                return;
            }
            String name = column.replaceFirst("^\\$+", "");
            FieldPath place = FieldPath.of(name.isEmpty() ? "field" : name);
            for (int number = 2; !isFree(place); number++) {
                place = FieldPath.of(name + "_" + number);
            }
            taken.add(place);
            places.put(column, place);
        }

        /** Returns the place of the name; null where it is none. */
        private static @Nullable FieldPath own(String column) {
            if (column.startsWith("$")) {
                return null;
            }
            boolean plain = !column.contains(".");
            return plain || NESTING.matcher(column).matches() ? FieldPath.parse(column) : null;
        }

        private boolean isFree(FieldPath place) {
            return taken.stream().noneMatch(other -> other.overlaps(place));
        }
    }
}
