package dev.mongohaul.job.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.InputScan;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Rows;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionCutterTests {

    private static final int ROWS = 5_000;
    private static final Counts THREE = new Counts(3, 2, 0, 1, 0);

    @TempDir
    private Path folder;

    private TestJob job;

    @BeforeEach
    void writeInput() {
        job = TestJob.in(folder, "job").input(Rows.csv(ROWS));
    }

    @Test
    void firstRunHasAsManyPartitionsAsTheGrid() {
        List<ImportPartition> partitions = cutter("grid-size=3").cut(List.of());

        assertThat(partitions)
                .hasSize(3)
                .allMatch(partition -> partition.doneTo() == partition.from() && !partition.finished());
        assertTile(partitions);
        assertThat(partitions)
                .extracting(ImportPartition::nextLine)
                .isSorted()
                .startsWith(1L)
                .doesNotHaveDuplicates();
    }

    @Test
    void gridOfOneIsOnePartition() {
        assertThat(cutter("grid-size=1").cut(List.of())).containsExactly(ImportPartition.untouched(0, end(), 1));
    }

    @Test
    void orderedContentIsOnePartition() {
        TestJob keyed = TestJob.in(
                        folder, "keyed", "target: {collection: keyed, id: [n]}", "write: {operation: upsert}")
                .input(Rows.csv(ROWS));

        assertThat(cutter(keyed.prepare("grid-size=8")).cut(List.of())).hasSize(1);
    }

    @Test
    void completedPartStaysAndTheRestIsCutAgain() {
        long border = Rows.offsets(ROWS).get(2_500);
        long done = Rows.offsets(ROWS).get(3);
        ImportPartition unfinished = ImportPartition.untouched(0, border, 1).advanced(done, 5, THREE);
        ImportPartition finished = ImportPartition.untouched(border, end(), 2_502)
                .advanced(end(), 5_002, THREE)
                .ended();

        List<ImportPartition> partitions = cutter("grid-size=4").cut(List.of(unfinished, finished));

        assertThat(partitions).hasSize(6).contains(finished, new ImportPartition(0, done, done, 5, true, null, THREE));
        assertThat(partitions.get(1))
                .isEqualTo(ImportPartition.untouched(done, partitions.get(1).to(), 5));
        assertTile(partitions);
        assertThat(partitions.stream().map(ImportPartition::counts).reduce(Counts.NONE, Counts::plus))
                .isEqualTo(THREE.plus(THREE));
    }

    @Test
    void partitionReadButNotMarkedFinishedIsNotReadAgain() {
        ImportPartition read = ImportPartition.untouched(0, end(), 1).advanced(end(), 5_002, THREE);

        assertThat(cutter("grid-size=4").cut(List.of(read)))
                .containsExactly(new ImportPartition(0, end(), end(), 5_002, true, null, THREE));
    }

    private PartitionCutter cutter(String parameter) {
        return cutter(job.prepare(parameter));
    }

    private static PartitionCutter cutter(ImportJob job) {
        return new PartitionCutter(job, InputScan.of(job, new ImportMonitor()), false, 1);
    }

    private long end() {
        return job.prepare().inputs().endOffset();
    }

    private void assertTile(List<ImportPartition> partitions) {
        long expected = 0;
        for (ImportPartition partition : partitions) {
            assertThat(partition.from()).isEqualTo(expected);
            expected = partition.to();
        }
        assertThat(expected).isEqualTo(end());
    }
}
