package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestartIT {

    private static final int ROWS = 20;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void stoppedImportResumesFromItsOffset() {
        int rows = 1000;
        TestJob job = TestJob.in(folder, "stopped").input(Rows.csv(rows));

        Run first = stopAfter(5, job.prepare("chunk-size=1"));

        assertThat(first.ending()).isEqualTo(RunStatus.STOPPED);
        assertThat(first.reason()).isEmpty();
        assertThat(first.counts().read()).isBetween(5L, rows - 1L);
        assertThat(program.documents("stopped"))
                .hasSize(Math.toIntExact(first.counts().written()));

        Run second = program.run(job.prepare());

        assertThat(second.importNumber()).isEqualTo(first.importNumber());
        assertThat(first.counts().plus(second.counts())).isEqualTo(new Counts(rows, rows, 0, 0, 0));
        assertComplete("stopped", rows, second);
    }

    @Test
    void twoDigitYearsAreThoseOfTheFirstRun() {
        TestJob job = TestJob.in(folder, "years", "fields: {day: {type: date, pattern: dd.MM.yy}}")
                .input("day\n" + "01.02.20\n".repeat(ROWS));
        Run first = program.failAfterChunks(2, job.prepare("chunk-size=1", "grid-size=1"));
        program.collection("mongohaul_imports")
                .updateOne(
                        new Document("jobInstanceId", first.importNumber()),
                        Updates.set("created", Instant.parse("1990-05-05T00:00:00Z")));

        program.run(job.prepare());

        assertThat(program.documents("years"))
                .extracting(document -> document.getDate("day").toInstant().toString())
                .hasSize(ROWS)
                .startsWith("2020-02-01T00:00:00Z", "2020-02-01T00:00:00Z", "1920-02-01T00:00:00Z")
                .endsWith("1920-02-01T00:00:00Z");
    }

    private static Run stopAfter(int records, ImportJob job) {
        ImportMonitor monitor = new ImportMonitor();
        Thread stopper = new Thread(() -> {
            await().until(() -> monitor.counts().read() >= records);
            monitor.requestStop();
        });
        stopper.start();
        LaunchResult stopped = program.launch(job, monitor);
        return program.bean(Runs.class).find(stopped.jobExecutionId()).orElseThrow();
    }

    @Test
    void stopBeforeTheFirstChunkReadsNothing() {
        TestJob job = TestJob.in(folder, "at-once").input(Rows.csv(ROWS));
        ImportMonitor monitor = new ImportMonitor();
        monitor.requestStop();

        LaunchResult result = program.launch(job.prepare(), monitor);

        assertThat(program.bean(Runs.class)
                        .find(result.jobExecutionId())
                        .orElseThrow()
                        .ending())
                .isEqualTo(RunStatus.STOPPED);
        assertThat(program.documents("at-once")).isEmpty();
        assertComplete("at-once", ROWS, program.run(job.prepare()));
    }

    @ParameterizedTest
    @CsvSource({
        "direct, 3, direct, 3",
        "direct, 3, save-all, 7",
        "save-all, 7, direct, 3",
        "save-all, 1, save-all, 1000"
    })
    void failedImportResumesWithAnyWriterAndChunkSize(String writer, int chunkSize, String next, int nextSize) {
        String name = "failed-" + writer + chunkSize + next + nextSize;
        TestJob job = TestJob.in(folder, name).input(Rows.csv(ROWS));

        Run first = program.failAfterChunks(2, job.prepare("writer=" + writer, "chunk-size=" + chunkSize));

        assertThat(first.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(first.reason())
                .contains("MongoDB could not write documents", "The same command continues")
                .doesNotContain("\n");
        assertThat(first.counts()).isEqualTo(new Counts(2L * chunkSize, 2L * chunkSize, 0, 0, 0));

        Run second = program.run(job.prepare("writer=" + next, "chunk-size=" + nextSize));

        assertThat(second.counts().read()).isEqualTo(ROWS - 2L * chunkSize);
        assertComplete(name, ROWS, second);
    }

    @Test
    void importResumesAtTheBorderOfTwoFiles() {
        TestJob job = TestJob.in(folder, "border", "source: {files: 'in-*'}")
                .input("in-1.csv", (Rows.HEADER + Rows.line(0) + Rows.line(1)).getBytes(StandardCharsets.UTF_8))
                .input("in-2.csv", (Rows.HEADER + Rows.line(2) + Rows.line(3)).getBytes(StandardCharsets.UTF_8));

        Run first = program.failAfterChunks(1, job.prepare("chunk-size=2"));
        Run second = program.run(job.prepare("chunk-size=1"));

        assertThat(first.counts().read()).isEqualTo(2);
        assertComplete("border", 4, second);
    }

    @Test
    void importOfMovedFilesResumes() throws IOException {
        TestJob job = TestJob.in(folder, "moved").input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(1, job.prepare("chunk-size=3"));
        Path moved = Files.move(folder.resolve("input.csv"), folder.resolve("moved.csv"));

        Run second = program.run(job.prepare("files=moved.csv"));

        assertThat(second.importNumber()).isEqualTo(first.importNumber());
        assertThat(program.plan(second).inputs().get(0).path()).isEqualTo(moved.toString());
        assertThat(program.plan(second).request().parameters()).containsExactly("files=moved.csv");
        assertComplete("moved", ROWS, second);
    }

    @Test
    void missingDocumentFailsTheImport() {
        TestJob job = TestJob.in(folder, "vanished").input(Rows.csv(ROWS));
        program.failAfterChunks(2, job.prepare("chunk-size=3"));
        program.collection("vanished").deleteOne(new Document("n", "4"));

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason())
                .contains("6 documents of bytes 0 to 55 of the input were acknowledged but only 5 of them are in");
        assertThat(program.plan(run).state()).isEqualTo(ImportState.UNFINISHED);
    }

    private static void assertComplete(String collection, int rows, Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(run).state()).isEqualTo(ImportState.COMPLETED);
        assertThat(program.plan(run).counts()).isEqualTo(new Counts(rows, rows, 0, 0, 0));
        assertThat(Rows.withoutIds(program.documents(collection))).isEqualTo(Rows.documents(rows));
    }
}
