package dev.mongohaul.reject;

import static com.mongodb.client.model.Aggregates.match;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ExplainVerbosity;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.session.WriteSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RejectStoreIT {

    private static final long IMPORT = 42;
    private static final String OWNER = "owner";

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("rejects"));
    private final RejectStore store = new RejectStore(database, RetryBudget.NONE);
    private final WriteSessions sessions = TestServer.sessions();

    static Stream<Reject> rejects() {
        return Stream.of(
                SampleRejects.unmappable(0, "1;12,5x"),
                SampleRejects.tooLong(7_000_000_000L, 5_000_000_000L),
                SampleRejects.reject(5, new byte[0], RejectReason.of(RejectStage.MALFORMED, "no cells", null)),
                SampleRejects.reject(6, new byte[] {0, -1, '"', '\n', 127}, RejectReason.refused(121, "no\0 \n")),
                SampleRejects.reject(
                        7, new byte[RejectedRecord.LONGEST_KEPT], RejectReason.refused(11000, "E11000 duplicate key")),
                SampleRejects.reject(
                        8,
                        new byte[1],
                        new RejectReason(RejectStage.UNMATCHED, "not found", new RejectedCell(9, null, null), 0)));
    }

    @ParameterizedTest
    @MethodSource("rejects")
    void rejectComesBackAsItWas(Reject reject) {
        store.saveAll(sessions, IMPORT, OWNER, List.of(reject));

        assertThat(kept(IMPORT)).containsExactly(reject);
    }

    @Test
    void rejectsAreFoundByOffsetUnlessTheirRecordsAreTooLong() {
        Reject fits = SampleRejects.reject(0, new byte[100], RejectReason.of(RejectStage.MALFORMED, "no cells", null));
        Reject tooLong =
                SampleRejects.reject(200, new byte[101], RejectReason.of(RejectStage.MALFORMED, "no cells", null));
        Reject other = SampleRejects.reject(300, new byte[1], RejectReason.of(RejectStage.MALFORMED, "no cells", null));
        store.saveAll(sessions, IMPORT, OWNER, List.of(fits, tooLong, other));
        store.saveAll(sessions, IMPORT + 1, OWNER, List.of(fits));

        assertThat(store.at(IMPORT, List.of(200L, 0L), 100)).containsExactly(fits);
        assertThat(store.at(IMPORT, List.of(200L, 0L, 7L), 101)).containsExactly(fits, tooLong);
        assertThat(store.at(IMPORT, List.of(), 101)).isEmpty();
    }

    @Test
    void rejectsComeBackInTheOrderOfTheInput() {
        List<Reject> rejects = List.of(
                SampleRejects.unmappable(5_000_000_000L, "last"),
                SampleRejects.unmappable(0, "first"),
                SampleRejects.unmappable(Integer.MAX_VALUE, "third"),
                SampleRejects.unmappable(10, "second"));

        store.saveAll(sessions, IMPORT, OWNER, rejects);

        assertThat(kept(IMPORT)).containsExactly(rejects.get(1), rejects.get(3), rejects.get(2), rejects.get(0));
    }

    @Test
    void allRejectsOfAnImportAreDeleted() {
        int many = 2 * RejectStore.DELETED_AT_ONCE + 1;
        List<Reject> rejects = IntStream.range(0, many)
                .mapToObj(number -> SampleRejects.unmappable(7L * number, "x"))
                .toList();
        store.saveAll(sessions, 42, OWNER, rejects);
        store.saveAll(sessions, 41, OWNER, rejects.subList(0, 1));
        store.saveAll(sessions, 43, OWNER, rejects.subList(0, 1));

        store.deleteAll(42);

        assertThat(store.count(41)).isEqualTo(1);
        assertThat(store.count(42)).isZero();
        assertThat(store.count(43)).isEqualTo(1);
    }

    @Test
    void importsDoNotSeeEachOther() {
        store.saveAll(sessions, 41, OWNER, List.of(SampleRejects.unmappable(Long.MAX_VALUE, "before")));
        store.saveAll(sessions, 42, OWNER, List.of(SampleRejects.unmappable(1, "mine")));
        store.saveAll(sessions, 43, OWNER, List.of(SampleRejects.unmappable(0, "behind")));

        assertThat(kept(42)).containsExactly(SampleRejects.unmappable(1, "mine"));
        assertThat(store.count(42)).isEqualTo(1);

        store.deleteBetween(42, 0, Long.MAX_VALUE, () -> {});

        assertThat(store.count(41)).isEqualTo(1);
        assertThat(store.count(42)).isZero();
        assertThat(store.count(43)).isEqualTo(1);
    }

    @Test
    void chunkSavedAgainLeavesTheSame() {
        List<Reject> chunk = SampleRejects.many(3).toList();

        store.saveAll(sessions, IMPORT, OWNER, chunk);
        List<Document> once = documents();
        store.saveAll(sessions, IMPORT, OWNER, chunk);

        assertThat(documents()).hasSize(3).isEqualTo(once);
    }

    @Test
    void laterReasonReplacesEarlierOne() {
        store.saveAll(sessions, IMPORT, OWNER, List.of(SampleRejects.unmappable(10, "a,b")));
        Reject later = SampleRejects.reject(10, new byte[] {'a'}, RejectReason.refused(121, "validation failed"));

        store.saveAll(sessions, IMPORT, OWNER, List.of(later));

        assertThat(kept(IMPORT)).containsExactly(later);
    }

    @Test
    void chunkWithoutRejectsIsNoWrite() {
        store.saveAll(sessions, IMPORT, OWNER, List.of());

        assertThat(documents()).isEmpty();
    }

    @Test
    void resumedPartitionDeletesItsOwnRejectsOnly() {
        store.saveAll(sessions, IMPORT, OWNER, SampleRejects.many(10).toList());

        store.deleteBetween(IMPORT, 200, 500, () -> {});

        assertThat(kept(IMPORT))
                .extracting(reject -> reject.record().offset())
                .containsExactly(0L, 100L, 500L, 600L, 700L, 800L, 900L);
    }

    @Test
    void deletionThatIsExecutedLateLeavesTheRejectsOfTheSuccessor() {
        store.saveAll(sessions, IMPORT, "predecessor", SampleRejects.many(10).toList());
        Bson waiting = Filters.eq("command.delete", RejectStore.COLLECTION);

        FailPoint.on("delete")
                .block(Duration.ofSeconds(2))
                .namespace(database.getName() + "." + RejectStore.COLLECTION)
                .during(TestServer.client(), () -> {
                    CompletableFuture<Void> late =
                            CompletableFuture.runAsync(() -> store.deleteBetween(IMPORT, 0, 1000, () -> {}));
                    while (TestServer.client()
                                    .getDatabase("admin")
                                    .aggregate(List.of(new Document("$currentOp", new Document()), match(waiting)))
                                    .first()
                            == null) {
                        assertThat(late).isNotDone();
                    }
                    store.saveAll(
                            sessions, IMPORT, "successor", SampleRejects.many(5).toList());
                    late.join();
                });

        assertThat(kept(IMPORT)).isEqualTo(SampleRejects.many(5).toList());
    }

    /** Its successor has claimed the records after it had looked for former rejects. */
    @Test
    void processThatWasPausedLeavesTheRejectsOfTheSuccessor() {
        store.saveAll(sessions, IMPORT, "predecessor", SampleRejects.many(10).toList());

        store.deleteBetween(
                IMPORT,
                0,
                1000,
                () -> store.saveAll(
                        sessions, IMPORT, "successor", SampleRejects.many(5).toList()));

        assertThat(kept(IMPORT)).isEqualTo(SampleRejects.many(5).toList());
    }

    @Test
    void processWithoutTheRightDeletesNoRejects() {
        store.saveAll(sessions, IMPORT, OWNER, SampleRejects.many(10).toList());

        assertThatThrownBy(() -> store.deleteBetween(IMPORT, 0, 1000, () -> {
                    throw new IllegalStateException("taken over");
                }))
                .hasMessage("taken over");

        assertThat(kept(IMPORT)).hasSize(10);
    }

    @Test
    void manyRejectsAreSavedAndReadInSeveralBatches() {
        List<Reject> rejects = SampleRejects.many(5_000).toList();

        store.saveAll(sessions, IMPORT, OWNER, rejects);

        assertThat(store.count(IMPORT)).isEqualTo(5_000);
        assertThat(kept(IMPORT)).isEqualTo(rejects);
    }

    @Test
    void serverReadsOnlyTheRejectsOfTheImport() {
        store.saveAll(sessions, 41, OWNER, SampleRejects.many(50).toList());
        store.saveAll(sessions, 42, OWNER, SampleRejects.many(10).toList());
        store.saveAll(sessions, 43, OWNER, SampleRejects.many(50).toList());

        Document plan = database.getCollection(RejectStore.COLLECTION)
                .find(RejectStore.all(42))
                .sort(new Document("_id", 1))
                .explain(ExplainVerbosity.EXECUTION_STATS);

        Document statistics = plan.get("executionStats", Document.class);
        assertThat(plan.toJson()).contains("\"indexName\": \"_id_\"").doesNotContain("\"stage\": \"SORT\"");
        assertThat(statistics.getInteger("totalDocsExamined")).isEqualTo(10);
        assertThat(statistics.getInteger("totalKeysExamined")).isBetween(10, 11);
    }

    @Test
    void numbersOfIdAreStoredWith64Bits() {
        store.saveAll(sessions, 1, OWNER, List.of(SampleRejects.unmappable(2, "a")));

        assertThat(documents())
                .extracting(document -> document.get("_id"))
                .containsExactly(new Document("i", 1L).append("o", 2L));
    }

    @Test
    void bytesOfLongRecordAreNotStored() {
        store.saveAll(sessions, IMPORT, OWNER, List.of(SampleRejects.tooLong(0, RejectedRecord.LONGEST_KEPT + 1)));

        assertThat(documents())
                .allSatisfy(document ->
                        assertThat(document.get("bytes", Binary.class)).isNull());
    }

    private List<Reject> kept(long instance) {
        try (Stream<Reject> rejects = store.stream(instance)) {
            return rejects.toList();
        }
    }

    private List<Document> documents() {
        return database.getCollection(RejectStore.COLLECTION).find().into(new ArrayList<>());
    }
}
