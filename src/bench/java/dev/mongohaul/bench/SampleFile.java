package dev.mongohaul.bench;

import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.generate.SampleData;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** A CSV file of generated rows, gone with its JVM. */
record SampleFile(Path path, Inputs inputs, InputSurvey survey) {

    private static final long SEED = 1;

    /** Orders: six columns and some 65 bytes a row. */
    static SampleFile orders(int rows) throws IOException {
        Path file = newFile();
        try (OutputStream out = Files.newOutputStream(file)) {
            SampleData.ORDERS.write(out, rows, SEED);
        }
        return of(file);
    }

    /** The same with every cell in quotes. */
    static SampleFile quotedOrders(int rows) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        SampleData.ORDERS.write(plain, rows, SEED);
        Path file = newFile();
        Files.writeString(
                file,
                plain.toString(StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> "\"" + line.replace(",", "\",\"") + "\"\n")
                        .collect(Collectors.joining()));
        return of(file);
    }

    /** Rows of any number of columns, about 20 bytes each. */
    static SampleFile wide(int rows, int columns) throws IOException {
        Path file = newFile();
        try (OutputStream out = Files.newOutputStream(file)) {
            SampleData.WIDE.write(out, rows, SEED, columns);
        }
        return of(file);
    }

    static SampleFile of(String content) throws IOException {
        Path file = newFile();
        Files.writeString(file, content);
        return of(file);
    }

    private static Path newFile() throws IOException {
        Path file = Files.createTempFile("mongohaul-bench", ".csv");
        file.toFile().deleteOnExit();
        return file;
    }

    private static SampleFile of(Path file) throws IOException {
        Inputs inputs = InputSources.in(Path.of("")).find(List.of(file.toString()));
        return new SampleFile(file, inputs, InputSurvey.of(inputs, CsvDialect.RFC_4180));
    }

    Header header() {
        return survey.header().orElseThrow();
    }

    CsvItemReader reader() {
        CsvItemReader reader = new CsvItemReader(
                inputs, CsvDialect.RFC_4180, header(), new ReadRange(0, inputs.endOffset(), 1), Long.MAX_VALUE);
        reader.open(new ExecutionContext());
        return reader;
    }

    /** @param ids null for documents without {@code _id} */
    <D> DocumentMapper<D> mapper(Rendering<D> rendering, Map<String, FieldSpec> fields, @Nullable GeneratedIds ids) {
        MappingSpec spec = new MappingSpec(
                header().names(), fields, Unlisted.KEEP, Blanks.OMIT, MappingSpec.DEFAULT_NULLS, Set.of(), List.of());
        return Mapping.of(spec, null).to(rendering, ids);
    }

    List<CsvItem> records() throws IOException {
        CsvItemReader reader = reader();
        List<CsvItem> records = new ArrayList<>();
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            records.add(item);
        }
        reader.close();
        return records;
    }
}
