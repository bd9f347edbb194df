package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.cli.Program.Service;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes of {@code serve} that share a database and are stopped or killed. */
class ServeIT extends ProgramTest {

    private static final DateTimeFormatter SLOT =
            DateTimeFormatter.ofPattern("HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int PERIOD = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final List<RunningProgram> serving = new ArrayList<>();

    @BeforeEach
    void scheduleEveryThreeSeconds() throws IOException {
        Files.createDirectory(folder.resolve("nights"));
        Files.writeString(folder.resolve("nights/often.yml"), """
                source: {files: "in/{date:HHmmss}.csv"}
                target: {collection: often}
                unfinished: abandon
                schedule: {cron: "*/3 * * * * *"}
                """);
        Files.createDirectory(folder.resolve("nights/in"));
        long now = Instant.now().getEpochSecond();
        for (long second = now - now % PERIOD; second < now + 300; second += PERIOD) {
            String slot = SLOT.format(Instant.ofEpochSecond(second));
            Files.writeString(folder.resolve("nights/in/" + slot + ".csv"), "slot\n" + slot + "\n");
        }
    }

    @AfterEach
    void endAll() {
        serving.forEach(running -> running.process().destroyForcibly());
    }

    @Test
    void eachSlotRunsOnceAlthoughOneOfTwoProcessesIsKilled() {
        RunningProgram one = serve();
        RunningProgram other = serve();
        AtomicReference<Object> claimed = new AtomicReference<>();
        FailPoint.on("insert")
                .block(Duration.ofSeconds(6))
                .namespace(collection("often").getNamespace().getFullName())
                .during(TestServer.client(), () -> {
                    long importing = importing();
                    // The other process may run the slot before the fail point is disabled.
                    claimed.set(oldestClaimed());
                    kill(importing);
                });
        Bson orphan = Filters.eq("_id", claimed.get());
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() ->
                        collection("mongohaul_slots").countDocuments(Filters.and(orphan, Filters.eq("state", "RAN")))
                                == 1);

        awaitNextSlot();
        RunningProgram living = one.process().isAlive() ? one : other;
        Result result = living.signal("TERM").await();

        assertThat(result.exitCode()).as(result.err()).isEqualTo(143);
        assertThat(List.of(one, other))
                .filteredOn(running -> running.process().isAlive())
                .isEmpty();
        assertSlotsMatchLoadedRecords();
        String line = "(?m)^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(Z|[-+]\\d\\d:\\d\\d)"
                + " INFO  often: run \\d+ of import \\d+ ";
        assertThat(result.err())
                .startsWith(target() + "Serving at ")
                .containsPattern(line + "began, insert into .*\\.csv$")
                .containsPattern(line + "completed after .* s: 1 read, 1 written, 0 already there, 0 rejected$");
    }

    /** Waits until no slot is active, so that no slot is left for the next process. */
    private void awaitNextSlot() {
        long known = collection("mongohaul_slots").countDocuments();
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> collection("mongohaul_slots").countDocuments() > known
                        && collection("mongohaul_slots").countDocuments(Filters.in("state", "CLAIMED", "WAITING"))
                                == 0);
    }

    /** Checks that slots have no gaps, and that exactly those that ran stored their record, once. */
    private void assertSlotsMatchLoadedRecords() {
        List<Document> slots = collection("mongohaul_slots")
                .find(Filters.ne("state", "WATCHED"))
                .sort(Sorts.ascending("_id.time"))
                .into(new ArrayList<>());
        // The next process completes the slots that the signal interrupted.
        List<String> left = new ArrayList<>();
        slots.removeIf(slot ->
                List.of("CLAIMED", "WAITING").contains(slot.getString("state")) && left.add(SLOT.format(time(slot))));
        assertThat(slots).extracting(slot -> slot.getString("state")).containsOnly("RAN");
        List<Instant> times = slots.stream().map(ServeIT::time).toList();
        for (int index = 1; index < times.size(); index++) {
            Document slot = slots.get(index);
            assertThat(Duration.between(times.get(index - 1), times.get(index)).toSeconds())
                    .as("%s", slot)
                    .isEqualTo(PERIOD * (1L + slot.getInteger("others", 0)));
        }
        List<String> loaded = collection("often")
                .find(Filters.nin("slot", left))
                .map(document -> document.getString("slot"))
                .into(new ArrayList<>());
        assertThat(loaded)
                .containsExactlyInAnyOrderElementsOf(slots.stream()
                        .filter(slot -> slot.getString("state").equals("RAN"))
                        .map(slot -> SLOT.format(time(slot)))
                        .toList());
    }

    private static Instant time(Document slot) {
        return slot.get("_id", Document.class).getDate("time").toInstant();
    }

    private Object oldestClaimed() {
        return Objects.requireNonNull(collection("mongohaul_slots")
                        .find(Filters.eq("state", "CLAIMED"))
                        .sort(Sorts.ascending("_id.time"))
                        .first())
                .get("_id");
    }

    /** Returns the process of an import that waits for the server. */
    private long importing() {
        Bson under =
                Filters.and(Filters.eq("state", "UNFINISHED"), Filters.exists("cut.run"), Filters.gt("lease.pid", 0));
        Document plan = Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> collection("mongohaul_imports").find(under).first(), Objects::nonNull);
        return plan.get("lease", Document.class).getLong("pid");
    }

    private void kill(long pid) {
        serving.stream()
                .filter(running -> running.process().pid() == pid)
                .forEach(running -> running.signal("KILL").await());
    }

    @Test
    void onlyTheHealthEndpointIsServed() {
        try (Service service = program.begin("serve", "--port=0", "--jobs=nights")) {
            assertThatOnlyTheHealthEndpointIsServed(new ServingProgram(service));
        }
    }

    private static void assertThatOnlyTheHealthEndpointIsServed(ServingProgram one) {
        assertThat(one.get("/actuator/health").body()).contains("\"status\":\"UP\"", "mongo", "schedules");
        assertThat(one.get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(one.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        for (String path : List.of("", "env", "beans", "heapdump", "configprops", "metrics", "loggers", "shutdown")) {
            assertThat(one.get("/actuator/" + path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void unusableAddressIsReported() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertRefused(
                    program.run("serve", "--port=" + port),
                    2,
                    "--address=127.0.0.1 --port=" + port
                            + ": Address already in use; another --port, or 0 for any that is free, may do");
        }
        assertRefused(program.run("serve", "--port=70000"), 2, "--port=70000", "65535");
        assertRefused(program.run("serve", "--address="), 2, "--address=", "0.0.0.0");
    }

    private RunningProgram serve() {
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MONGOHAUL_SLOTS_SETTLED", "100ms");
        environment.put("MONGOHAUL_SLOTS_LEASE", "3s");
        RunningProgram running = program.with(environment).start("serve", "--port=0", "--jobs=nights");
        serving.add(running);
        return running;
    }
}
