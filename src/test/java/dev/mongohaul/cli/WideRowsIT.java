package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStream;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.generate.SampleData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Imports of rows of many columns: the documents are those of another CSV parser, and the memory is small. */
class WideRowsIT extends ProgramTest {

    private static final int ROWS = 200;
    private static final int GIANT_MEBIBYTES = 40;

    @ParameterizedTest
    @CsvSource({"wide.csv, 1000, 4", "wide.csv.gz, 50, 4", "wide.csv.zst, 1000, 1"})
    void documentsAreThoseOfAnotherParser(String name, int columns, int gridSize) throws IOException {
        try (OutputStream plain = Files.newOutputStream(folder.resolve("expected.csv"));
                OutputStream file = Files.newOutputStream(folder.resolve(name));
                OutputStream packed = packed(file, name)) {
            SampleData.WIDE.write(plain, ROWS, columns, columns);
            SampleData.WIDE.write(packed, ROWS, columns, columns);
        }
        List<NamedCsvRecord> records = records(folder.resolve("expected.csv"));
        job(name, records.get(0), gridSize);

        Result result = program.run("import", "wide");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("wide").find().sort(new Document("_id", 1)))
                .containsExactlyElementsOf(
                        records.stream().map(WideRowsIT::document).toList());
    }

    @Test
    void giantCellsAreRejectsInLittleMemory() throws IOException {
        Path plain = folder.resolve("plain.csv");
        try (OutputStream out = Files.newOutputStream(plain)) {
            SampleData.WIDE.write(out, ROWS, 1, 50);
        }
        byte[] filler = "line, \"\"quoted\"\"\n".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        List<String> lines = Files.readAllLines(plain);
        try (OutputStream out = Files.newOutputStream(folder.resolve("wide.csv"))) {
            for (int line = 0; line < lines.size(); line++) {
                String row = lines.get(line);
                if (line > 0 && line % 100 == 0) {
                    out.write((line + ",\"").getBytes(StandardCharsets.UTF_8));
                    for (int written = 0; written < GIANT_MEBIBYTES; written++) {
                        out.write(filler);
                    }
                    row = "\"" + ",".repeat(48);
                }
                out.write((row + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        job("wide.csv", records(plain).get(0), 4);

        Result result = program.withJvm("-Xmx128m").run("import", "wide");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        assertThat(result.out()).containsPattern("rejected +2\n");
        assertThat(program.run("report", "1").out())
                .contains("the record is longer than the 16,777,216 bytes that a record may have");
        assertThat(collection("wide").distinct("_id", Integer.class))
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, ROWS)
                        .filter(id -> id % 100 != 0)
                        .boxed()
                        .toList());
    }

    private static OutputStream packed(OutputStream out, String name) throws IOException {
        return name.endsWith(".gz")
                ? new GZIPOutputStream(out)
                : name.endsWith(".zst") ? new ZstdOutputStream(out) : out;
    }

    private static List<NamedCsvRecord> records(Path file) throws IOException {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
            return reader.stream().toList();
        }
    }

    private void job(String input, NamedCsvRecord record, int gridSize) {
        String fields = record.getHeader().stream()
                .map(column -> "  " + column + ": " + (column.equals("id") ? "{type: int32, to: _id}" : type(column)))
                .collect(Collectors.joining("\n"));
        file(
                "jobs/wide.yml",
                "source: {files: " + input + "}",
                "target: {collection: wide}",
                "partition: {grid-size: " + gridSize + "}",
                "rejects: {limit: unlimited}",
                "fields:",
                fields);
    }

    private static String type(String column) {
        return switch (column.replaceFirst("\\d.*", "")) {
            case "amount" -> "decimal";
            case "at" -> "instant";
            case "id", "count" -> "int32";
            default -> "string";
        };
    }

    private static Document document(NamedCsvRecord record) {
        Document document = new Document("_id", Integer.valueOf(record.getField("id")));
        record.getFieldsAsMap().forEach((column, text) -> {
            String nested = column.replaceFirst("\\.name$", "");
            if (!text.isEmpty() && !column.equals("id")) {
                document.append(nested, nested.equals(column) ? value(type(column), text) : new Document("name", text));
            }
        });
        return document;
    }

    @SuppressWarnings("JavaUtilDate") // what the driver gives for a BSON date
    private static Object value(String type, String text) {
        return switch (type) {
            case "decimal" -> Decimal128.parse(text);
            case "instant" -> Date.from(Instant.parse(text));
            case "int32" -> Integer.valueOf(text);
            default -> text;
        };
    }
}
