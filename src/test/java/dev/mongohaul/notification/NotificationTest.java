package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.waiting.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Base of the notification tests: stored slots, real imports and a local receiver. */
abstract class NotificationTest {

    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");

    static Program program;

    @TempDir
    Path folder;

    Receiver receiver;
    Notifier notifier;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @BeforeEach
    void listen() throws IOException {
        Files.createDirectory(folder.resolve("jobs"));
        program.bean(PendingNotifications.class).createIndexes();
        receiver = Receiver.start();
        notifier = notifier();
    }

    @AfterEach
    void hangUp() {
        receiver.close();
        TestDatabases.clear(program.database());
    }

    void sendUntilCompleted(int number) {
        await().until(() -> {
            notifier.sendPending();
            return stored(number).containsKey("told");
        });
    }

    JsonNode onlyNotification() {
        assertThat(receiver.posts()).hasSize(1);
        return receiver.posts().get(0).json();
    }

    static void slot(String job, int number, SlotState state, @Nullable Run run, @Nullable String reason) {
        Document id = new Document("job", job).append("time", Date.from(NIGHT.plusSeconds(number)));
        program.collection("mongohaul_slots")
                .insertOne(new Document("_id", id)
                        .append("state", state.name())
                        .append("runId", run == null ? null : run.id())
                        .append("reason", reason)
                        .append("settledAt", Date.from(Instant.now().plusMillis(number))));
    }

    static void completedAt(int number, Instant time) {
        program.collection("mongohaul_slots")
                .updateOne(
                        Filters.eq("_id.time", Date.from(NIGHT.plusSeconds(number))),
                        Updates.set("settledAt", Date.from(time)));
    }

    static Document stored(int number) {
        return program.collection("mongohaul_slots")
                .find(Filters.eq("_id.time", Date.from(NIGHT.plusSeconds(number))))
                .first();
    }

    static Document completed(int number) {
        return stored(number).get("told", Document.class);
    }

    JobFiles files() {
        return new JobFiles(folder.resolve("jobs"), folder);
    }

    WebhookSender sender() {
        return new WebhookSender(new Webhook(receiver.url(), "k3y-s3cret", null));
    }

    Notifier notifier() {
        return notifier(new Backoff(Duration.ofMillis(50), Duration.ofMinutes(1), new Random(20261120)));
    }

    Notifier notifier(Backoff backoff) {
        return notifier(backoff, new Receivers(Optional.of(sender()), List.of()));
    }

    Notifier notifier(Receivers receivers) {
        return notifier(new Backoff(Duration.ofMillis(50), Duration.ofMinutes(1), new Random(1)), receivers);
    }

    private Notifier notifier(Backoff backoff, Receivers receivers) {
        return new Notifier(
                program.bean(PendingNotifications.class), program.bean(Runs.class), files(), receivers, backoff);
    }
}
