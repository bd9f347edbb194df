package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.faults.wire.Relay;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Signals to an import whose server does not answer. */
class SignalIT extends ProgramTest {

    @Test
    void secondSignalEndsTheProcessAtOnce() {
        FailPoint.on("insert")
                .block(Duration.ofSeconds(20))
                .namespace(collection("orders").getNamespace().getFullName())
                .during(TestServer.client(), this::signalTwice);
    }

    private void signalTwice() {
        RunningProgram importing = program.start("import", "orders", "files=data/orders.csv");
        Document insert = awaitInsert();
        importing.signal("TERM");
        Awaitility.await().until(() -> importing.err().contains("Stopping after the chunk"));

        Result result = importing.signal("TERM").await();

        assertThat(result.exitCode()).as("not that of an import that stopped").isEqualTo(143);
        TestServer.client().getDatabase("admin").runCommand(new Document("killOp", 1).append("op", insert.get("opid")));
    }

    @Test
    void importWithoutServerStopsAndResumesLater() throws IOException {
        try (Relay network = new Relay(TestServer.port())) {
            String uri = "mongodb://127.0.0.1:%d/%s?directConnection=true"
                    .formatted(
                            network.port(), collection("orders").getNamespace().getDatabaseName());
            RunningProgram importing = program.with(Map.of("MONGODB_URI", uri))
                    .start("import", "orders", "files=data/orders.csv", "chunk-size=1");
            awaitDocuments();
            network.freeze();

            Result result = importing.signal("TERM").await();

            assertThat(result.exitCode()).as(result.err()).isEqualTo(11);
            assertThat(result.err()).contains("Not stopped within 28 s", "Run the same command to continue");
        }

        assertThat(program.run("import", "orders", "files=data/orders.csv").exitCode())
                .isZero();
        assertThat(collection("orders").countDocuments()).isEqualTo(10_000);
    }

    private void awaitDocuments() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> collection("orders").countDocuments() > 0);
    }

    /** Waits until the server has an insert that it does not answer, and returns it. */
    private Document awaitInsert() {
        Bson ofOrders = Filters.eq("ns", collection("orders").getNamespace().getFullName());
        return Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(
                        () -> TestServer.client()
                                .getDatabase("admin")
                                .aggregate(List.of(
                                        new Document("$currentOp", new Document()),
                                        Aggregates.match(Filters.and(ofOrders, Filters.exists("command.insert")))))
                                .first(),
                        Objects::nonNull);
    }
}
