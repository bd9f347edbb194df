package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker, workers and imports as processes. */
class WorkerIT extends ProgramTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void killedWorkerIsReplacedByAnother() throws IOException {
        Program shared = program.with(environment("MONGOHAUL_BROKER_TTL", "3s"));
        RunningProgram broker = shared.start("broker", "--port=0");
        String address = firstLine(broker);
        Program sharing = program.with(environment("MONGOHAUL_BROKER_URL", address));
        RunningProgram first = sharing.start("worker", "--threads=1");
        RunningProgram second = sharing.start("worker", "--threads=1");
        assertThat(firstLine(first))
                .startsWith("Worker ready: 1 partitions at a time, broker " + address + ", MongoDB ");
        firstLine(second);

        Result imported;
        try (FailPoint slow = FailPoint.on("insert")
                .block(Duration.ofMillis(100))
                .namespace(database().getName() + ".orders")
                .enable(TestServer.client())) {
            assertThat(slow).isNotNull();
            RunningProgram running = sharing.start(
                    "import", "orders", "chunk-size=100", "partition.size=64KB", "workers.manager-works=false");
            Awaitility.await().atMost(PATIENCE).until(() -> collection("orders").countDocuments() > 1000);
            first.signal("KILL").await();
            imported = running.await();
        }

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
        assertThat(sharing.run("workers").out()).contains(" " + second.process().pid() + " ");
        Result ended = second.signal("TERM").await();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(sharing.run("workers").out())
                .doesNotContain(" " + second.process().pid() + " ");
        assertThat(broker.signal("TERM").await().exitCode()).isZero();
    }

    @Test
    void importGoesOnAloneIfTheBrokerIsAway() {
        Result imported = program.with(environment("MONGOHAUL_BROKER_URL", "tcp://127.0.0.1:1"))
                .run("import", "orders", "partition.size=64KB");

        assertThat(imported.exitCode()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("The broker at tcp://127.0.0.1:1 does not answer", "goes on alone");
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tcp://127.0.0.1:1       | yes | 1 | The broker at tcp://127.0.0.1:1 does not answer
            ''                      | yes | 2 | A worker needs a broker: set MONGOHAUL_BROKER_URL
            http://queue            | yes | 2 | MONGOHAUL_BROKER_URL is not the address of a broker.
            tcp://me:s3cret@queue   | yes | 2 | MONGOHAUL_BROKER_URL contains a user or a password
            tcp://127.0.0.1:1       | no  | 2 | A worker never uses the embedded MongoDB. Set MONGODB_URI
            """)
    void workerNeedsABrokerAndAServer(String url, String server, int exitCode, String message) {
        Map<String, String> environment = environment("MONGOHAUL_BROKER_URL", url);
        if (server.equals("no")) {
            environment.remove("MONGODB_URI");
        }
        Result refused = program.with(environment).run("worker");

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(exitCode);
        assertThat(refused.err()).contains(message).doesNotContain("s3cret", "Exception");
    }

    private Map<String, String> environment(String name, String value) {
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put(name, value);
        return environment;
    }

    private static String firstLine(RunningProgram running) throws IOException {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Files.readString(running.out()).contains("\n")
                        || !running.process().isAlive());
        assertThat(running.process().isAlive()).isTrue();
        return Files.readString(running.out()).strip();
    }
}
