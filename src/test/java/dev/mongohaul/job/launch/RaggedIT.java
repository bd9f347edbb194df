package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts of the cells that {@code ragged: lenient} drops and pads. */
class RaggedIT {

    private static final int ROWS = 600;

    /** One of twelve records has two extra cells, another one lacks a cell. One of each kind is a reject. */
    private static final Counts EXPECTED = new Counts(ROWS, ROWS - 100, 0L, 0, 100, 0, new CellCounts(100, 50));

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

    private TestJob job(String name) {
        String csv = IntStream.range(0, ROWS)
                .mapToObj(row -> switch (row % 12) {
                    case 1 -> row + ",x,y,z";
                    case 4 -> Integer.toString(row);
                    case 7 -> "none,x,y,z";
                    case 9 -> "none";
                    default -> row + ",text";
                })
                .collect(Collectors.joining("\n", "n,text\n", "\n"));
        return TestJob.in(
                        folder,
                        name,
                        "source: {files: input.csv, ragged: lenient}",
                        "fields: {n: int32}",
                        "rejects: {limit: unlimited}")
                .input(csv);
    }

    @Test
    void countsOfCellsAddUpOverGridsAndRuns() {
        for (int grid : new int[] {1, 5}) {
            TestJob job = job("grid-" + grid);
            Run failed = program.failAfterChunks(3, job.prepare("chunk-size=20", "grid-size=" + grid));
            Run second = program.run(job.prepare("chunk-size=7", "grid-size=" + (6 - grid)));

            assertThat(failed.counts().cells()).isNotEqualTo(CellCounts.NONE).isNotEqualTo(EXPECTED.cells());
            assertThat(program.plan(second).counts()).isEqualTo(EXPECTED);
            assertThat(failed.counts().plus(second.counts())).isEqualTo(EXPECTED);
            assertThat(program.bean(Runs.class).imports("grid-" + grid, false, Long.MAX_VALUE, 1))
                    .extracting(PastImport::counts)
                    .containsExactly(EXPECTED);
        }
    }

    @Test
    void checkCountsTheSameCells() {
        assertThat(CheckLauncher.launch(job("checked").prepare(), new ImportMonitor())
                        .counts())
                .isEqualTo(EXPECTED);
    }
}
