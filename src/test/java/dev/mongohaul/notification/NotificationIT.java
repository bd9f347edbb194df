package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.file.StoredFiles;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotClaim;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events and their notifications. */
class NotificationIT extends NotificationTest {

    @Test
    void normalImportIsNotReported() {
        slot("job", 0, SlotState.RAN, run(job("job").input("n\n1\n2\n")), null);

        notifier.sendPending();

        assertThat(receiver.posts()).isEmpty();
        assertThat(completed(0)).containsEntry("events", List.of()).containsEntry("attempts", 1);
    }

    @Test
    void failedRunIsReportedOnceWithItsFigures() {
        Run run = program.failAfterChunks(0, job("job").input("n\n1\n2\n").prepare());
        slot("job", 0, SlotState.RAN, run, null);

        notifier.sendPending();
        notifier.sendPending();

        JsonNode notification = onlyNotification();
        assertThat(notification.propertyNames())
                .containsExactly(
                        "id", "events", "job", "slot", "state", "reason", "text", "run", "medianSeconds", "sentAt");
        assertThat(notification.at("/id").asString()).isEqualTo("job@2026-11-20T02:30:00Z");
        assertThat(notification.at("/events").toString()).isEqualTo("[\"failed\"]");
        assertThat(notification.at("/slot").asString()).isEqualTo("2026-11-20T02:30:00Z");
        assertThat(notification.at("/state").asString()).isEqualTo("failed");
        assertThat(notification.at("/reason").asString())
                .isEqualTo(run.reason())
                .isNotEmpty();
        assertThat(notification.at("/text").asString())
                .startsWith("job of 2026-11-20 02:30:00 UTC (run %d) failed: ".formatted(run.id()));
        assertThat(notification.at("/run/run").asLong()).isEqualTo(run.id());
        assertThat(notification.at("/run/status").asString()).isEqualTo("failed");
        assertThat(Instant.parse(notification.at("/sentAt").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(completed(0)).containsEntry("events", List.of("failed")).containsEntry("attempts", 1);
    }

    @Test
    void rejectsAboveTheJobsLimitAreReported() throws IOException {
        TestJob job = job("job", "rejects: {limit: unlimited}", "fields: {n: int32}");
        slot("job", 0, SlotState.RAN, run(job.input("n\n1\n2\nx\n")), null);
        slot("lenient", 1, SlotState.RAN, run(job.input("n\n3\n4\nx\n")), null);
        jobFile("lenient", "notify: {rejects: 50%}");

        notifier.sendPending();

        assertThat(onlyNotification().at("/text").asString())
                .matches("job of 2026-11-20 02:30:00 UTC \\(run \\d+\\) rejected 1 of 3 records");
        assertThat(completed(1)).containsEntry("events", List.of());
    }

    @Test
    void exceededRejectLimitIsReported() {
        TestJob job = job("job", "fields: {n: int32}");
        slot("job", 0, SlotState.RAN, run(job.input("n\n1\nx\n")), null);

        notifier.sendPending();

        assertThat(onlyNotification().at("/events").toString()).isEqualTo("[\"reject-limit-exceeded\"]");
        assertThat(onlyNotification().at("/run/status").asString()).isEqualTo("reject-limit-exceeded");
    }

    @Test
    void stoppedRunIsReported() {
        ImportMonitor monitor = new ImportMonitor();
        monitor.requestStop();
        long id = program.launch(job("job").input("n\n1\n2\n").prepare("chunk-size=1"), monitor)
                .jobExecutionId();
        slot("job", 0, SlotState.RAN, program.bean(Runs.class).find(id).orElseThrow(), null);

        notifier.sendPending();

        assertThat(onlyNotification().at("/events").toString()).isEqualTo("[\"stopped\"]");
    }

    @ParameterizedTest
    @CsvSource({"REFUSED, refused", "MISSED, missed", "OVERLAPPED, overlapped"})
    void slotThatWasNotRunIsReported(SlotState state, String event) {
        slot("job", 0, state, null, "there is no file in/a.csv");

        notifier.sendPending();

        assertThat(onlyNotification().at("/events").toString()).isEqualTo("[\"" + event + "\"]");
        assertThat(onlyNotification().at("/reason").asString()).isEqualTo("there is no file in/a.csv");
        assertThat(onlyNotification().at("/run").isNull()).isTrue();
    }

    @Test
    void lateFileIsReportedBesideTheResultOfItsSlot() {
        slot("job", 0, SlotState.CLAIMED, null, null);
        program.collection("mongohaul_slots")
                .updateOne(
                        new Document(),
                        Updates.combine(
                                Updates.unset("settledAt"),
                                Updates.currentDate("late.at"),
                                Updates.set("late.reason", "waits for in/a.csv until 2026-11-20 04:30:00 UTC")));
        notifier.sendPending();
        notifier.sendPending();
        program.collection("mongohaul_slots")
                .updateOne(
                        new Document(),
                        Updates.combine(Updates.set("state", "REFUSED"), Updates.currentDate("settledAt")));
        notifier.sendPending();

        assertThat(receiver.posts())
                .extracting(post -> post.json().at("/id").asString())
                .containsExactly("job@2026-11-20T02:30:00Z#late", "job@2026-11-20T02:30:00Z#refused");
        JsonNode late = receiver.posts().get(0).json();
        assertThat(late.at("/events").toString()).isEqualTo("[\"late\"]");
        assertThat(late.at("/state").asString()).isEqualTo("late");
        assertThat(late.at("/text").asString())
                .isEqualTo("job of 2026-11-20 02:30:00 UTC waits for in/a.csv until 2026-11-20 04:30:00 UTC");
    }

    @Test
    void programGetsEachNotificationOnceWithoutAWebhook() throws IOException {
        Path payloads = folder.resolve("payloads");
        Path script = Files.write(
                folder.resolve("notify.sh"),
                List.of("#!/bin/sh", "cat >> '" + payloads + "'", "echo >> '" + payloads + "'"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Notifier alone = notifier(new Receivers(Optional.empty(), List.of(new OperatorProgram(script))));
        slot("job", 0, SlotState.MISSED, null, "why");

        alone.sendPending();
        alone.sendPending();

        assertThat(Files.readAllLines(payloads)).hasSize(1);
        assertThat(JsonMapper.shared().readTree(payloads).at("/id").asString()).isEqualTo("job@2026-11-20T02:30:00Z");
        assertThat(completed(0)).containsEntry("events", List.of("missed")).doesNotContainKey("undelivered");
    }

    @Test
    void programIsRunOnceIfTheWebhookFails() throws IOException {
        notifier = notifier(new Receivers(Optional.of(sender()), List.of(failingProgram())));
        slot("job", 0, SlotState.MISSED, null, null);
        receiver.answering(500);

        sendUntilCompleted(0);

        assertThat(receiver.posts()).hasSize(2);
        assertThat(Files.readAllLines(folder.resolve("runs"))).containsExactly("run");
    }

    @Test
    void programIsRunIfAProcessDiedAfterItsClaim() throws IOException {
        slot("job", 0, SlotState.MISSED, null, null);
        assertThat(program.bean(PendingNotifications.class).claim(Duration.ofSeconds(-1)))
                .isPresent();

        notifier(new Receivers(Optional.empty(), List.of(failingProgram()))).sendPending();

        assertThat(Files.readAllLines(folder.resolve("runs"))).containsExactly("run");
        assertThat(completed(0)).containsEntry("events", List.of("missed"));
    }

    /** Program that fails after it has written a line into the file "runs". */
    private OperatorProgram failingProgram() throws IOException {
        Path script = Files.write(
                folder.resolve("notify.sh"),
                List.of("#!/bin/sh", "echo run >> '" + folder.resolve("runs") + "'", "exit 1"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return new OperatorProgram(script);
    }

    @Test
    void slowImportIsReported() {
        TestJob job = job("job");
        for (int number = 0; number < 3; number++) {
            lasting(run(job.input("n\n" + number + "\n")), 10 * (number + 1));
        }
        slot("job", 0, SlotState.RAN, lasting(run(job.input("n\n7\n")), 59), null);
        slot("job", 1, SlotState.RAN, lasting(run(job.input("n\n8\n")), 80), null);

        notifier.sendPending();

        assertThat(onlyNotification().at("/events").toString()).isEqualTo("[\"slower\"]");
        assertThat(onlyNotification().at("/medianSeconds").asDouble()).isEqualTo(25);
        assertThat(onlyNotification().at("/text").asString()).endsWith("took 80.0 s, where 25.0 s are usual");
        assertThat(completed(0)).containsEntry("events", List.of());
    }

    @Test
    void runsOfASlotAreReportedOnce() {
        TestJob job = job("job", "rejects: {limit: unlimited}", "fields: {n: int32}", "notify: {rejects: 50%}");
        Run good = run(job.input("n\n1\n"));
        Run rejects = run(job.input("n\nx\n"));
        Run failed = program.failAfterChunks(0, job.input("n\n2\n").prepare());
        slot("job", 0, SlotState.RAN, failed, null);
        program.collection("mongohaul_slots")
                .updateOne(new Document(), Updates.set("runIds", List.of(good.id(), rejects.id(), failed.id())));

        notifier.sendPending();

        JsonNode notification = onlyNotification();
        assertThat(notification.at("/events").toString()).isEqualTo("[\"failed\",\"rejects\"]");
        assertThat(notification.at("/run/run").asLong()).isEqualTo(failed.id());
        assertThat(notification.at("/runs").toString())
                .isEqualTo("[%d,%d,%d]".formatted(good.id(), rejects.id(), failed.id()));
        assertThat(notification.at("/text").asString())
                .startsWith("job of 2026-11-20 02:30:00 UTC (3 imports): run %d (input.csv) failed: "
                        .formatted(failed.id()))
                .endsWith("; run %d (input.csv) rejected 1 of 1 record".formatted(rejects.id()));
    }

    @Test
    void filesThatWereMovedAreNamed() {
        TestJob job = job("job", "rejects: {limit: unlimited}", "fields: {n: int32}");
        Run run = run(job.input("n\nx\n"));
        KnownFiles files = program.bean(ImportPlans.class).files();
        KnownFile known = files.ofImports("job", List.of(run.importNumber()), 1).get(0);
        StoredFiles.save(program.database().getName(), known.going("/done/a.csv", "cannot be moved: disk full"));
        slot("job", 0, SlotState.RAN, run, null);

        notifier.sendPending();

        JsonNode file = onlyNotification().at("/knownFiles/0");
        assertThat(file.at("/path").asString()).isEqualTo(known.id().path());
        assertThat(file.at("/went").asString()).isEqualTo("/done/a.csv");
        assertThat(file.at("/waits").asBoolean()).isTrue();
        assertThat(file.at("/reason").asString()).isEqualTo("cannot be moved: disk full");
    }

    @Test
    void firstGoodSlotAfterOneThatWasNotRunIsReported() throws IOException {
        TestJob job = job("job");
        jobFile("job", "notify: {recovered: true, completed: true}");
        slot("job", 0, SlotState.MISSED, null, null);
        slot("job", 1, SlotState.RAN, run(job.input("n\n1\n")), null);
        slot("job", 2, SlotState.RAN, run(job.input("n\n2\n")), null);

        notifier.sendPending();

        assertThat(receiver.posts())
                .extracting(post -> post.json().at("/events").toString())
                .containsExactly("[\"missed\"]", "[\"completed\",\"recovered\"]", "[\"completed\"]");
        assertThat(receiver.posts().get(1).json().at("/text").asString())
                .endsWith(" is good again, after the slot of 2026-11-20 02:30:00 UTC was missed");
    }

    @Test
    void refusedSlotThatRunsLaterHasRecovered() throws IOException {
        TestJob job = job("job");
        jobFile("job", "notify: {recovered: true}");
        Slots slots = program.bean(Slots.class);
        Slot slot = new Slot("job", Instant.parse("2026-11-20T02:30:00Z"));
        run(job.input("n\n1\n"));
        complete(slots, slot, SlotState.REFUSED, null);
        notifier.sendPending();

        slots.deferAgain(slot);
        complete(slots, slot, SlotState.RAN, run(job.input("n\n2\n")));
        notifier.sendPending();
        complete(slots, new Slot("job", slot.time().plusSeconds(1)), SlotState.RAN, run(job.input("n\n3\n")));
        notifier.sendPending();

        assertThat(receiver.posts())
                .extracting(post -> post.json().at("/events").toString())
                .containsExactly("[\"refused\"]", "[\"recovered\"]");
        assertThat(receiver.posts().get(1).json().at("/text").asString())
                .startsWith("job of 2026-11-20 03:30:00 Europe/Berlin (run ")
                .endsWith(" is good again, after the slot of 2026-11-20 03:30:00 Europe/Berlin was refused");
    }

    private static void complete(Slots slots, Slot slot, SlotState state, @Nullable Run run) {
        SlotClaim claim = slots.claim(slot, "0 30 3 * * * Europe/Berlin", Duration.ofMinutes(1))
                .orElseThrow();
        slots.complete(claim, state, run == null ? null : run.id(), List.of(), run == null ? "no file came" : null);
    }

    private TestJob job(String name, String... settings) {
        return TestJob.in(folder, name, settings);
    }

    private void jobFile(String name, String settings) throws IOException {
        Files.writeString(
                folder.resolve("jobs/" + name + ".yml"), "source: {files: a}\ntarget: {collection: c}\n" + settings);
    }

    private static Run run(TestJob job) {
        return program.run(job.prepare());
    }

    private static Run lasting(Run run, int seconds) {
        Document times = program.collection("BATCH_JOB_EXECUTION")
                .find(Filters.eq("jobExecutionId", run.id()))
                .first();
        Date end = times.getDate("endTime");
        program.collection("BATCH_JOB_EXECUTION")
                .updateOne(
                        Filters.eq("jobExecutionId", run.id()),
                        new Document(
                                "$set",
                                new Document(
                                        "startTime", Date.from(end.toInstant().minusSeconds(seconds)))));
        return run;
    }
}
