package dev.mongohaul.repository.target;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.BsonOrder;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SeenIdsIT {

    private static MongoDatabase database;
    private static SeenIds seen;

    @BeforeAll
    static void connect() {
        database = TestServer.client().getDatabase(TestServer.database("seen"));
        seen = new SeenIds(database, RetryBudget.NONE);
    }

    @AfterAll
    static void drop() {
        database.drop();
    }

    private static void save(long importNumber, long from, long to, List<? extends BsonValue> ids) {
        SeenIdRecorder recorder = seen.recorder(importNumber, from);
        ids.forEach(id -> recorder.add(IdBytes.of(id), () -> "?"));
        recorder.save(to);
    }

    private static List<BsonValue> sorted(long importNumber, @Nullable BsonValue from, @Nullable BsonValue to) {
        List<BsonValue> ids = new ArrayList<>();
        try (SortedIds sorted = seen.sorted(importNumber, from, to)) {
            sorted.forEachRemaining(id -> ids.add(IdBytes.value(id)));
        }
        return ids;
    }

    @Test
    void blockThatIsSavedAgainReplacesTheFirst() {
        save(1, 0, 50, List.of(new BsonString("a"), new BsonString("b")));
        save(1, 0, 50, List.of(new BsonString("c"), new BsonString("a")));

        assertThat(sorted(1, null, null)).containsExactly(new BsonString("a"), new BsonString("c"));
    }

    @Test
    void partsHaveAllIdsOnce() {
        Random random = new Random(5);
        TreeSet<BsonValue> all = new TreeSet<>(BsonOrder.INSTANCE);
        for (int part = 0; part < 12; part++) {
            List<BsonValue> ids = new ArrayList<>();
            int base = random.nextInt(20_000);
            for (int n = 0; n < 3000; n++) {
                int number = base + random.nextInt(8000);
                ids.add(number % 3 == 0 ? new BsonInt32(number) : new BsonString("%07d".formatted(number)));
            }
            all.addAll(ids);
            save(3, part, part + 1, ids);
        }

        List<@Nullable BsonValue> bounds = new ArrayList<>(seen.bounds(3, 5));
        bounds.add(null);
        List<BsonValue> found = new ArrayList<>();
        BsonValue from = null;
        for (BsonValue to : bounds) {
            for (BsonValue id : sorted(3, from, to)) {
                if (to == null || BsonOrder.INSTANCE.compare(id, to) < 0) {
                    found.add(id);
                }
            }
            from = to;
        }

        assertThat(bounds).hasSize(5);
        assertThat(found).isSortedAccordingTo(BsonOrder.INSTANCE);
        TreeSet<BsonValue> distinct = new TreeSet<>(BsonOrder.INSTANCE);
        distinct.addAll(found);
        assertThat(distinct).containsExactlyElementsOf(all);
    }

    @Test
    void removedIdsAreGone() {
        save(4, 0, 10, List.of(new BsonInt32(1)));
        save(5, 0, 10, List.of(new BsonInt32(2)));

        seen.remove(4);

        assertThat(sorted(4, null, null)).isEmpty();
        assertThat(sorted(5, null, null)).containsExactly(new BsonInt32(2));
    }
}
