package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.step.StepExecution;

/** Imports with several ranges at the same time. */
class PartitionIT {

    private static final int ROWS = 5_000;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(
                TestServer.uri(),
                TestDatabases.take(),
                "mongohaul.repository.checkpoint-interval=0s",
                "mongohaul.import.smallest-range=1B");
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void everyGridStoresAndRejectsTheSame(int gridSize) {
        Map<Long, Object> alone = imported(mixed("grid-1-" + gridSize), 1);
        Map<Long, Object> together = imported(mixed("grid-" + gridSize), gridSize);

        assertThat(together).hasSizeGreaterThan(ROWS / 2).isEqualTo(alone);
    }

    /** Returns by offset the documents without their ids and the rejects with line and bytes. */
    private static Map<Long, Object> imported(TestJob job, int gridSize) {
        ImportJob prepared = job.prepare("grid-size=" + gridSize, "rejects.limit=unlimited", "chunk-size=100");
        Run run = program.run(prepared);

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.plan(run).partitions()).hasSize(gridSize);
        assertThat(run.counts()).isEqualTo(program.plan(run).counts());
        Map<Long, Object> found = Imported.of(program, prepared.name(), run);
        assertThat(found).hasSize(Math.toIntExact(run.counts().read()));
        return found;
    }

    /** Returns a job with cells that look like records, line breaks and doubled quotes, and with rejects. */
    private TestJob mixed(String name) {
        StringBuilder csv = new StringBuilder("n,text\r\n");
        for (int row = 0; row < ROWS; row++) {
            String text = switch (row % 7) {
                case 0 -> "\"1,first\r\n2,\"\"second\"\"\r\n\"";
                case 1 -> "\"\"";
                case 2 -> "\"" + row + ",text\n".repeat(row % 50) + "\"";
                default -> "plain";
            };
            csv.append(row % 97 == 0 ? "none" : row).append(',').append(text).append("\r\n");
        }
        return TestJob.in(folder, name, "fields: {n: int32}").input(csv.toString());
    }

    /** Imports a table as SELECT … INTO OUTFILE writes it. */
    @Test
    void exportOfMySqlIsTheSameForEveryGrid() {
        StringBuilder csv = new StringBuilder();
        for (int row = 0; row < ROWS; row++) {
            String text = switch (row % 5) {
                case 0 -> "\\N";
                case 1 -> "two\\\nlines\\\n" + row;
                case 2 -> "a\\\tb\\\\";
                case 3 -> "\\0 and \\\"";
                default -> "plain";
            };
            csv.append(row % 97 == 0 ? "none" : row).append('\t').append(text).append('\n');
        }
        String source = "source: {files: input.csv, delimiter: '\\t', quote: none, escape: '\\', header: [n, text]}";
        TestJob job = TestJob.in(folder, "mysql", source, "fields: {n: int32}", "nulls: ['\\N']")
                .input(csv.toString());
        TestJob again = TestJob.in(folder, "mysql-alone", source, "fields: {n: int32}", "nulls: ['\\N']");

        Map<Long, Object> together = imported(job, 6);

        assertThat(together).hasSize(ROWS).isEqualTo(imported(again, 1));
        assertThat(program.collection("mysql").distinct("text", String.class).into(new ArrayList<>()))
                .contains("two\nlines\n1", "a\tb\\", "\0 and \"", "plain")
                .doesNotContain("\\N", "N");
    }

    @Test
    void partitionStepsAddUpToTheImportStep() {
        Run run = program.run(TestJob.in(folder, "steps").input(Rows.csv(ROWS)).prepare("grid-size=4"));

        List<StepExecution> steps = List.copyOf(run.execution().getStepExecutions());
        assertThat(named(steps, Run.IMPORT_STEP))
                .first()
                .extracting(StepExecution::getReadCount, StepExecution::getWriteCount)
                .containsExactly((long) ROWS, (long) ROWS);
        for (ImportPartition partition : program.plan(run).partitions()) {
            assertThat(named(steps, Run.stepOf(partition)))
                    .first()
                    .extracting(StepExecution::getReadCount)
                    .isEqualTo(partition.counts().read());
        }
    }

    private static Stream<StepExecution> named(List<StepExecution> steps, String name) {
        return steps.stream().filter(step -> step.getStepName().equals(name));
    }

    @ParameterizedTest
    @CsvSource({
        "1, direct, 8, raw",
        "8, raw, 1, direct",
        "3, save-all, 2, bulk",
        "2, bulk, 3, reactive-buffered",
        "4, reactive-buffered, 4, save-all"
    })
    void failedImportResumesWithAnyGridAndWriter(int grid, String writer, int nextGrid, String nextWriter) {
        String name = "grids-" + grid + writer;
        TestJob job = TestJob.in(folder, name).input(Rows.csv(ROWS));

        Run first = program.failAfterChunks(
                10, job.prepare("grid-size=" + grid, "writer=" + writer, "chunk-size=100", "buffer=20"));
        Run second = program.run(job.prepare("grid-size=" + nextGrid, "writer=" + nextWriter, "chunk-size=130"));

        assertThat(first.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(first.reason()).contains("MongoDB could not write documents", "The same command continues");
        assertComplete(name, second);
        assertThat(first.counts().plus(second.counts())).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
    }

    @Test
    void stopEndsAllPartitionsAndTheNextRunResumes() {
        TestJob job = TestJob.in(folder, "stopped").input(Rows.csv(ROWS));
        ImportMonitor monitor = new ImportMonitor();
        Thread stopper = new Thread(() -> {
            await().until(() -> monitor.counts().read() > 0);
            monitor.requestStop();
        });
        stopper.start();

        Run first = program.bean(Runs.class)
                .find(program.launch(job.prepare("grid-size=4", "chunk-size=10"), monitor)
                        .jobExecutionId())
                .orElseThrow();
        Run second = program.run(job.prepare("grid-size=2"));

        assertThat(first.ending()).isEqualTo(RunStatus.STOPPED);
        assertThat(first.counts().read()).isBetween(1L, ROWS - 1L);
        assertComplete("stopped", second);
    }

    @Test
    void exceededLimitStopsAllPartitionsAndKeepsRejects() {
        TestJob job = TestJob.in(folder, "limit", "fields: {n: int32}")
                .input(Rows.csv(ROWS).replace("\n4000,", "\nnone,"));

        Run first = program.run(job.prepare("grid-size=8", "chunk-size=50"));

        assertThat(first.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(first.reason()).contains("The reject limit 0 is exceeded: 1 of ");
        assertThat(program.bean(RejectStore.class).count(first.importNumber())).isOne();

        Run second = program.run(job.prepare("grid-size=8", "rejects.limit=1"));

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.plan(second).counts()).isEqualTo(new Counts(ROWS, ROWS - 1, 0, 1, 0));
        assertThat(Imported.of(program, "limit", second)).hasSize(ROWS);
    }

    private static void assertComplete(String collection, Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(run).counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(Rows.withoutIds(program.documents(collection))).isEqualTo(Rows.documents(ROWS));
    }
}
