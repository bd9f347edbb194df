package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Titles above and totals below a table. */
class FooterIT extends ProgramTest {

    private static final String EXPORT = """
            Umsatzbericht
            Stand: 22.11.2026; Filiale Köln

            Nummer;Name;Datum;Betrag
            %s
            Summe;;;%d

            Ende der Liste
            """;

    @Test
    void exportIsImportedWithoutAnEditor() throws IOException {
        export(3000);
        assertThat(program.run("infer", "export.csv", "-o", "jobs/export.yml").exitCode())
                .isZero();

        Result result = program.run("import", "export", "--grid-size=4", "--chunk-size=100");

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(collection("export").countDocuments()).isEqualTo(3000);
        assertThat(collection("export").find(new Document("Nummer", 2)).projection(new Document("_id", 0)))
                .containsExactly(new Document("Nummer", 2)
                        .append("Name", "Jürgen 2")
                        .append("Datum", Date.from(Instant.parse("2026-11-03T00:00:00Z")))
                        .append("Betrag", 20));
    }

    @Test
    void rejectFileIsImportedByTheSameJob() throws IOException {
        export(30);
        program.run("infer", "export.csv", "-o", "jobs/export.yml");
        Path file = folder.resolve("export.csv");
        Charset charset = Charset.forName("windows-1252");
        Files.writeString(file, Files.readString(file, charset).replace("Jürgen 7;", "Jürgen 7;x"), charset);
        assertThat(program.run("import", "export", "rejects.limit=1", "grid-size=2")
                        .exitCode())
                .isEqualTo(10);
        Path rejects = folder.resolve("rejects/export-1.csv");
        assertThat(Files.readString(rejects, charset))
                .isEqualTo("\n\n\nNummer;Name;Datum;Betrag\n7;Jürgen 7;x08.11.2026;70\n\n\n\n");
        Files.writeString(rejects, Files.readString(rejects, charset).replace(";x", ";"), charset);

        Result result = program.run("import", "export", "files=rejects/export-1.csv");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("export").countDocuments()).isEqualTo(30);
        assertThat(collection("export").countDocuments(new Document("Nummer", 7)))
                .isEqualTo(1);
    }

    @Test
    void lastLinesAreSkippedAfterAFailureToo() throws IOException {
        export(500);
        program.run("infer", "export.csv", "-o", "jobs/export.yml");
        assertThat(program.run("import", "export", "fields.Betrag={type: int32, nulls: ['']}", "fields.Name=int32")
                        .exitCode())
                .isEqualTo(12);

        Result result = program.run("restart", "1", "rejects.limit=unlimited", "chunk-size=7");

        assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        assertThat(result.out()
                        .lines()
                        .filter(line -> line.startsWith("  read"))
                        .reduce((first, last) -> last))
                .hasValue("  read                    500");
    }

    private void export(int records) throws IOException {
        StringBuilder table = new StringBuilder();
        int total = 0;
        for (int number = 0; number < records; number++) {
            table.append(number).append(";Jürgen ").append(number);
            table.append(";%02d.11.2026;%d".formatted(1 + number % 28, number * 10));
            table.append(number == records - 1 ? "" : "\n");
            total += number * 10;
        }
        Files.writeString(
                folder.resolve("export.csv"), EXPORT.formatted(table, total), Charset.forName("windows-1252"));
    }
}
