package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.waiting.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Attempts, processes and deadlines of notifications. */
@ExtendWith(OutputCaptureExtension.class)
class DeliveryIT extends NotificationTest {

    @Test
    void parallelNotifiersSendEachSlotOnce() {
        IntStream.range(0, 30).forEach(number -> slot("job", number, SlotState.MISSED, null, null));

        Stream.of(notifier(), notifier(), notifier()).parallel().forEach(Notifier::sendPending);

        assertThat(receiver.posts())
                .extracting(post -> post.headers().getFirst("X-Mongohaul-Id"))
                .hasSize(30)
                .doesNotHaveDuplicates();
    }

    @Test
    void failedNotificationIsSentAgain() {
        slot("job", 0, SlotState.MISSED, null, null);
        receiver.answering(500);

        notifier.sendPending();
        assertThat(stored(0)).doesNotContainKey("told");
        sendUntilCompleted(0);

        assertThat(receiver.posts()).hasSize(2);
        assertThat(receiver.posts().get(1).json().at("/id"))
                .isEqualTo(receiver.posts().get(0).json().at("/id"));
        assertThat(completed(0)).containsEntry("attempts", 2).doesNotContainKey("undelivered");
    }

    @Test
    void unreachableReceiverIsNotifiedWhenItIsBack() {
        slot("job", 0, SlotState.MISSED, null, null);
        int port = receiver.port();
        receiver.close();
        notifier.sendPending();

        receiver = Receiver.start(port);
        sendUntilCompleted(0);

        assertThat(receiver.posts()).hasSize(1);
        assertThat(completed(0)).containsEntry("attempts", 2);
    }

    @Test
    void notificationIsAbandonedAfterThreeRefusals(CapturedOutput output) {
        slot("job", 0, SlotState.MISSED, null, "why");
        receiver.answering(404, 500, 404, 410, 200);

        sendUntilCompleted(0);

        assertThat(receiver.posts()).hasSize(4);
        assertThat(completed(0)).containsEntry("attempts", 4).containsEntry("undelivered", "answered 410");
        assertThat(output)
                .contains("http://127.0.0.1 answered 410: \"job of 2026-11-20 02:30:00 UTC was missed: why\""
                        + " is not sent again");
    }

    @Test
    void notificationIsAbandonedWhenItIsTooOld() {
        slot("job", 0, SlotState.MISSED, null, null);
        completedAt(0, Instant.now().minus(Duration.ofHours(23)));
        receiver.answering(500);

        notifier(new Backoff(Duration.ofHours(2), Duration.ofHours(2), new Random(1)))
                .sendPending();

        assertThat(completed(0)).containsEntry("undelivered", "answered 500");
    }

    @Test
    void anotherProcessTakesOverWhenTheLeaseExpires() {
        slot("job", 0, SlotState.MISSED, null, null);
        assertThat(program.bean(PendingNotifications.class).claim(Duration.ofHours(1)))
                .isPresent();

        notifier.sendPending();
        assertThat(receiver.posts()).isEmpty();
        program.collection("mongohaul_slots").updateOne(new Document(), Updates.set("telling.until", Instant.EPOCH));
        notifier.sendPending();

        assertThat(receiver.posts()).hasSize(1);
    }

    @Test
    void postponedNotificationDoesNotBlockOthers() {
        slot("job", 0, SlotState.MISSED, null, null);
        slot("job", 1, SlotState.MISSED, null, null);
        receiver.answering(503, "Retry-After", "3600");

        notifier.sendPending();
        notifier.sendPending();

        assertThat(receiver.posts()).hasSize(2);
        assertThat(stored(0)).doesNotContainKey("told");
        assertThat(completed(1)).containsEntry("events", List.of("missed"));
    }

    @Test
    void anyNameAndReasonGiveValidJson() {
        String reason = "$in\"\\\u0000\r\n\u001b[2J\u202E</script>\ud800 {\"a\":1}";
        slot("a/../\"$job\"\u0000\n", 0, SlotState.REFUSED, null, reason);

        notifier.sendPending();

        JsonNode notification = onlyNotification();
        assertThat(notification.at("/job").asString()).isEqualTo("a/../\"$job\"\u0000\n");
        assertThat(notification.at("/reason").asString())
                .startsWith("$in\"\\\u0000\r\n\u001b[2J")
                .endsWith("{\"a\":1}");
        assertThat(receiver.posts().get(0).body()).doesNotContain("\n", "\u001b", "\u0000");
    }

    @Test
    void secretsAreNeitherLoggedNorStored(CapturedOutput output) {
        slot("job", 0, SlotState.MISSED, null, null);
        receiver.answering(500, 404, 404, 404);

        sendUntilCompleted(0);

        assertThat(output).contains("http://127.0.0.1 answered 500").doesNotContain("s3cret", "/T0/");
        assertThat(stored(0).toJson()).doesNotContain("s3cret", "/T0/");
    }
}
