package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlotsIT {

    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");
    private static final Slot SLOT = new Slot("nightly", NIGHT);
    private static final String SCHEDULE = "0 30 2 * * * UTC";
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration OVER = Duration.ofMillis(-1);

    private MongoDatabase database;
    private Slots slots;

    @BeforeEach
    void create() {
        database = TestServer.client().getDatabase(TestServer.database("slots"));
        slots = new Slots(database, RetryBudget.NONE);
        slots.createIndexes();
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void oneOfManyClaimsGetsTheSlot() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int night = 0; night < 20; night++) {
                Slot slot = new Slot("nightly", NIGHT.plus(Duration.ofDays(night)));
                Callable<Optional<SlotClaim>> claim =
                        () -> new Slots(database, RetryBudget.NONE).claim(slot, SCHEDULE, LONG);
                List<SlotClaim> claims = new ArrayList<>();
                for (Future<Optional<SlotClaim>> result : threads.invokeAll(java.util.Collections.nCopies(8, claim))) {
                    result.get().ifPresent(claims::add);
                }
                assertThat(claims).as("claims of night %d", night).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void slotWithAnExpiredLeaseIsTakenOver() {
        SlotClaim dead = slots.claim(SLOT, SCHEDULE, OVER).orElseThrow();
        assertThat(slots.free("nightly")).containsExactly(SLOT);

        SlotClaim heir = slots.claim(SLOT, SCHEDULE, LONG).orElseThrow();

        assertThat(heir.takenOver()).isTrue();
        assertThat(slots.claim(SLOT, SCHEDULE, LONG)).isEmpty();
        assertThat(slots.free("nightly")).isEmpty();
        assertThat(slots.renew(dead, LONG)).isFalse();
        assertThat(slots.renew(heir, LONG)).isTrue();
    }

    @Test
    void formerOwnerCannotCompleteASlot() {
        SlotClaim dead = slots.claim(SLOT, SCHEDULE, OVER).orElseThrow();
        SlotClaim heir = slots.claim(SLOT, SCHEDULE, LONG).orElseThrow();

        slots.complete(dead, SlotState.REFUSED, null, List.of(), "too late");
        slots.complete(heir, SlotState.RAN, 7L, List.of(), null);
        slots.complete(dead, SlotState.REFUSED, null, List.of(), "too late");

        assertThat(recent()).singleElement().satisfies(record -> {
            assertThat(record.state()).isEqualTo(SlotState.RAN);
            assertThat(record.runId()).isEqualTo(7);
            assertThat(record.reason()).isNull();
            assertThat(record.completedAt()).isNotNull();
        });
        assertThat(slots.claim(SLOT, SCHEDULE, LONG)).isEmpty();
    }

    @Test
    void releasedSlotCanBeClaimedAtOnce() {
        slots.release(slots.claim(SLOT, SCHEDULE, LONG).orElseThrow());

        assertThat(slots.claim(SLOT, SCHEDULE, LONG)).map(SlotClaim::takenOver).contains(true);
    }

    @Test
    void missedSlotCannotBeClaimedAndKeepsItsFirstState() {
        slots.complete(SLOT, SCHEDULE, SlotState.MISSED, "$no process served", 3);
        slots.complete(SLOT, SCHEDULE, SlotState.OVERLAPPED, "later", 0);

        assertThat(slots.claim(SLOT, SCHEDULE, LONG)).isEmpty();
        assertThat(recent()).singleElement().satisfies(record -> {
            assertThat(record.state()).isEqualTo(SlotState.MISSED);
            assertThat(record.reason()).isEqualTo("$no process served");
            assertThat(record.others()).isEqualTo(3);
        });
    }

    @Test
    void openSlotsAreThoseOfLivingProcesses() {
        Slot later = new Slot("nightly", NIGHT.plusSeconds(60));
        slots.claim(new Slot("other", NIGHT), SCHEDULE, LONG);
        slots.claim(SLOT, SCHEDULE, OVER);
        assertThat(slots.openBefore(later)).isEmpty();

        slots.claim(SLOT, SCHEDULE, LONG);

        assertThat(slots.openBefore(later)).map(SlotRecord::slot).contains(SLOT);
        assertThat(slots.openBefore(SLOT)).isEmpty();
        assertThat(slots.openBeside(later)).map(SlotRecord::slot).contains(SLOT);
        assertThat(slots.openBeside(SLOT)).isEmpty();
    }

    @Test
    void scheduleIsWatchedFromItsLastSlotOrItsChange() {
        Instant first = NIGHT.minusSeconds(100);
        assertThat(slots.watch("nightly", SCHEDULE, first)).isEqualTo(first);
        slots.complete(SLOT, SCHEDULE, SlotState.MISSED, "no process served", 0);

        assertThat(slots.watch("nightly", SCHEDULE, NIGHT.plusSeconds(500))).isEqualTo(NIGHT);
        Instant changed = NIGHT.plusSeconds(1000);
        assertThat(slots.watch("nightly", "0 0 4 * * * UTC", changed)).isEqualTo(changed);
        assertThat(slots.watch("nightly", "0 0 4 * * * UTC", changed.plusSeconds(9)))
                .isEqualTo(changed);
        assertThat(recent()).extracting(SlotRecord::state).containsExactly(SlotState.MISSED);
    }

    @Test
    void oldSlotWithoutRunIsFoundBehindManyOfOtherJobsAndStates() {
        slots.complete(SLOT, SCHEDULE, SlotState.REFUSED, "no file", 0);
        slots.complete(new Slot("other", NIGHT.plusSeconds(1)), SCHEDULE, SlotState.REFUSED, "no file", 0);
        List<Document> later = IntStream.rangeClosed(1, 20_000)
                .mapToObj(second -> new Document(
                                "_id",
                                new Document("job", "nightly").append("time", Date.from(NIGHT.plusSeconds(second))))
                        .append("state", SlotState.NOTHING.name()))
                .toList();
        Slots.collection(database).insertMany(later);

        List<SlotRecord> found =
                slots.withoutRun(null, null, "nightly"::equals, Set.of("refused", "late"), Instant.now(), 5);

        assertThat(found).extracting(SlotRecord::slot).containsExactly(SLOT);
    }

    private List<SlotRecord> recent() {
        return slots.recent("nightly", 10);
    }
}
