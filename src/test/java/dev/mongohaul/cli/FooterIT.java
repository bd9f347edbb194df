package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void lastLinesMayFillPartitions() throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/short.yml"), """
                source: {files: short.csv, skip-last-lines: 200}
                target: {collection: short}
                partition: {grid-size: 4}
                """);
        Files.writeString(
                folder.resolve("short.csv"), "a,b\n1,x\n2,y\n" + ("Total " + "x".repeat(2000) + "\n").repeat(200));

        Result result = program.run("import", "short");

        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(collection("short").countDocuments()).isEqualTo(2);
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
    void sparseRecordInPlaceOfAPaddedTrailerIsRefused() {
        file("sales.csv", "nr;name;amount;note", "1;A;1;x", "2;B;2;y", "3;C;2;y", "ENDE;3;;");
        program.run("infer", "sales.csv", "-o", "jobs/sales.yml");
        assertThat(program.run("import", "sales").exitCode()).isZero();
        assertThat(collection("sales").countDocuments()).isEqualTo(3);
        file("sales.csv", "nr;name;amount;note", "4;D;1;x", "ENDE;1;;");
        assertThat(program.run("import", "sales").exitCode()).isZero();
        file("sales.csv", "nr;name;amount;note", "5;E;1;x", "6;F;;");

        for (String command : List.of("check", "import", "diff")) {
            assertRefused(program.run(command, "sales"), 2, "sales.csv", "6;F", "skip-last-lines=0");
        }
        assertThat(collection("sales").countDocuments()).isEqualTo(4);
    }

    @Test
    void recordInPlaceOfTheSkippedLineIsRefused() {
        file("sales.csv", "name;amount", "A;1", "B;2", "Summe;3");
        program.run("infer", "sales.csv", "-o", "jobs/sales.yml");
        assertThat(program.run("import", "sales").exitCode()).isZero();
        file("sales.csv", "name;amount", "C;1", "D;2", "E;4");

        for (String command : List.of("check", "import", "diff")) {
            assertRefused(program.run(command, "sales"), 2, "sales.csv", "E;4", "skip-last-lines=0");
        }
        assertThat(program.run("import", "sales", "skip-last-lines=0").exitCode())
                .isZero();
        assertThat(collection("sales").distinct("name", String.class)).containsExactly("A", "B", "C", "D", "E");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sales.csv", "jobs/sales.yml"})
    void lineOfUnitsIsInTheRejectsAndNoRecordIsTakenForIt(String given) {
        List<String> lines = new ArrayList<>(List.of("Bericht", "nr;menge;wert", ";Stk;EUR"));
        IntStream.rangeClosed(1, 60)
                .forEach(n -> lines.add(n + ";" + (n % 20 == 0 ? "ca. " : "") + n * 3 + ";" + n + ",5"));
        file("sales.csv", lines.toArray(String[]::new));
        boolean job = given.startsWith("jobs");
        String[] types = {"--id=nr", "--type=menge=int32"};
        if (job) {
            assertThat(program.run("infer", "sales.csv", "-o", given, types[0], types[1])
                            .exitCode())
                    .isZero();
        }
        Result first = job
                ? program.run("import", "sales", "rejects.limit=10")
                : program.run("import", given, types[0], types[1], "rejects.limit=10");
        assertThat(first.exitCode()).as(first.out() + first.err()).isEqualTo(10);
        file("rejects/sales-1.csv", "", "nr;menge;wert", "20;60;20,5", "40;120;40,5", "60;180;60,5");
        String[] again = job
                ? new String[] {"import", "sales", "files=rejects/sales-1.csv"}
                : new String[] {"import", "rejects/sales-1.csv", "--like", "1"};
        assertRefused(program.run(again), 2, "source.header.below leaves out, is a record: 20;60;20,5");

        assertThat(program.run("rejects", "1").out()).startsWith("\nnr;menge;wert\n;Stk;EUR\n20;ca. 60;20,5\n");
        file("rejects/sales-1.csv", "", "nr;menge;wert", ";Stk;EUR", "20;60;20,5", "40;120;40,5", "60;180;60,5");
        Result corrected = program.run(again);

        assertThat(corrected.exitCode()).as(corrected.out() + corrected.err()).isZero();
        assertThat(collection("sales").countDocuments()).isEqualTo(60);
    }

    /** Lines below a table whose job has a text, a date and a number, and skips one line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Summe;;3",
                "Summe;01.02.2026;3",
                "Zeilen: 2",
                "ENDE;2;;",
                "ENDE;;",
                ";;3",
                "Stand;heute;3",
                "Filiale Köln, Summe;02.01.2026;7,5"
            })
    void lineThatIsNoRecordIsSkipped(String line) {
        file(
                "jobs/sales.yml",
                "source: {files: sales.csv, delimiter: ';', skip-last-lines: 1}",
                "target: {collection: sales}",
                "fields: {day: {type: date, pattern: dd.MM.yyyy}, amount: {type: decimal, locale: de}}");
        file("sales.csv", "name;day;amount", "A;01.02.2026;1", "B;01.02.2026;2", line);

        Result result = program.run("import", "sales");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("sales").countDocuments()).isEqualTo(2);
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
