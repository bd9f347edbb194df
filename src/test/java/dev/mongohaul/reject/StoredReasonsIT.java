package dev.mongohaul.reject;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.session.WriteSessions;
import dev.mongohaul.reject.RejectStore.ReasonPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredReasonsIT {

    private static final long IMPORT = 42;
    private static final String OWNER = "owner";

    /** What values and texts are made of: figures, quotes, what aggregations read otherwise, what takes several bytes. */
    private static final String[] SCRAPS = {
        "",
        " ",
        "7",
        "1,234",
        "0xFF",
        "x",
        "\"",
        "\"q\" ",
        "\\",
        "$price",
        "é",
        "😀",
        "\u202E",
        "\u001B[1m",
        "(",
        "$$ROOT"
    };

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("reasons"));
    private final RejectStore store = new RejectStore(database, RetryBudget.NONE);
    private final WriteSessions sessions = TestServer.sessions();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void importWithoutRejectsHasNoReasons() {
        assertThat(store.reasons(IMPORT)).isEqualTo(new RejectReasons(0, List.of(), 0, List.of()));
    }

    @Test
    void manyRejectsOfOneReasonAreOneGroupWithItsFirstSamples() {
        List<Reject> many = new ArrayList<>();
        for (int row = 0; row < 5_000; row++) {
            many.add(cell(row, 3, "x" + row, "\"x" + row + "\" is not from 1 to 5"));
        }
        store.saveAll(sessions, IMPORT, OWNER, many);
        store.saveAll(sessions, IMPORT + 1, OWNER, List.of(cell(0, 3, "y", "\"y\" is another import's")));

        assertThat(store.reasons(IMPORT))
                .isEqualTo(new RejectReasons(
                        5_000,
                        List.of(new RejectGroup(
                                "is not from 1 to 5",
                                "c3",
                                null,
                                5_000,
                                List.of(
                                        RejectSample.of(many.get(0)),
                                        RejectSample.of(many.get(1)),
                                        RejectSample.of(many.get(2))))),
                        0,
                        List.of(0L, 1L, 2L)));
    }

    @Test
    void oldServersReturnTheFirstSample() {
        store.saveAll(
                sessions, IMPORT, OWNER, List.of(cell(7, 3, "x", "\"x\" is wrong"), cell(5, 3, "y", "\"y\" is wrong")));

        List<Document> groups = store.aggregate(IMPORT, ReasonPipeline.groups(9, ReasonPipeline.FIRST));

        assertThat(groups).singleElement().satisfies(group -> {
            assertThat(ReasonPipeline.pattern(group)).hasToString("is wrong");
            assertThat(ReasonPipeline.samples(group)).containsExactly(new Document("i", IMPORT).append("o", 5L));
        });
    }

    @Test
    void reasonsBeyondTheBoundAreCounted() {
        List<Reject> many = new ArrayList<>();
        for (int column = 0; column < RejectStore.MOST_GROUPS + 7; column++) {
            many.add(cell(column, column + 1, "x", "\"x\" is wrong"));
        }
        many.add(cell(1000, 1, "x", "\"x\" is wrong"));
        store.saveAll(sessions, IMPORT, OWNER, many);

        RejectReasons found = store.reasons(IMPORT);

        assertThat(found.groups()).hasSize(RejectStore.MOST_GROUPS);
        assertThat(found.groups().get(0).count()).isEqualTo(2);
        assertThat(found.total()).isEqualTo(RejectStore.MOST_GROUPS + 8);
        assertThat(found.ungrouped()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void serverGroupsAsTheProgramDoes(long seed) {
        Random random = new Random(seed);
        List<Reject> rejects = new ArrayList<>();
        RejectGroups here = new RejectGroups();
        for (int row = 0; row < 300; row++) {
            Reject reject = randomReject(row, random);
            rejects.add(reject);
            here.add(reject);
        }
        store.saveAll(sessions, IMPORT, OWNER, rejects);

        RejectReasons there = store.reasons(IMPORT);

        assertThat(there.total()).isEqualTo(300);
        assertThat(here.list()).as("seed %d", seed).containsAll(there.groups());
        assertThat(there.groups().stream().mapToLong(RejectGroup::count).sum() + there.ungrouped())
                .isEqualTo(300);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void savedReasonsAreThoseOfTheServer(long seed) {
        Random random = new Random(seed);
        RejectGroups all = new RejectGroups();
        List<Reject> rejects = new ArrayList<>();
        for (int row = 0; row < 150; row++) {
            Reject reject = cell(row, 1 + random.nextInt(90), "x", "\"x\" is no number");
            rejects.add(reject);
            all.add(reject);
        }
        store.saveAll(sessions, IMPORT, OWNER, rejects);

        store.saveReasons(IMPORT, 7, all, Set.of());

        assertThat(store.reasons(IMPORT, 7)).as("seed %d", seed).isEqualTo(store.reasons(IMPORT));
    }

    @Test
    void keptReasonsAreBoundedAsThoseOfTheServer() {
        RejectGroups all = new RejectGroups();
        List<Reject> rejects = new ArrayList<>();
        for (int column = 1; column <= RejectGroups.MOST_GROUPS + 1; column++) {
            rejects.add(cell(column, column, "x", "\"x\" is wrong"));
        }
        rejects.add(cell(5_000, RejectGroups.MOST_GROUPS + 1, "y", "\"y\" is wrong"));
        rejects.forEach(all::add);
        store.saveAll(sessions, IMPORT, OWNER, rejects);

        store.saveReasons(IMPORT, 7, all, Set.of());

        RejectReasons kept = store.reasons(IMPORT, 7);
        assertThat(kept).isEqualTo(store.reasons(IMPORT));
        assertThat(kept.groups()).hasSize(RejectStore.MOST_GROUPS);
        assertThat(kept.groups().get(0).count()).isEqualTo(2);
    }

    @Test
    void savedReasonsAreValidUntilTheNextRun() {
        RejectGroups all = new RejectGroups();
        Reject first = cell(1, 1, "x", "\"x\" is wrong");
        all.add(first);
        store.saveAll(sessions, IMPORT, OWNER, List.of(first));
        store.saveReasons(IMPORT, 7, all, Set.of());
        store.saveAll(sessions, IMPORT, OWNER, List.of(cell(2, 1, "y", "\"y\" is wrong")));

        assertThat(store.reasons(IMPORT, 7).total()).isEqualTo(1);
        assertThat(store.reasons(IMPORT, 8).total()).isEqualTo(2);

        store.deleteAll(IMPORT);
        assertThat(store.reasons(IMPORT, 7).total()).isZero();
        assertThat(database.getCollection(RejectStore.SUMMARIES).countDocuments())
                .isZero();
    }

    @Test
    void savedReasonsMayHaveNulls() {
        database.getCollection(RejectStore.SUMMARIES).insertOne(Document.parse("""
                {_id: {$numberLong: '42'}, run: {$numberLong: '7'}, total: {$numberLong: '1'}, ungrouped: {$numberLong: '0'},
                 offsets: [{$numberLong: '5'}], groups: [{reason: 'r', column: null, code: null, count: {$numberLong: '1'},
                 samples: [{file: 'f', line: {$numberLong: '2'}, value: null, text: 't'}]}]}"""));

        assertThat(store.reasons(IMPORT, 7).groups())
                .containsExactly(new RejectGroup("r", null, null, 1, List.of(new RejectSample("f", 2, null, "t"))));
    }

    private static Reject randomReject(int row, Random random) {
        String text = scraps(random) + "is no " + scraps(random);
        if (random.nextInt(3) == 0) {
            return reject(row, RejectReason.refused(121 + random.nextInt(2), text));
        }
        String value = random.nextInt(5) == 0 ? null : scraps(random);
        String begin = value == null || random.nextBoolean() ? "" : '"' + value + "\" ";
        return cell(row, 1 + random.nextInt(2), value, begin + text);
    }

    private static String scraps(Random random) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(3); count > 0; count--) {
            text.append(SCRAPS[random.nextInt(SCRAPS.length)]);
        }
        return text.toString();
    }

    private static Reject cell(int row, int number, @Nullable String value, String text) {
        return reject(
                row, RejectReason.of(RejectStage.UNMAPPABLE, text, new RejectedCell(number, "c" + number, value)));
    }

    private static Reject reject(int row, RejectReason reason) {
        return new Reject(new RejectedRecord("in.csv", row + 2L, row, 1, new Binary(new byte[1])), reason);
    }
}
