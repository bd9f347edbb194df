package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RejectsIT extends ProgramTest {

    private static final String HEADER = "customer,sku,price,attributes.color,attributes.size,placedAt";
    private static final String BAD_PRICE = "C-bad,\"S,1\",cheap,red,M,2026-01-01T00:00:00Z";
    private static final String SHORT = "C-short,S";

    @Test
    void limitThatWouldPassIsNamedBesideATrailer() throws IOException {
        Files.writeString(folder.resolve("jobs/counted.yml"), """
                source: {files: counted.csv, expect: {trailer: {pattern: 'END,(\\d+)', records: 1}}}
                target: {collection: counted, id: id}
                fields: {id: int32}
                rejects: {limit: 0.5%}
                """);
        List<String> lines = new ArrayList<>(List.of("id,n"));
        IntStream.range(0, 100).forEach(id -> lines.add((id == 50 ? "x" : id) + ",1"));
        lines.add("END,100");
        file("counted.csv", lines.toArray(String[]::new));

        Result refused = program.run("import", "counted");

        assertThat(refused.exitCode()).isEqualTo(12);
        assertThat(refused.out()).contains("Next: 'mongohaul restart 1 rejects.limit=1' continues the import");
        assertThat(program.run("report", "1").out())
                .endsWith("Next: 'mongohaul restart 1 rejects.limit=1' continues the import%n".formatted());
        assertThat(program.run("restart", "1", "rejects.limit=1").exitCode()).isEqualTo(10);
        assertThat(collection("counted").countDocuments()).isEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void correctedRejectsOfAnOlderFileAreVerifiedAndWarnOfTheNewerOne(boolean unfinished) throws IOException {
        Files.writeString(folder.resolve("jobs/nights.yml"), """
                source: {files: in/*.csv, each: file, expect: {trailer: {pattern: 'END,(\\d+)', records: 1}}, after: {completed: done}}
                target: {collection: nights, id: id}
                fields: {id: int32, v: int32}
                write: {operation: upsert}
                rejects: {limit: unlimited}
                """);
        Files.createDirectories(folder.resolve("in"));
        file("in/1.csv", "id,v", "1,x", "2,2", "END,2");
        Result first = program.run("import", "nights", "chunk-size=7", "unfinished=abandon");
        assertThat(first.exitCode()).isEqualTo(10);
        assertThat(first.out())
                .contains(
                        "Import the fixed file with 'mongohaul import nights files=rejects/nights-1.csv chunk-size=7'");
        file("in/2.csv", "id,v", "1,9", unfinished ? "3,x" : "3,3", "END,2");
        assertThat(program.run("import", "nights", "rejects.limit=0", "chunk-size=1")
                        .exitCode())
                .isEqualTo(unfinished ? 12 : 0);
        Files.writeString(folder.resolve("rejects/nights-1.csv"), "id,v\n1,5\n");

        Result corrected = program.run("import", "nights", "files=rejects/nights-1.csv");

        assertThat(corrected.exitCode()).as(corrected.out() + corrected.err()).isZero();
        assertThat(corrected.out() + corrected.err())
                .contains("nights: run 2 came after import 1, whose rejects these are");
        Result verified = program.run("verify", "3");
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    }

    @Test
    void rejectLimitEndsTheRunAndAHigherLimitResumesIt() throws IOException {
        file("in.csv", lines());

        Result refused = program.run("import", "orders", "files=in.csv", "chunk-size=5");

        assertThat(refused.exitCode()).isEqualTo(12);
        assertThat(refused.out())
                .startsWith("orders: reject limit exceeded (run 1)")
                .contains(
                        "  The reject limit 0 is exceeded: 1 of 5 records (20.00 %) is rejected, and ",
                        " % of the input is read. 'mongohaul check orders' with the same parameters shows all rejects",
                        "Rejects by reason:",
                        "        1  price: is not a double: a number such as -12.5",
                        "             in.csv:2  \"cheap\"",
                        "Rejects: rejects/orders-1.csv to fix and import",
                        "1 of 5 records is rejected. Correct the file or the job file, abandon this import, and import again.",
                        "Next: 'mongohaul abandon 1' makes way for the next one")
                .doesNotContain("mongohaul restart");
        assertThat(folder.resolve("rejects/orders-1.csv")).hasContent(HEADER + "\n" + BAD_PRICE);
        assertThat(collection("orders").countDocuments()).isEqualTo(4);

        Result continued = program.run("restart", "1", "rejects.limit=2");

        assertThat(continued.exitCode()).isEqualTo(10);
        assertThat(continued.out())
                .startsWith("orders: completed with rejects (run 2)")
                .containsSubsequence(
                        "  rejected                  2",
                        "In this run, ",
                        "        1  price: is not a double",
                        "        1  price: 2 cells where the header has 6");
        assertThat(collection("orders").countDocuments()).isEqualTo(20);
        String rejects = HEADER + "\n" + BAD_PRICE + "\n" + SHORT + "\n";
        assertThat(Files.readString(folder.resolve("rejects/orders-1.csv"))).isEqualTo(rejects);
        assertThat(Files.readAllLines(folder.resolve("rejects/orders-1.jsonl"))).hasSize(2);

        Result again = program.run("import", "orders", "files=in.csv", "rejects.limit=1%");

        assertThat(again.exitCode()).as("that of the run that loaded it").isEqualTo(10);
        assertThat(again.out()).contains("loaded by run 2, with rejects");

        Result shown = program.run("rejects", "2");

        assertThat(shown.out()).isEqualTo(rejects);
        assertThat(shown.err()).isEmpty();
        assertThat(shown.exitCode()).isZero();
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data", "in.csv", "rejects", ".mongohaul");
    }

    @Test
    void correctedFileIsImportedAtTheLimitAndNeverOverwritten() throws IOException {
        file("in.csv", lines());
        assertThat(program.run("import", "orders", "files=in.csv", "chunk-size=5")
                        .exitCode())
                .isEqualTo(12);
        Path rejects = folder.resolve("rejects/orders-1.csv");
        String corrected = Files.readString(rejects).replace("cheap", "1");
        Files.writeString(rejects, corrected);

        Result correction = program.run("import", "orders", "files=rejects/orders-1.csv");

        assertThat(correction.exitCode()).as(correction.err()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(5);

        Result continued = program.run("restart", "1", "rejects.limit=2");

        assertThat(continued.exitCode()).isEqualTo(10);
        assertThat(continued.out())
                .contains(
                        "Rejects: rejects/orders-1.2.csv to fix and import, rejects/orders-1.2.jsonl with the reasons",
                        "rejects/orders-1.csv was changed since it was exported, and is left as it is: remove from rejects/orders-1.2.csv what is imported from it already");
        assertThat(Files.readString(rejects)).isEqualTo(corrected);
        assertThat(Files.readString(folder.resolve("rejects/orders-1.2.csv")))
                .isEqualTo(HEADER + "\n" + BAD_PRICE + "\n" + SHORT + "\n");
        assertThat(collection("orders").countDocuments()).isEqualTo(21);
    }

    @Test
    void summaryReportsUnwritableRejects() {
        file("in.csv", lines());
        file("rejects", "a file where the folder belongs");
        String reason = "The rejects of the import cannot be written to " + folder.resolve("rejects") + ": ";

        Result exceeded = program.run("import", "orders", "files=in.csv");
        Result failed = program.run("restart", "1", "rejects.limit=2");

        assertThat(exceeded.exitCode()).isEqualTo(12);
        assertThat(exceeded.out())
                .contains(
                        "The reject limit 0 is exceeded",
                        reason,
                        "Rejects: no file was written; 'mongohaul rejects 1' writes the records to standard output")
                .doesNotContain("orders-1.csv");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.out())
                .contains(reason, "Rejects: no file was written; 'mongohaul rejects 2' writes")
                .doesNotContain("orders-1.csv");
        assertThat(program.run("rejects", "2").out()).contains(BAD_PRICE, SHORT);
    }

    private static String[] lines() {
        Stream<String> good =
                IntStream.range(0, 20).mapToObj(number -> "C-%d,S,1.5,red,M,2026-01-01T00:00:00Z".formatted(number));
        String[] lines = Stream.concat(Stream.of(HEADER, BAD_PRICE), good).toArray(String[]::new);
        String[] all = Arrays.copyOf(lines, lines.length + 1);
        all[lines.length] = SHORT;
        return all;
    }
}
