package dev.mongohaul.cli;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Comparisons that are refused before a server is contacted: no server listens at the address. */
class RefusedComparisonsIT {

    private static final Path SHIPPED = Path.of("jobs/compare").toAbsolutePath();

    @TempDir
    private static Path folder;

    private static Program program;

    @BeforeAll
    static void prepareFolder() {
        program = Program.in(folder, "unused").with(Map.of("MONGODB_URI", "mongodb://127.0.0.1:1/"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            compare                              | Name what to compare: bulk, partitions, reactive, write-concern, writers.
            compare writer                       | writer.yml: does not exist; suites here are bulk, partitions, reactive
            compare writers rows=0               | "rows=0" is not rows=NUMBER or job=JOB
            compare writers rows=5 rows=6        | rows is given twice
            compare writers job=unknown          | has no job "unknown"
            compare writers chunk-size=5         | "chunk-size=5" is not rows=NUMBER
            compare writers --runs=0             | --runs: 0 is not a count of 1 or more
            compare writers --format=xml         | "xml" is none of table, json, html
            """)
    void wrongSuiteIsRefused(String arguments, String message) {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ", -1)));
        all.add("--suites=" + SHIPPED);

        Result result = program.run(all.toArray(String[]::new));

        ProgramTest.assertRefused(result, 2, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {rows: 5, writer: sav}                | own.yml:2: cells.writer: "sav" is not one of direct, save
            {rows: 5, chunk-size: 0}              | own.yml:2: cells.chunk-size:
            {rows: 5, chunk: 1}                   | own.yml:2: cells.chunk: names no setting of a job file
            {rows: 5, writer: save, operation: update} | save cannot do this
            """)
    void caseWithoutAJobIsNamedWithItsLine(String cell, String message) throws IOException {
        Files.writeString(folder.resolve("own.yml"), "question: How?\ncells: [" + cell + "]\n");

        Result result = program.run("compare", "own.yml");

        ProgramTest.assertRefused(result, 2, message);
    }

    @Test
    void refusedSuiteLeavesNoFiles() throws IOException {
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        Files.writeString(folder.resolve("own.yml"), "question: How?\ncells: [{rows: 5, writer: sav}]\n");

        Result result = program.withJvm("-Djava.io.tmpdir=" + scratch).run("compare", "own.yml");

        ProgramTest.assertRefused(result, 2, "own.yml:2: cells.writer");
        ProgramTest.assertThatHas(scratch).isEmpty();
    }
}
