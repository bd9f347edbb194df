package dev.mongohaul.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OldSlotsIT {

    private static final Instant START = Instant.parse("2026-11-20T02:30:00Z");

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("oldslots"));
    private final Slots slots = new Slots(database, RetryBudget.NONE);

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void slotsCompletedBeforeATimeAreRemoved() {
        List.of(0, 1, 2, 3).forEach(number -> slot("job", number, SlotState.MISSED, null));

        assertThat(forget(2, true)).isEqualTo(2);
        assertThat(forget(2, false)).isEqualTo(2);
        assertThat(left("job")).containsExactly(2, 3);
    }

    @Test
    void lastSlotIsKeptSinceItsScheduleIsWatchedFromThere() {
        slot("job", 0, SlotState.WATCHED, null);
        slot("job", 1, SlotState.MISSED, null);
        slot("another", 0, SlotState.MISSED, null);

        assertThat(forget(100, false)).isEqualTo(1);
        assertThat(left("job")).containsExactly(1);
        assertThat(left("another")).containsExactly(0);
        assertThat(slots.jobs()).containsExactly("another", "job");
    }

    @Test
    void openSlotIsKept() {
        slot("job", 0, SlotState.CLAIMED, null);
        slot("job", 1, SlotState.MISSED, null);

        assertThat(forget(100, false)).isZero();
    }

    @Test
    void slotWhoseRunIsKnownIsKept() {
        slot("job", 0, SlotState.RAN, 41L);
        slot("job", 1, SlotState.RAN, 42L);
        slot("job", 2, SlotState.MISSED, null);

        assertThat(slots.remove("job", time(100), runs -> runs.contains(42L) ? Set.of(42L) : Set.of(), false))
                .isEqualTo(1);
        assertThat(left("job")).containsExactly(1, 2);
    }

    @Test
    void manySlotsAreRemovedInBatches() {
        int many = 2 * Slots.BATCH + 7;
        IntStream.rangeClosed(0, many).forEach(number -> slot("job", number, SlotState.RAN, (long) number));
        Set<Integer> batches = new HashSet<>();

        long forgotten = slots.remove(
                "job",
                time(many + 1),
                runs -> {
                    batches.add(runs.size());
                    return Set.of();
                },
                false);

        assertThat(forgotten).isEqualTo(many);
        assertThat(batches).containsExactlyInAnyOrder(Slots.BATCH, 7);
        assertThat(left("job")).containsExactly(many);
    }

    private long forget(int before, boolean dryRun) {
        return slots.remove("job", time(before), runs -> Set.of(), dryRun);
    }

    private static Instant time(int number) {
        return START.plusSeconds(number);
    }

    private void slot(String job, int number, SlotState state, @Nullable Long runId) {
        Document id = new Document("job", job).append("time", Date.from(time(number)));
        database.getCollection("mongohaul_slots")
                .insertOne(new Document("_id", id)
                        .append("state", state.name())
                        .append("runId", runId)
                        .append("settledAt", state == SlotState.CLAIMED ? null : Date.from(time(number))));
    }

    private List<Integer> left(String job) {
        return database.getCollection("mongohaul_slots")
                .find(new Document("_id.job", job))
                .sort(new Document("_id", 1))
                .map(slot -> slot.get("_id", Document.class).getDate("time").toInstant())
                .map(time -> (int) (time.getEpochSecond() - START.getEpochSecond()))
                .into(new ArrayList<>());
    }
}
