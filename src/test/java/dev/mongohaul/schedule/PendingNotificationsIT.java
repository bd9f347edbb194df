package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PendingNotificationsIT {

    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final String COLLECTION = "mongohaul_slots";
    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");

    private final MongoDatabase database =
            TestServer.client().getDatabase(TestServer.database("pending-notifications"));
    private final Slots slots = new Slots(database, RetryBudget.NONE);
    private final PendingNotifications pending = new PendingNotifications(database, RetryBudget.NONE);

    @BeforeEach
    void createIndexes() {
        pending.createIndexes();
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void notificationIsClaimedOnceAndSentOnce() {
        settle(0, SlotState.REFUSED);

        PendingNotification slot = pending.claim(LEASE).orElseThrow();
        assertThat(pending.claim(LEASE)).isEmpty();
        pending.markNotified(slot, List.of("failed"), null);

        assertThat(slot.record().slot()).isEqualTo(new Slot("job", NIGHT));
        assertThat(slot.record().reason()).isEqualTo("why");
        assertThat(pending.claim(LEASE)).isEmpty();
        assertThat(stored(0)).doesNotContainKey("telling");
        assertThat(notification(0))
                .containsEntry("events", List.of("failed"))
                .containsEntry("attempts", 1)
                .containsKey("at")
                .doesNotContainKey("undelivered");
    }

    @ParameterizedTest
    @EnumSource(names = {"RAN", "REFUSED"})
    void attemptsOfALateSlotDoNotCountForItsEnd(SlotState state) {
        Slot slot = new Slot("job", NIGHT);
        SlotClaim claim = slots.claim(slot, "0 30 2 * * * UTC", LEASE).orElseThrow();
        slots.late(claim, "waits");
        slots.late(claim, "waits longer");
        PendingNotification late = pending.claim(LEASE).orElseThrow();
        assertThat(late.record().reason()).isEqualTo("waits");
        pending.postpone(late, Duration.ofHours(1), true);
        assertThat(pending.claim(LEASE)).isEmpty();

        slots.complete(claim, state, null, List.of(), "why");

        PendingNotification end = pending.claim(LEASE).orElseThrow();
        assertThat(end.attempts()).isEqualTo(1);
        assertThat(end.refusals()).isZero();
        assertThat(end.record().reason()).isEqualTo("why");
    }

    @ParameterizedTest
    @EnumSource(names = {"RAN", "REFUSED"})
    void refusedSlotThatRunsLaterIsNotifiedUnlessRefusedAgain(SlotState state) {
        settle(0, SlotState.REFUSED);
        pending.markNotified(pending.claim(LEASE).orElseThrow(), List.of("failed"), null);
        Slot slot = new Slot("job", NIGHT);

        slots.deferAgain(slot);
        assertThat(pending.claim(LEASE)).isEmpty();
        SlotClaim claim = slots.claim(slot, "0 30 2 * * * UTC", LEASE).orElseThrow();
        slots.complete(claim, state, 7L, List.of(), null);

        assertThat(claim.takenOver()).isFalse();
        assertThat(pending.claim(LEASE).isPresent()).isEqualTo(state == SlotState.RAN);
    }

    @Test
    void refusedSlotThatIsMissedLaterIsNotified() {
        settle(0, SlotState.REFUSED);
        pending.markNotified(pending.claim(LEASE).orElseThrow(), List.of("failed"), null);
        Slot slot = new Slot("job", NIGHT);
        slots.deferAgain(slot);

        slots.miss(slot, "too many waited");

        assertThat(pending.claim(LEASE).map(missed -> missed.record().state())).contains(SlotState.MISSED);
    }

    @ParameterizedTest
    @EnumSource(names = {"WATCHED", "WAITING", "CLAIMED"})
    void openSlotHasNoPendingNotification(SlotState state) {
        settle(0, state);

        assertThat(pending.claim(LEASE)).isEmpty();
    }

    @Test
    void openSlotIsNotClaimed() {
        database.getCollection(COLLECTION)
                .insertOne(new Document("_id", new Document("job", "job").append("time", Date.from(NIGHT)))
                        .append("state", SlotState.CLAIMED.name()));

        assertThat(pending.claim(LEASE)).isEmpty();
    }

    @Test
    void slotOlderThanADayIsNotNotified() {
        settle(0, SlotState.MISSED);
        age(0, Duration.ofHours(25));

        assertThat(pending.claim(LEASE)).isEmpty();
    }

    @Test
    void notificationsAreClaimedInOrderOfCompletion() {
        settle(0, SlotState.MISSED);
        settle(1, SlotState.MISSED);
        age(1, Duration.ofHours(23));

        assertThat(pending.claim(LEASE).map(slot -> slot.record().slot().time()))
                .contains(time(1));
        assertThat(pending.claim(LEASE).map(slot -> slot.record().slot().time()))
                .contains(time(0));
    }

    @Test
    void notificationOfADeadSenderIsClaimedByAnother() {
        settle(0, SlotState.REFUSED);
        PendingNotification first = pending.claim(LEASE).orElseThrow();
        assertThat(pending.claim(LEASE)).isEmpty();
        endTimeOf(0);

        PendingNotification second = pending.claim(LEASE).orElseThrow();
        pending.markNotified(first, List.of("late"), null);

        assertThat(second.attempts()).isEqualTo(2);
        assertThat(stored(0)).doesNotContainKey("told");
    }

    @Test
    void postponedNotificationIsClaimedInTime() {
        settle(0, SlotState.REFUSED);
        pending.postpone(pending.claim(LEASE).orElseThrow(), Duration.ofHours(1), true);

        Optional<PendingNotification> early = pending.claim(LEASE);
        endTimeOf(0);
        PendingNotification later = pending.claim(LEASE).orElseThrow();

        assertThat(early).isEmpty();
        assertThat(later.attempts()).isEqualTo(2);
        assertThat(later.refusals()).isEqualTo(1);
    }

    @Test
    void undeliveredNotificationIsMarked() {
        settle(0, SlotState.REFUSED);

        pending.markNotified(pending.claim(LEASE).orElseThrow(), List.of("failed"), "$gone");

        assertThat(notification(0)).containsEntry("undelivered", "$gone");
    }

    @Test
    void concurrentSendersNeverClaimTheSame() {
        IntStream.range(0, 50).forEach(number -> settle(number, SlotState.MISSED));
        ConcurrentLinkedQueue<Slot> claimed = new ConcurrentLinkedQueue<>();

        IntStream.range(0, 8).parallel().forEach(sender -> {
            for (Optional<PendingNotification> next = pending.claim(LEASE);
                    next.isPresent();
                    next = pending.claim(LEASE)) {
                claimed.add(next.get().record().slot());
            }
        });

        assertThat(claimed).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void notifiedSlotsAreNotRead() {
        for (int number = 0; number < 30; number++) {
            settle(number, SlotState.MISSED);
            pending.markNotified(pending.claim(LEASE).orElseThrow(), List.of(), null);
        }
        settle(30, SlotState.MISSED);
        age(30, Duration.ofDays(3));
        database.runCommand(new Document("profile", 2));
        pending.claim(LEASE);
        database.runCommand(new Document("profile", 0));

        Document looked = database.getCollection("system.profile")
                .find(Filters.eq("command.findAndModify", COLLECTION))
                .first();

        assertThat(looked.getInteger("docsExamined")).isLessThanOrEqualTo(1);
    }

    private static Instant time(int number) {
        return NIGHT.plusSeconds(number);
    }

    private void settle(int number, SlotState state) {
        slots.complete(new Slot("job", time(number)), "s", state, "why", 0);
    }

    private void age(int number, Duration age) {
        database.getCollection(COLLECTION)
                .updateOne(
                        Filters.eq("_id.time", Date.from(time(number))),
                        Updates.set("settledAt", Date.from(Instant.now().minus(age))));
    }

    /** Ends the time of a claim, or of a postponement. */
    private void endTimeOf(int number) {
        database.getCollection(COLLECTION)
                .updateOne(
                        Filters.eq("_id.time", Date.from(time(number))),
                        Updates.set("telling.until", Date.from(Instant.EPOCH)));
    }

    private Document stored(int number) {
        return database.getCollection(COLLECTION)
                .find(Filters.eq("_id.time", Date.from(time(number))))
                .into(new ArrayList<>())
                .get(0);
    }

    private Document notification(int number) {
        return stored(number).get("told", Document.class);
    }
}
