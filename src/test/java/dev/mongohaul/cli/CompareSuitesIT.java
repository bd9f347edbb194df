package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareSuitesIT extends ProgramTest {

    private static final Path SHIPPED = Path.of("jobs/compare").toAbsolutePath();

    private Path scratch;

    @BeforeEach
    void createScratchFolder() throws IOException {
        scratch = Files.createDirectory(folder.resolve("scratch"));
    }

    @AfterEach
    void assertThatNothingIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files).isEmpty();
        }
        assertThat(TestServer.client().listDatabaseNames().into(new ArrayList<>()))
                .noneMatch(name -> name.startsWith("mongohaul_compare_"));
    }

    /** CaseRunnerIT measures a case of each kind of the other suites. */
    @Test
    void suiteEndsWithLinesForTheJobFile() {
        Result result = compare("reactive", "rows=50", "--runs=1");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).contains("1 of 8: ").doesNotContain("left out");
        assertThat(result.out())
                .startsWith("reactive: ")
                .contains("Cut short: no case has more than 50 rows.")
                .contains("Fastest: ", " faster than ", "In the job file:", "  write:")
                .endsWith("With charts: .mongohaul/compare/reactive.html\n");
        assertThat(folder.resolve(".mongohaul/compare/reactive.html"))
                .content()
                .contains("<h1>Comparison: reactive", "<svg ");
    }

    @Test
    void resultIsJson() throws IOException {
        own(
                "cells: [{rows: 50, writer: save, write-concern: majority}, {rows: 50, writer: direct, write-concern: w0}]");

        Result result = compare("own.yml", "--format=json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        JsonNode found = JsonMapper.shared().readTree(result.out());
        assertThat(found.get("suite").stringValue()).isEqualTo("own");
        assertThat(found.get("cutTo").isNull()).isTrue();
        assertThat(found.get("cells")).hasSize(2);
        JsonNode save = found.get("cells").get(0);
        assertThat(save.get("name").stringValue()).isEqualTo("save");
        assertThat(save.get("commands").longValue()).isEqualTo(50);
        assertThat(save.get("timesFaster").doubleValue()).isEqualTo(1);
        assertThat(save.get("runs")).hasSize(3);
        assertThat(found.get("cells").get(1).get("notes").toString()).contains("nothing was confirmed");
        assertThat(found.get("recommended").get("lines").toString()).contains("write-concern: majority");
    }

    @Test
    void pageIsWrittenAgainFromTheResult() throws IOException {
        own("cells: [{rows: 50, writer: direct}]");

        Result result = compare("own.yml", "--runs=1", "--format=html");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .startsWith("<!DOCTYPE html>")
                .contains("<h1>Comparison: own</h1>", "<svg ")
                .isEqualTo(Files.readString(folder.resolve(".mongohaul/compare/own.html")));

        Path stored = folder.resolve(".mongohaul/compare/own.json");
        Files.writeString(
                stored.resolveSibling("bulk.json"), Files.readString(stored).replace("\"own\"", "\"bulk\""));
        Result again =
                program.with(Map.of("MONGODB_URI", "mongodb://127.0.0.1:1/")).run("compare", "page", "--charts=charts");

        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(again.out()).startsWith("<!DOCTYPE html>").containsSubsequence("bulk</h2>", "own</h2>");
        assertThat(folder.resolve("charts/own-1.svg")).content().startsWith("<svg ");
        assertThat(folder.resolve("charts/bulk-1.svg")).exists();
    }

    @Test
    void pageNeedsAResult() {
        assertRefused(
                program.run("compare", "page"),
                2,
                ".mongohaul/compare holds no result of a suite: run one in this folder, such as 'mongohaul compare writers'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"suite\": \"own\"", "{}", "{\"suite\": \"own\", \"question\": \"How?\", \"runs\": 1}", "[]"})
    void unreadableResultIsNamed(String stored) throws IOException {
        Files.createDirectories(folder.resolve(".mongohaul/compare"));
        file(".mongohaul/compare/own.json", stored);

        assertRefused(
                program.run("compare", "page"),
                1,
                ".mongohaul/compare/own.json is not a result of this version: delete it, or run the suite again");
    }

    @Test
    void stoppedSuiteResumes() throws IOException {
        own("cells: [{rows: 100, writer: direct}]");
        RunningProgram running = process().start("compare", "own.yml", "--runs=50");
        await().atMost(Duration.ofSeconds(60)).until(() -> running.err().contains("2 of 51"));

        Result stopped = running.signal("INT").await();

        assertThat(stopped.exitCode()).isEqualTo(11);
        assertThat(stopped.out()).isEmpty();
        assertThat(stopped.err()).doesNotContain("Exception");
        assertThatNothingIsLeft();

        Result result = compare("own.yml", "--runs=2");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err())
                .contains("measurements of an earlier run are used")
                .doesNotContain("1 of 3: ");
        assertThat(compare("own.yml", "--runs=1").err())
                .as("a completed suite starts again")
                .contains("1 of 2: ");
    }

    @Test
    void suiteMeasuresAJobOfTheUser() throws IOException {
        file("jobs/mine.yml", "source: {files: mine.csv}", "target: {collection: mine, id: [n]}");
        file("mine.csv", "n", "1", "\"2\n\"", "3");
        own("cells: [{rows: 1000, operation: insert, writer: direct}]");

        Result result = compare("own.yml", "job=mine", "--runs=1", "--format=json");
        Result cut = compare("own.yml", "job=mine", "rows=2", "--runs=1", "--format=json");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("For mine on MongoDB", "the input has 3 records and no more");
        assertThat(JsonMapper.shared()
                        .readTree(result.out())
                        .at("/cells/0/runs/0/documents")
                        .longValue())
                .isEqualTo(3);
        assertThat(JsonMapper.shared()
                        .readTree(cut.out())
                        .at("/cells/0/runs/0/documents")
                        .longValue())
                .as(cut.err())
                .isEqualTo(2);
    }

    private void own(String text) throws IOException {
        Files.writeString(folder.resolve("own.yml"), "question: How?\n" + text + "\n");
    }

    private Result compare(String... arguments) {
        return program.run(arguments(arguments));
    }

    private static String[] arguments(String... arguments) {
        List<String> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(arguments));
        all.add("--suites=" + SHIPPED);
        return all.toArray(String[]::new);
    }

    /** Returns the program with a separate process and temporary files in the scratch folder. */
    private Program process() {
        return program.withJvm("-Djava.io.tmpdir=" + scratch);
    }
}
