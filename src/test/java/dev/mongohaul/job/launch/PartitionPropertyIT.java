package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.monitor.Phase;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Imports of random files that stop and resume with any grid size, with the same documents and rejects. */
class PartitionPropertyIT {

    private static final long SEED = TestSize.seed("partition.seed", 1);
    private static final int CASES = TestSize.of("partition.cases", 6, 200);
    private static final List<String> CELLS = List.of(
            "a",
            "\"b\"",
            "\"\"",
            "",
            "\"c\"\"d\"",
            "\"e,f\"",
            "\"g\nh,i\n\"",
            "\"j\r\n\"\"k\"\"\r\nl\"",
            "é",
            "\"1,2,3\n4,5,6\n\"",
            "7");
    private static final List<String> FAULTS =
            List.of("5\" disk", "\"open", "\"shut\"not", "x,y,z", "\r", "\n\n", "\"", "a\"b\"c");

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

    static IntStream cases() {
        return IntStream.range(0, CASES);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyGridStoresAndRejectsTheSameAsOneReader(int number) {
        Random random = new Random(SEED + number);
        TestJob alone = job("alone-" + number);
        TestJob together = job("together-" + number);
        int files = 1 + random.nextInt(3);
        for (int file = 0; file < files; file++) {
            byte[] content = csv(random);
            alone.input("in-" + file + ".csv", content);
        }

        Run oracle = program.run(alone.prepare("grid-size=1"));
        Run run = finish(together, random);

        assertThat(oracle.ending()).as(oracle.reason()).isIn(RunStatus.COMPLETED, RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(run.ending()).as(run.reason()).isEqualTo(oracle.ending());
        assertThat(program.plan(run).counts()).isEqualTo(program.plan(oracle).counts());
        assertThat(Imported.of(program, "together-" + number, run))
                .isEqualTo(Imported.of(program, "alone-" + number, oracle));
    }

    private TestJob job(String name) {
        return TestJob.in(folder, name, "source: {files: 'in-*.csv'}", "rejects: {limit: unlimited}");
    }

    /** Runs the import to its end, with random stops and another grid size each time. */
    private static Run finish(TestJob job, Random random) {
        while (true) {
            int grid = 1 + random.nextInt(9);
            ImportJob prepared = job.prepare("grid-size=" + grid, "chunk-size=" + (20 + random.nextInt(300)));
            Run run = stoppedAfter(random.nextInt(9_000), prepared);
            if (run.ending() != RunStatus.STOPPED) {
                return run;
            }
        }
    }

    private static Run stoppedAfter(int records, ImportJob job) {
        ImportMonitor monitor = new ImportMonitor();
        Thread stopper = new Thread(() -> {
            while (monitor.counts().read() < records && monitor.phase() != Phase.FINISHING) {
                LockSupport.parkNanos(200_000);
            }
            monitor.requestStop();
        });
        stopper.setDaemon(true);
        stopper.start();
        return program.bean(Runs.class)
                .find(program.launch(job, monitor).jobExecutionId())
                .orElseThrow();
    }

    private static byte[] csv(Random random) {
        StringBuilder csv = new StringBuilder("p,q\n");
        boolean faulty = random.nextInt(3) > 0;
        String lineEnd = List.of("\n", "\r\n", "\n").get(random.nextInt(3));
        int records = random.nextInt(2_000);
        for (int record = 0; record < records; record++) {
            csv.append(cell(random, faulty))
                    .append(',')
                    .append(cell(random, faulty))
                    .append(lineEnd);
        }
        return csv.append("last,record").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String cell(Random random, boolean faulty) {
        List<String> cells = faulty && random.nextInt(1_000) == 0 ? FAULTS : CELLS;
        return cells.get(random.nextInt(cells.size()));
    }
}
