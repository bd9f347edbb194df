package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.notification.Receiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Notifications about imports of commands. */
class NotifyIT extends ProgramTest {

    private static final String SECRET = "k3y-s3cret";

    private Receiver receiver;

    @BeforeEach
    void listen() {
        receiver = Receiver.start();
        program = notifying(receiver.url().toString());
    }

    @AfterEach
    void hangUp() {
        receiver.close();
    }

    @Test
    void importWithTooManyRejectsIsNotifiedAsASlotIs() throws Exception {
        Instant before = Instant.now();

        Result result = program.run("import", "orders", "fields.price=int32");

        assertThat(result.exitCode()).isEqualTo(12);
        JsonNode notification = only();
        assertThat(notification.propertyNames())
                .containsExactly(
                        "id", "events", "job", "slot", "state", "reason", "text", "run", "medianSeconds", "sentAt");
        Instant slot = Instant.parse(notification.at("/slot").asString());
        assertThat(slot).isBetween(before.minusMillis(1), Instant.now());
        assertThat(notification.at("/id").asString()).isEqualTo("orders@" + slot);
        assertThat(notification.at("/events").toString()).isEqualTo("[\"reject-limit-exceeded\"]");
        assertThat(notification.at("/state").asString()).isEqualTo("reject-limit-exceeded");
        assertThat(notification.at("/run/status").asString()).isEqualTo("reject-limit-exceeded");
        assertThat(notification.at("/text").asString()).contains("orders of ", "exceeded its reject limit, with ");
        Receiver.Post post = receiver.posts().get(0);
        assertThat(post.headers().getFirst("X-Mongohaul-Id")).isEqualTo("orders@" + slot);
        assertSigned(post);
        assertThat(post.body() + result.err() + result.out()).doesNotContain(SECRET, "p4th-s3cret", "mongodb://");
    }

    @Test
    void goodImportAndOneWithNothingToDoAreNotNotified() {
        assertThat(program.run("import", "orders").exitCode()).isZero();
        assertThat(program.run("import", "orders").exitCode()).isZero();

        assertThat(receiver.posts()).isEmpty();
    }

    @Test
    void refusedImportIsNotified() throws IOException {
        file("jobs/broken.yml", "source: {files: a.csv}", "target: {colection: a}");

        assertThat(program.run("import", "orders", "files=in/none.csv").exitCode())
                .isEqualTo(2);
        assertThat(program.run("import", "broken").exitCode()).isEqualTo(2);
        assertThat(program.run("import", "jobs/gone.yml").exitCode()).isEqualTo(2);
        assertThat(program.run("import", "none.csv").exitCode()).isEqualTo(2);

        assertThat(receiver.posts())
                .extracting(post -> post.json().at("/text").asString().replaceFirst(" of .*? UTC", ""))
                .satisfiesExactly(
                        missing -> assertThat(missing)
                                .startsWith("orders was refused: ")
                                .contains("in/none.csv"),
                        broken -> assertThat(broken)
                                .startsWith("broken was refused: ")
                                .contains("colection"),
                        gone -> assertThat(gone).startsWith("gone was refused: "),
                        none -> assertThat(none).startsWith("none was refused: "));
        assertThat(receiver.posts()).allSatisfy(post -> {
            assertThat(post.json().at("/events").toString()).isEqualTo("[\"refused\"]");
            assertThat(post.json().at("/state").asString()).isEqualTo("refused");
            assertThat(post.json().at("/run").isNull()).isTrue();
        });
    }

    @Test
    void importWithoutAServerIsNotified() {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put("MONGODB_URI", "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1");

        assertThat(program.with(variables).run("import", "orders").exitCode()).isEqualTo(1);

        assertThat(only().at("/events").toString()).isEqualTo("[\"refused\"]");
        assertThat(only().at("/reason").asString()).contains("MongoDB");
    }

    @Test
    void filesOfAFolderAreNotifiedTogether() {
        file(
                "jobs/each.yml",
                "source: {files: in-*.csv, each: file}",
                "target: {collection: each}",
                "fields: {n: int32}");
        assertThat(List.of(file("in-1.csv", "n", "1"), file("in-2.csv", "n", "x")))
                .allMatch(file -> file.toFile().setLastModified(0));

        assertThat(program.run("import", "each").exitCode()).isEqualTo(12);

        assertThat(only().at("/runs")).hasSize(2);
        assertThat(only().at("/text").asString())
                .contains("each of ", " (2 imports): run 2 (in-2.csv) exceeded its reject limit, with 1 of 1 record");
    }

    @Test
    void goodImportIsNotifiedIfTheJobAsksForIt() {
        file("a.csv", "n", "1", "2");
        job("good", "completed: true");

        assertThat(program.run("import", "good").exitCode()).isZero();

        assertThat(only().at("/events").toString()).isEqualTo("[\"completed\"]");
        assertThat(only().at("/text").asString())
                .endsWith(" completed: 2 read, 2 written, 0 already there, 0 rejected");
        assertThat(only().at("/run/counts/written").asInt()).isEqualTo(2);
    }

    @Test
    void firstGoodImportAfterAFailureIsNotified() {
        job("again", "recovered: true");
        file("a.csv", "n", "1");
        assertThat(program.run("import", "again").exitCode()).isZero();
        assertThat(receiver.posts()).isEmpty();
        file("a.csv", "n", "x");
        assertThat(program.run("import", "again").exitCode()).isEqualTo(12);
        file("a.csv", "n", "2");
        assertThat(program.run("import", "again").exitCode()).isZero();
        file("a.csv", "n", "3");
        assertThat(program.run("import", "again").exitCode()).isZero();

        assertThat(receiver.posts())
                .extracting(post -> post.json().at("/events").toString())
                .containsExactly("[\"reject-limit-exceeded\"]", "[\"recovered\"]");
        assertThat(receiver.posts().get(1).json().at("/text").asString())
                .endsWith(" is good again, after run 2 exceeded its reject limit");
    }

    private void job(String name, String notices) {
        file(
                "jobs/" + name + ".yml",
                "source: {files: a.csv}",
                "target: {collection: " + name + ", id: [n]}",
                "write: {operation: upsert}",
                "fields: {n: int32}",
                "unfinished: abandon",
                "notify: {" + notices + "}");
    }

    @Test
    void receiverThatIsAwayChangesNothing() {
        receiver.close();

        assertUndelivered(program.run("import", "orders", "fields.price=int32"), "cannot be reached");
    }

    @Test
    void receiverThatNeverAnswersChangesNothing() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Program told = notifying("http://127.0.0.1:" + silent.getLocalPort() + "/p4th-s3cret");

            assertUndelivered(told.run("import", "orders", "fields.price=int32"), "did not answer within 4 s");
        }
    }

    @Test
    void programGetsTheNotificationAndNoSecret() throws IOException {
        Path program = script("cat > payload.json", "env > variables.txt", "echo noise");

        Result result = telling(program).run("import", "orders", "fields.price=int32");

        assertThat(result.exitCode()).isEqualTo(12);
        assertThat(Files.readString(folder.resolve("payload.json")))
                .isEqualTo(receiver.posts().get(0).body());
        assertThat(folder.resolve("variables.txt")).content().contains("PATH=").doesNotContain("MONGO", "s3cret");
        assertThat(result.out() + result.err()).doesNotContain("noise", "WARN");
    }

    @Test
    void failureOfTheProgramIsLoggedAndChangesNothing() throws IOException {
        Path failing = script("exit 3");
        Result failed = telling(failing).run("import", "orders", "fields.price=int32");
        Path endless = script("sleep 60");
        Result killed = telling(endless).run("import", "orders", "fields.price=int32", "files=none.csv");

        assertThat(failed.exitCode()).isEqualTo(12);
        assertThat(failed.err()).contains("WARN  " + failing + " failed with exit code 3: \"orders of ");
        assertThat(killed.exitCode()).isEqualTo(2);
        assertThat(killed.err()).contains("WARN  " + endless + " did not end within 4 s and was killed: \"orders of ");
        assertThat(receiver.posts()).hasSize(2);
    }

    @Test
    void programThatDoesNotExistIsRefused() {
        assertRefused(
                telling(folder.resolve("none.sh")).run("import", "orders"),
                2,
                "MONGOHAUL_NOTIFY_COMMAND=",
                "there is no file of this path that this user may execute");
    }

    private Path script(String... lines) throws IOException {
        Path script = Files.createTempFile(folder, "notify", ".sh");
        Files.write(script, List.of("#!/bin/sh", "cd '" + folder + "'", String.join("\n", lines)));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private Program telling(Path script) {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put("MONGOHAUL_NOTIFY_COMMAND", script.toString());
        return program.with(variables);
    }

    @Test
    void transientFailureIsRepeated() {
        receiver.answering(503, 200);

        program.run("import", "orders", "fields.price=int32");

        assertThat(receiver.posts()).hasSize(2);
        assertThat(receiver.posts().get(0).body())
                .isEqualTo(receiver.posts().get(1).body());
    }

    @Test
    void killedRunSendsNothingButTheNextOneMay() throws IOException {
        Files.writeString(
                folder.resolve("big.csv"),
                program.run("generate", "orders", "rows=2000").out());
        String[] command = {"import", "orders", "files=big.csv", "chunk-size=25", "grid-size=1"};
        FailPoint.on("insert")
                .block(Duration.ofMillis(250))
                .namespace(collection("orders").getNamespace().getFullName())
                .during(TestServer.client(), () -> {
                    RunningProgram running = program.start(command);
                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> collection("orders").countDocuments() > 0);
                    running.signal("KILL").await();
                });

        assertThat(receiver.posts()).isEmpty();

        assertThat(program.run("import", "orders", "files=big.csv", "notify.recovered=true")
                        .exitCode())
                .isZero();

        assertThat(collection("orders").countDocuments()).isEqualTo(2000);
        assertThat(only().at("/events").toString()).isEqualTo("[\"recovered\"]");
        assertThat(only().at("/text").asString()).endsWith("is good again, after run 1 was killed");
    }

    private void assertUndelivered(Result result, String why) {
        assertThat(result.exitCode()).isEqualTo(12);
        assertThat(result.err())
                .contains("WARN  http://127.0.0.1 " + why, "exceeded its reject limit", "\" was not delivered")
                .doesNotContain("s3cret", "Exception\n");
        assertThat(result.out()).contains("reject limit exceeded");
    }

    private Program notifying(String url) {
        Map<String, String> variables = new HashMap<>(program.environment());
        variables.put("MONGOHAUL_WEBHOOK_URL", url);
        variables.put("MONGOHAUL_WEBHOOK_SECRET", SECRET);
        return program.with(variables);
    }

    private JsonNode only() {
        assertThat(receiver.posts()).hasSize(1);
        return receiver.posts().get(0).json();
    }

    private static void assertSigned(Receiver.Post post) throws Exception {
        String[] parts = post.headers().getFirst("X-Mongohaul-Signature").split("[=,]", -1);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] expected = mac.doFinal((parts[1] + "." + post.body()).getBytes(StandardCharsets.UTF_8));
        assertThat(parts[3]).isEqualTo(HexFormat.of().formatHex(expected));
    }
}
