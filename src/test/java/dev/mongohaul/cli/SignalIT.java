package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.faults.wire.Relay;
import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Signals to an import whose server does not answer. */
class SignalIT extends ProgramTest {

    @Test
    void secondSignalEndsTheProcessAtOnce() {
        try (Relay network = new Relay(TestServer.port())) {
            RunningProgram importing = importUntilFrozen(network, program).signal("TERM");
            Awaitility.await().until(() -> importing.err().contains("Stopping after the chunk"));

            Result result = importing.signal("TERM").await();

            assertThat(result.exitCode())
                    .as("not that of an import that stopped")
                    .isEqualTo(143);
        }
    }

    @Test
    void importWithoutServerStopsAndResumesLater() {
        try (Relay network = new Relay(TestServer.port())) {
            RunningProgram importing = importUntilFrozen(network, program.withJvm("-Dmongohaul.stop.seconds=2"));

            Result result = importing.signal("TERM").await();

            assertThat(result.exitCode()).as(result.err()).isEqualTo(11);
            assertThat(result.err()).contains("Not stopped within 2 s", "Run the same command to continue");
        }

        assertThat(program.run("import", "orders", "files=data/orders.csv").exitCode())
                .isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
    }

    /** Starts an import, and lets its server answer no longer after the first documents. */
    private RunningProgram importUntilFrozen(Relay network, Program started) {
        String uri = "mongodb://127.0.0.1:%d/%s?directConnection=true"
                .formatted(network.port(), database().getName());
        RunningProgram importing = started.with(Map.of("MONGODB_URI", uri))
                .start("import", "orders", "files=data/orders.csv", "chunk-size=1");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> collection("orders").countDocuments() > 0);
        network.freeze();
        return importing;
    }
}
