package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Import that is interrupted, stopped and killed, and finally has each document once. */
class StopAndContinueIT extends ProgramTest {

    private static final int ROWS = 10_000;

    private static final String[] SLOWLY = {"import", "orders", "files=big.csv", "chunk-size=25", "grid-size=1"};

    /** Duration of a chunk. It makes an import much longer than a signal or the start of another program. */
    private static final Duration PACE = Duration.ofMillis(250);

    @Test
    void eachDocumentIsStoredOnceAfterStopAndKill() throws IOException {
        generate();
        FailPoint.on("insert")
                .block(PACE)
                .namespace(collection("orders").getNamespace().getFullName())
                .during(TestServer.client(), this::interruptAndStopAndKill);
        long whenKilled = collection("orders").countDocuments();
        assertThat(program.run("report", "3").out())
                .containsPattern("status +killed")
                .endsWith("%n%nNext: 'mongohaul restart 3' continues the import%n".formatted());
        assertRefused(program.run("stop", "3"), 2, "Run 3 has no process that could be stopped");

        Result last = program.run("restart", "3");

        assertThat(last.err())
                .contains("Run 3 was killed or lost MongoDB; the import continues from its last checkpoint");
        assertThat(last.exitCode()).isZero();
        assertThat(last.out())
                .startsWith("orders: completed (run 4)")
                .containsSubsequence("  read                 10,000", "  written              10,000", "In this run, ");
        assertThat(whenKilled).isPositive().isLessThan(ROWS);
        assertThat(collection("orders").countDocuments()).isEqualTo(ROWS);
        assertThat(program.run("report", "3").out())
                .contains("Runs of import 1:")
                .doesNotContain("Next:");
        assertThat(sumOfPricesInCollection()).isCloseTo(sumOfPricesInFile(), Offset.offset(0.01));
        assertThatFolderHas().containsExactlyInAnyOrder("jobs", "data", "big.csv", ".mongohaul");
    }

    private void interruptAndStopAndKill() {
        RunningProgram first = startedAndWriting();
        assertRefused(
                importAll(),
                13,
                "orders is being imported already, by process "
                        + first.process().pid());
        assertRefused(program.run("import", "orders"), 13, "orders is being imported already, by process ");
        Result interrupted = first.signal("INT").await();
        assertThat(interrupted.err()).contains("Stopping after the chunk in flight ...");
        assertStopped(interrupted, 1);

        RunningProgram second = startedAndWriting();
        Result stopping = program.run("stop", "2");
        assertStopped(second.await(), 2);
        assertThat(stopping.exitCode()).isZero();
        assertThat(stopping.err())
                .contains("Run 2 of process " + second.process().pid(), "was asked to stop");
        assertThat(stopping.out()).isEqualTo("Run 2: stopped; 'mongohaul restart 2' continues%n".formatted());
        assertThat(program.run("report", "2").out())
                .contains("status        stopped")
                .endsWith("Next: 'mongohaul restart 2' continues the import%n".formatted());
        assertThat(program.run("report", "2", "--format=json").out()).doesNotContain("Next:");

        RunningProgram killed = startedAndWriting();
        assertThat(program.run("report", "2").out()).doesNotContain("Next:");
        killed.signal("KILL").await();
    }

    private Result importAll() {
        return program.run("import", "orders", "files=big.csv");
    }

    private void generate() throws IOException {
        Result generated = program.run("generate", "orders", "rows=" + ROWS, "seed=2");

        assertThat(generated.exitCode()).isZero();
        Files.writeString(folder.resolve("big.csv"), generated.out());
    }

    private RunningProgram startedAndWriting() {
        long before = collection("orders").countDocuments();
        RunningProgram started = program.start(SLOWLY);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> collection("orders").countDocuments() > before);
        return started;
    }

    private static void assertStopped(Result result, int run) {
        assertThat(result.exitCode()).as(result.err()).isEqualTo(11);
        assertThat(result.out())
                .startsWith("orders: stopped (run " + run)
                .contains("Next: the same command, or 'mongohaul restart ");
    }

    private double sumOfPricesInCollection() {
        Document sum = collection("orders")
                .aggregate(List.of(Aggregates.group(null, Accumulators.sum("prices", "$price"))))
                .first();
        return sum == null ? 0 : sum.getDouble("prices");
    }

    private double sumOfPricesInFile() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("big.csv"))) {
            return lines.skip(1)
                    .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[2]))
                    .sum();
        }
    }
}
