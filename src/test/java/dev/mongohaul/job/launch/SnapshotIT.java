package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerState;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.bson.BsonDateTime;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports whose input is the whole truth. */
class SnapshotIT {

    private static final String DATABASE = TestServer.database("snapshot");
    private static final int WRITE_CONFLICT = 112;

    private static final String LOSS = "max-loss";

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(DATABASE);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    /** @param settings further lines of the job file, and {@code max-loss} of its writing */
    private TestJob job(String name, String... settings) {
        String[] usual = {
            "target: {collection: %s, id: [id]}".formatted(name),
            "fields: {id: {type: int32, to: _id}, version: int32}",
            "write: {operation: snapshot, keys: unique%s}"
                    .formatted(Stream.of(settings)
                            .filter(setting -> setting.startsWith(LOSS))
                            .map(", "::concat)
                            .collect(Collectors.joining()))
        };
        return TestJob.in(
                folder,
                name,
                Stream.concat(Stream.of(usual), Stream.of(settings).filter(setting -> !setting.startsWith(LOSS)))
                        .toArray(String[]::new));
    }

    private static String csv(int from, int to, IntFunction<Integer> version) {
        return IntStream.range(from, to)
                .mapToObj(id -> id + "," + version.apply(id) + ",some text\n")
                .collect(Collectors.joining("", "id,version,text\n", ""));
    }

    private static String csv(int from, int to) {
        return csv(from, to, id -> 1);
    }

    private static List<RawBsonDocument> bytes(String collection) {
        return program.database()
                .getCollection(collection, RawBsonDocument.class)
                .find()
                .sort(Sorts.ascending("_id"))
                .into(new ArrayList<>());
    }

    private static List<Integer> ids(String collection) {
        return program.documents(collection).stream()
                .map(document -> document.getInteger("_id"))
                .toList();
    }

    private static Deletions deletions(Run run) {
        return program.plan(run).deletions();
    }

    private static void fill(String collection, int from, int to) {
        program.collection(collection)
                .insertMany(IntStream.range(from, to)
                        .mapToObj(id ->
                                new Document("_id", id).append("version", 1).append("text", "some text"))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"direct, 1", "direct, 4", "raw, 4", "bulk, 1"})
    void collectionEqualsTheInputAndUnchangedDocumentsAreNotWritten(String writer, int grid) {
        String name = "equal-%s-%d".formatted(writer, grid);
        fill(name, 0, 2000);
        TestJob job = job(name).input(csv(50, 2010, id -> id % 100 == 0 ? 2 : 1));
        BsonTimestamp before = now();

        Run run = program.run(job.prepare("writer=" + writer, "grid-size=" + grid, "chunk-size=100"));

        assertThat(run.counts()).as(run.reason()).isEqualTo(counts(1960, 29, 1931));
        assertThat(deletions(run)).isEqualTo(new Deletions(2010, 50, 0, 0, 0, 0));
        assertThat(changesSince(before, name)).isEqualTo(29 + 50);
        Run fresh = program.run(job(name + "-fresh").prepare());
        assertThat(fresh.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(bytes(name)).isEqualTo(bytes(name + "-fresh"));
        assertThat(program.collection("mongohaul_seen_ids").countDocuments()).isZero();
    }

    /** Together the ids of a block, and of a query, are larger than a document or a command may be. */
    @Test
    void documentsWithLargeIdsAreDeleted() {
        program.collection("large")
                .insertMany(IntStream.range(0, 450)
                        .mapToObj(id -> new Document("_id", "%03d".formatted(id) + "0".repeat(39_997)))
                        .toList());
        TestJob job = job("large", "max-loss: unlimited").input(csv(0, 3));

        Run run = program.run(job.prepare());

        assertThat(deletions(run)).as(run.reason()).isEqualTo(new Deletions(453, 450, 0, 0, 0, 0));
        assertThat(ids("large")).containsExactly(0, 1, 2);
        assertThat(program.collection("mongohaul_seen_ids").countDocuments()).isZero();
    }

    private static Counts counts(long read, long written, long unchanged) {
        return new Counts(read, written, unchanged, 0, 0, 0, CellCounts.NONE);
    }

    private static BsonTimestamp now() {
        return program.database().runCommand(new Document("ping", 1)).get("operationTime", BsonTimestamp.class);
    }

    /** Returns the number of writes into a collection in the oplog. */
    private static long changesSince(BsonTimestamp time, String collection) {
        String namespace = new MongoNamespace(DATABASE, collection).getFullName();
        List<Document> found = TestServer.client()
                .getDatabase("local")
                .getCollection("oplog.rs")
                .find(Filters.gt("ts", time))
                .into(new ArrayList<>());
        return found.stream()
                .flatMap(entry -> entry.get("o", Document.class).containsKey("applyOps")
                        ? entry.get("o", Document.class).getList("applyOps", Document.class).stream()
                        : Stream.of(entry))
                .filter(entry -> namespace.equals(entry.getString("ns")))
                .filter(entry -> List.of("i", "u", "d").contains(entry.getString("op")))
                .count();
    }

    @Test
    void tooManyDeletionsAreHeldAndNothingElse() throws IOException {
        fill("capped", 0, 1000);
        TestJob job = job("capped").input(csv(101, 1000, id -> 2));

        Run held = program.run(job.prepare());

        assertThat(held.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(held.reason())
                .startsWith("The input lacks 101 of 1,000 documents of " + DATABASE
                        + ".capped (10.10 %), and write.max-loss is 10%: none was deleted.")
                .endsWith((" lists their ids. Next: 'mongohaul restart %d --allow-loss=%d' continues the import, if the"
                                + " deletions are right, as does Restart with write.max-loss=%d on the page of the import")
                        .formatted(held.id(), 101, 101));
        assertThat(deletions(held)).isEqualTo(new Deletions(1000, 0, 0, 0, 101, 0));
        assertThat(ids("capped")).hasSize(1000);
        assertThat(program.collection("capped").countDocuments(Filters.eq("version", 2)))
                .isEqualTo(899);
        assertThat(Files.readAllLines(folder.resolve("rejects/capped-%d.held.jsonl".formatted(held.importNumber()))))
                .hasSize(101)
                .startsWith("{\"_id\": 0}", "{\"_id\": 1}");

        fill("capped", 5000, 5001);
        Run stillHeld = program.run(job.prepare("max-loss=101"));
        assertThat(stillHeld.ending()).as("they are counted again").isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(deletions(stillHeld).held()).isEqualTo(102);

        Run allowed = program.run(job.prepare("max-loss=102"));

        assertThat(allowed.importNumber()).isEqualTo(held.importNumber());
        assertThat(allowed.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(deletions(allowed)).isEqualTo(new Deletions(1001, 102, 0, 0, 0, 0));
        assertThat(ids("capped"))
                .containsExactlyElementsOf(IntStream.range(101, 1000).boxed().toList());
        assertThat(folder.resolve("rejects")).isEmptyDirectory();
    }

    @Test
    void exactlyThePercentageIsDeleted() {
        fill("ten", 0, 1000);

        Run run = program.run(job("ten").input(csv(100, 1000)).prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(ids("ten")).hasSize(900);
    }

    @Test
    void heldDeletionsDoNotBlockTheNextInput() {
        fill("nights", 0, 100);
        TestJob job = job("nights");

        Run held = program.run(job.input(csv(50, 100)).prepare());
        Run next = program.run(job.input(csv(2, 101)).prepare());

        assertThat(held.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(next.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(held).state()).isEqualTo(ImportState.ABANDONED);
        assertThat(ids("nights")).hasSize(99);
        assertThat(program.collection("mongohaul_seen_ids").countDocuments()).isZero();
    }

    @Test
    void contentThatDriftsDeletesNothing() {
        TestJob job = job("drifting", "max-loss: 100%");
        for (int rows : List.of(100, 101, 102)) {
            Run run = program.run(job.input(csv(0, rows)).prepare());
            assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        }

        Run held = program.run(job.input(csv(0, 20, id -> 2)).prepare());

        assertThat(held.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(held.reason())
                .startsWith("20 records were read, usually 101. The input lacks 82 of 102 documents of " + DATABASE
                        + ".drifting (80.39 %): none was deleted. ");
        assertThat(deletions(held)).isEqualTo(new Deletions(102, 0, 0, 0, 82, 0));
        assertThat(ids("drifting")).hasSize(102);
        assertThat(program.collection("drifting").countDocuments(Filters.eq("version", 2)))
                .as("changes stay")
                .isEqualTo(20);

        Run allowed = program.run(job.prepare("drift.records=never"));

        assertThat(allowed.importNumber()).isEqualTo(held.importNumber());
        assertThat(allowed.ending()).as(allowed.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(allowed.counts()).as("nothing is written again").isEqualTo(Counts.NONE);
        assertThat(deletions(allowed)).isEqualTo(new Deletions(102, 82, 0, 0, 0, 0));
        assertThat(ids("drifting")).hasSize(20);
    }

    @Test
    void contentThatDriftsCompletesIfNothingIsToBeDeleted() {
        TestJob job = job("shrinking", "max-loss: 100%");
        for (int rows : List.of(100, 101, 102)) {
            program.run(job.input(csv(0, rows)).prepare());
        }
        program.collection("shrinking").deleteMany(Filters.gte("_id", 20));

        Run run = program.run(job.input(csv(0, 20)).prepare());

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.drift()).hasSize(1);
    }

    @Test
    void inputThatEndsWithinARecordDeletesNothing() {
        fill("truncated", 0, 100);
        String whole = csv(0, 100);

        Run run = program.run(job("truncated", "rejects: {limit: 1}")
                .input(whole.substring(0, whole.length() - 41))
                .prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(deletions(run).held()).isEqualTo(3);
        assertThat(ids("truncated")).hasSize(100);
    }

    @Test
    void rejectedRecordsCountAsSeen() {
        fill("rejected", 0, 100);

        Run run = program.run(job("rejected", "rejects: {limit: 5}")
                .input(csv(0, 98) + "98,many,some text\n")
                .prepare());

        assertThat(run.counts().rejected()).isEqualTo(1);
        assertThat(deletions(run)).isEqualTo(new Deletions(100, 1, 0, 0, 0, 0));
        assertThat(ids("rejected")).contains(98).doesNotContain(99);
    }

    @Test
    void recordWithoutAReadableIdHoldsAllDeletions() {
        fill("unreadable", 0, 100);

        Run run = program.run(job("unreadable", "rejects: {limit: 5}")
                .input(csv(0, 98) + "9x,1,some text\n")
                .prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(deletions(run)).isEqualTo(new Deletions(100, 0, 0, 0, 2, 0));
        assertThat(ids("unreadable")).hasSize(100);
    }

    @Test
    void onlyDocumentsInScopeAreDeletedAndOnlyRecordsInScopeAreTaken() {
        program.collection("feeds")
                .insertMany(List.of(
                        Document.parse("{_id: 1, feed: 'A'}"),
                        Document.parse("{_id: 2, feed: 'A'}"),
                        Document.parse("{_id: 3, feed: 'B'}"),
                        Document.parse("{_id: 4}")));
        TestJob job = TestJob.in(
                        folder,
                        "feeds",
                        "target: {collection: feeds, id: [id]}",
                        "fields: {id: {type: int32, to: _id}}",
                        "write: {operation: snapshot, max-loss: 50%}",
                        "rejects: {limit: 2}",
                        "snapshot: {within: {feed: A}}")
                .input("id,feed\n2,A\n5,A\n6,B\n7,\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts().rejected()).isEqualTo(2);
        assertThat(deletions(run)).isEqualTo(new Deletions(3, 1, 0, 0, 0, 0));
        assertThat(ids("feeds")).containsExactly(2, 3, 4, 5);
    }

    @Test
    void documentsAreMarkedOnceAndTheMarkGoesWhenTheyComeBack() {
        fill("marked", 0, 100);
        TestJob job = job("marked", "snapshot: {deletes: mark, mark-field: gone.at}");

        Run first = program.run(job.input(csv(3, 100)).prepare());
        Run second = program.run(job.input(csv(2, 99)).prepare());

        assertThat(deletions(first)).isEqualTo(new Deletions(100, 0, 3, 0, 0, 0));
        assertThat(deletions(second)).isEqualTo(new Deletions(98, 0, 1, 0, 0, 0));
        assertThat(program.documents("marked")).hasSize(100);
        assertThat(program.collection("marked")
                        .find(Filters.exists("gone.at"))
                        .map(document -> document.getInteger("_id"))
                        .into(new ArrayList<>()))
                .containsExactlyInAnyOrder(0, 1, 99);
        assertThat(program.collection("marked").find(Filters.eq(2)).first()).doesNotContainKey("gone");
    }

    @Test
    void deletionsCanBeSwitchedOff() {
        fill("kept", 0, 10);

        Run run = program.run(
                job("kept", "snapshot: {deletes: none}").input(csv(9, 11)).prepare());

        assertThat(run.counts()).isEqualTo(counts(2, 1, 1));
        assertThat(deletions(run)).isNull();
        assertThat(ids("kept")).hasSize(11);
    }

    @Test
    void interruptedDeletionContinuesAndIsCountedOnce() {
        fill("interrupted", 0, 3000);
        TestJob job = job("interrupted", "max-loss: unlimited").input(csv(2000, 3000));

        Run failed = failAtDelete(2, job, "interrupted");
        program.collection("interrupted").updateOne(Filters.eq(1999), Updates.set("version", 7));
        Run continued = program.run(job.prepare());

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(deletions(continued)).isEqualTo(new Deletions(3000, 1999, 0, 1, 0, 0));
        assertThat(ids("interrupted"))
                .as("a document that was changed after it was listed stays")
                .containsExactlyElementsOf(IntStream.range(1999, 3000).boxed().toList());
    }

    private static Run failAtDelete(int commands, TestJob job, String collection) {
        List<Run> failed = new ArrayList<>();
        FailPoint.on("delete")
                .errorCode(WRITE_CONFLICT)
                .namespace(DATABASE + "." + collection)
                .afterFirst(commands)
                .during(TestServer.client(), () -> failed.add(program.run(job.prepare())));
        return failed.get(0);
    }

    @Test
    void searchBeginsAgainIfItsCursorIsGone() {
        fill("cursor", 0, 12_000);
        ImportJob prepared = job("cursor", "max-loss: unlimited")
                .input(csv(11_000, 12_000))
                .prepare(InputStream.nullInputStream(), Duration.ofSeconds(20))
                .orElseThrow();
        List<Run> runs = new ArrayList<>();

        long met = FailPoint.on("getMore")
                .errorCode(ServerState.CURSOR_NOT_FOUND.code())
                .namespace(DATABASE + ".cursor")
                .times(1)
                .during(TestServer.client(), () -> runs.add(program.run(prepared)));

        assertThat(met).isEqualTo(1);
        assertThat(runs.get(0).ending()).as(runs.get(0).reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(deletions(runs.get(0))).isEqualTo(new Deletions(12_000, 11_000, 0, 0, 0, 0));
        assertThat(ids("cursor"))
                .containsExactlyElementsOf(
                        IntStream.range(11_000, 12_000).boxed().toList());
    }

    @Test
    void stopBetweenDeletionsIsResumed() {
        fill("stopped", 0, 1600);
        TestJob job = job("stopped", "max-loss: unlimited").input(csv(1500, 1600));

        stopAtDeletions("stopped", job);
        Run continued = program.run(job.prepare());

        assertThat(program.bean(Runs.class).runsOf(continued.importNumber()))
                .extracting(Run::ending)
                .containsExactly(RunStatus.STOPPED, RunStatus.COMPLETED);
        assertThat(deletions(continued)).isEqualTo(new Deletions(1600, 1500, 0, 0, 0, 0));
        assertThat(ids("stopped")).hasSize(100);
    }

    @Test
    void lostListOfDocumentsIsMadeAgain() {
        fill("listed", 0, 1600);
        TestJob job = job("listed", "max-loss: unlimited").input(csv(1500, 1600));

        stopAtDeletions("listed", job);
        long left = program.collection("listed").countDocuments();
        program.collection("mongohaul_seen_ids").drop();
        Run continued = program.run(job.prepare());

        assertThat(continued.ending()).as(continued.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(deletions(continued)).isEqualTo(new Deletions(left, left - 100, 0, 0, 0, 0));
        assertThat(ids("listed")).hasSize(100);
    }

    private static void stopAtDeletions(String collection, TestJob job) {
        ImportMonitor monitor = new ImportMonitor();
        FailPoint.on("delete")
                .namespace(DATABASE + "." + collection)
                .block(Duration.ofMillis(500))
                .during(TestServer.client(), () -> {
                    Thread client = new Thread(() -> {
                        Awaitility.await()
                                .until(() -> program.collection(collection).countDocuments() < 1600);
                        monitor.requestStop();
                    });
                    client.start();
                    program.launch(job.prepare(), monitor);
                });
    }

    @Test
    void documentThatChangesJustBeforeItsDeletionStays() throws Exception {
        fill("raced", 0, 100);
        TestJob job = job("raced").input(csv(2, 100));

        Run run = HeldCommand.run(
                job.prepare(),
                DATABASE,
                "delete",
                () -> program.collection("raced").updateOne(Filters.eq(1), Updates.set("version", 9)));

        assertThat(deletions(run)).isEqualTo(new Deletions(100, 1, 0, 1, 0, 0));
        assertThat(ids("raced")).startsWith(1, 2).hasSize(99);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void interruptedLoadContinues(int grid) {
        String name = "continued-" + grid;
        fill(name, 0, 1000);
        TestJob job = job(name).input(csv(20, 1000, id -> 2));

        Run failed = program.failAfterChunks(3, job.prepare("chunk-size=70", "grid-size=" + grid));
        Run continued = program.run(job.prepare("chunk-size=110", "grid-size=2"));

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(deletions(continued)).isEqualTo(new Deletions(1000, 20, 0, 0, 0, 0));
        assertThat(ids(name))
                .containsExactlyElementsOf(IntStream.range(20, 1000).boxed().toList());
    }

    @Test
    void idsOfAllTypesAreMerged() {
        List<Object> ids = List.of(
                1,
                2L,
                2.5,
                new Decimal128(3),
                -0.0,
                "a",
                "\uFFFD",
                "\uD83D\uDE00",
                "",
                new Document("x", 1).append("y", "b"),
                new ObjectId(),
                true,
                new BsonDateTime(0));
        program.collection("types")
                .insertMany(ids.stream().map(id -> new Document("_id", id)).toList());
        TestJob job = TestJob.in(
                        folder,
                        "types",
                        "target: {collection: types, id: [id]}",
                        "fields: {id: {type: auto, to: _id}}",
                        "write: {operation: snapshot, max-loss: unlimited}")
                .input("id,n\n\uD83D\uDE00,1\n3,2\n0,3\n\uFFFD,4\n2.5,5\n");

        Run run = program.run(job.prepare());

        assertThat(deletions(run)).as(run.reason()).isEqualTo(new Deletions(13, 8, 0, 0, 0, 0));
        assertThat(program.documents("types").stream().map(document -> document.getString("n")))
                .containsExactly("3", "5", "2", "4", "1");
    }

    @Test
    void idsOfAllTypesAreFoundInAnyPartOfTheIndex() {
        List<Document> documents = new ArrayList<>();
        for (int n = 0; n < 400; n++) {
            for (Object id : List.of(n, "s%03d".formatted(n), new Document("n", n), new ObjectId(), n + 0.5)) {
                documents.add(new Document("_id", id));
            }
        }
        program.collection("parts").insertMany(documents);
        String rows = IntStream.range(0, 400)
                .mapToObj(n -> "%d,1\ns%03d,1\n".formatted(n, (n * 7) % 400))
                .collect(Collectors.joining("", "id,n\n", ""));

        Run run = program.run(TestJob.in(
                        folder,
                        "parts",
                        "target: {collection: parts, id: [id]}",
                        "fields: {id: {type: auto, to: _id}}",
                        "write: {operation: snapshot, keys: unique, max-loss: unlimited}")
                .input(rows)
                .prepare("grid-size=4", "chunk-size=50"));

        assertThat(deletions(run)).as(run.reason()).isEqualTo(new Deletions(2000, 1200, 0, 0, 0, 0));
        assertThat(program.documents("parts")).hasSize(800);
    }

    @Test
    void compoundIdsInAnyOrderAreMerged() {
        TestJob job = TestJob.in(
                folder,
                "compound",
                "target: {collection: compound, id: [shop, sku]}",
                "fields: {sku: int32}",
                "write: {operation: snapshot, keys: unique}");
        List<String> rows = IntStream.range(0, 999)
                .mapToObj(n -> "%s,%d\n".formatted("shop" + n % 7, (n * 571) % 999))
                .toList();

        Run first =
                program.run(job.input("shop,sku\n" + String.join("", rows)).prepare("chunk-size=50", "grid-size=3"));
        Run second = program.run(
                job.input("shop,sku\n" + String.join("", rows.subList(40, 999))).prepare("chunk-size=70"));

        assertThat(deletions(first)).as(first.reason()).isEqualTo(new Deletions(999, 0, 0, 0, 0, 0));
        assertThat(deletions(second)).as(second.reason()).isEqualTo(new Deletions(999, 40, 0, 0, 0, 0));
        assertThat(second.counts()).isEqualTo(counts(959, 0, 959));
    }

    @Test
    void collectionWithACollationIsRefused() {
        program.database()
                .createCollection(
                        "collated",
                        new CreateCollectionOptions()
                                .collation(Collation.builder().locale("en").build()));

        assertThatThrownBy(() -> program.run(job("collated").input(csv(0, 1)).prepare()))
                .isInstanceOf(TargetRefusedException.class)
                .hasMessageContaining("has a collation");
    }

    @Test
    void deletedDocumentComesBackWithItsRecord() {
        TestJob job = job("back", "max-loss: 100%");

        program.run(job.input(csv(0, 2)).prepare());
        program.run(job.input(csv(1, 2)).prepare());
        Run again = program.run(job.input(csv(0, 2)).prepare());

        assertThat(again.counts()).isEqualTo(counts(2, 1, 1));
        assertThat(ids("back")).containsExactly(0, 1);
        assertThat(program.plan(again).identity().operation()).isEqualTo("snapshot");
    }
}
