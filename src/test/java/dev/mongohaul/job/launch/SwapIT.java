package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.MongoQueryException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.TimeSeriesOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.TestSize;
import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.target.StagedLoad;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.Staging;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports whose documents replace those of the target all at once. */
class SwapIT {

    private static final String LOSS = "max-loss";
    private static final String VIEW = "swap: {by: view}";

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    /** @param settings further lines of the job file, and {@code max-loss} of its writing */
    private TestJob job(String name, String... settings) {
        String loss = Stream.of(settings)
                .filter(setting -> setting.startsWith(LOSS))
                .map(", "::concat)
                .collect(Collectors.joining());
        return TestJob.in(
                folder,
                name,
                Stream.concat(
                                Stream.of("write: {operation: swap%s}".formatted(loss)),
                                Stream.of(settings).filter(setting -> !setting.startsWith(LOSS)))
                        .toArray(String[]::new));
    }

    /** Fills a collection with documents that no import wrote. */
    private static void fill(String name, int documents) {
        for (int number = 0; number < documents; number++) {
            program.collection(name).insertOne(new Document("_id", number).append("old", true));
        }
    }

    private static void assertCompleted(Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
    }

    private static void assertLoaded(String name, int rows) {
        assertThat(Rows.withoutIds(program.documents(name))).isEqualTo(Rows.documents(rows));
        assertNoStaging(name);
    }

    private static void assertNoStaging(String name) {
        assertThat(staged(name)).isEmpty();
    }

    private static List<String> staged(String name) {
        return program.database().listCollectionNames().into(new ArrayList<>()).stream()
                .filter(collection -> collection.startsWith(name + "__"))
                .toList();
    }

    private static Document listed(String name) {
        return program.database()
                .listCollections()
                .filter(Filters.eq("name", name))
                .first();
    }

    private static Staging staging(Run run) {
        return program.plan(run).staging();
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "raw", "bulk", "save", "reactive"})
    void everyWriterReplacesTheTarget(String writer) {
        String name = "written-by-" + writer;
        fill(name, 10);

        Run run = program.run(job(name).input(Rows.csv(30)).prepare("writer=" + writer, "chunk-size=7"));

        assertCompleted(run);
        assertThat(run.counts()).isEqualTo(new Counts(30, 30, 0, 0, 0));
        assertThat(program.plan(run).identity().operation()).isEqualTo("swap");
        assertLoaded(name, 30);
    }

    @Test
    void optionsAndIndexesOfTheTargetStay() {
        program.database()
                .createCollection(
                        "options",
                        new CreateCollectionOptions()
                                .validationOptions(new ValidationOptions().validator(Filters.ne("text", "row 3"))));
        program.collection("options").createIndex(Indexes.ascending("n"), new IndexOptions().unique(true));
        program.collection("options").createIndex(Indexes.text("text"), new IndexOptions().name("words"));
        Document before = listed("options");
        List<Document> indexes = program.collection("options").listIndexes().into(new ArrayList<>());
        TestJob job = job("options", "target: {collection: options, indexes: [{keys: added}]}", "rejects: {limit: 2}");

        Run run = program.run(job.input(Rows.csv(5) + Rows.line(1)).prepare("grid-size=1"));

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(6, 4, 0, 2, 0));
        assertThat(listed("options").get("options")).isEqualTo(before.get("options"));
        assertThat(listed("options").get("info")).isNotEqualTo(before.get("info"));
        assertThat(program.collection("options").listIndexes())
                .hasSize(4)
                .containsAll(indexes)
                .anyMatch(index -> index.get("key").equals(new Document("added", 1)));
        assertThat(program.collection("options").countDocuments()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void indexThatDiffersFromTheTargetsIsRefusedBeforeTheLoad(boolean unique) {
        String name = "differs-" + unique;
        program.collection(name).createIndex(Indexes.ascending("n"), new IndexOptions().unique(!unique));
        TestJob job = job(name, "target: {collection: %s, indexes: [{keys: n, unique: %s}]}".formatted(name, unique));
        job.input(Rows.csv(5));

        Run refused = program.run(job.prepare());

        assertThat(refused.reason())
                .contains(
                        "the index n_1 of these fields has other options",
                        "db.getCollection(\"%s\").dropIndex(\"n_1\")".formatted(name));
        assertThat(refused.counts().written()).isZero();
        program.collection(name).dropIndex("n_1");
        assertCompleted(program.run(job.prepare()));
        assertThat(program.collection(name).listIndexes())
                .filteredOn(index -> index.get("key").equals(new Document("n", 1)))
                .singleElement()
                .satisfies(
                        index -> assertThat(index.getBoolean("unique", false)).isEqualTo(unique));
        assertThat(program.collection(name).countDocuments()).isEqualTo(5);
    }

    @Test
    void indexOfTheSameKeysAndAnotherNameStays() {
        program.collection("named")
                .createIndex(
                        Indexes.ascending("n"), new IndexOptions().unique(true).name("mine"));
        TestJob job = job("named", "target: {collection: named, indexes: [{keys: n}]}");

        assertCompleted(program.run(job.input(Rows.csv(5)).prepare()));

        assertThat(program.collection("named").listIndexes())
                .extracting(index -> index.getString("name"))
                .containsExactlyInAnyOrder("_id_", "mine", "n_1");
    }

    /** A server before MongoDB 9.0 lists an index of simple collation without a collation. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{key: {text: 1}, name: 'i', unique: true}",
                "{key: {text: 1}, name: 'i'}",
                "{key: {text: 'text'}, name: 'i'}"
            })
    void indexOfSimpleCollationStaysSimple(String index) {
        program.database().getCollection("collated").drop();
        program.database()
                .createCollection(
                        "collated",
                        new CreateCollectionOptions()
                                .collation(Collation.builder()
                                        .locale("de")
                                        .collationStrength(CollationStrength.PRIMARY)
                                        .build()));
        createIndexes("collated", List.of(Document.parse(index).append("collation", new Document("locale", "simple"))));
        List<Document> before = program.collection("collated").listIndexes().into(new ArrayList<>());

        Run run = program.run(job("collated").input("n,text\n1,a\n2,A\n3,ä\n").prepare(), true);

        assertCompleted(run);
        assertThat(run.counts()).isEqualTo(new Counts(3, 3, 0, 0, 0));
        assertThat(program.collection("collated").listIndexes()).containsExactlyElementsOf(before);
    }

    static LongStream generatedCollections() {
        return TestSize.seeds("swap", 40, 1, 2, 3, 4);
    }

    @ParameterizedTest
    @MethodSource("generatedCollections")
    void optionsAndIndexesOfGeneratedCollectionsStay(long seed) {
        String name = "generated-" + seed;
        RandomCollection generated = new RandomCollection(seed);
        Document create = new Document("create", name);
        create.putAll(generated.options());
        program.database().runCommand(create);
        createIndexes(name, generated.indexes());
        Document before = listed(name);
        List<Document> indexes = program.collection(name).listIndexes().into(new ArrayList<>());

        assertCompleted(program.run(job(name).input(Rows.csv(5)).prepare()));

        assertLoaded(name, 5);
        assertThat(listed(name).get("options")).isEqualTo(before.get("options"));
        assertThat(listed(name).get("idIndex")).isEqualTo(before.get("idIndex"));
        assertThat(program.collection(name).listIndexes()).containsExactlyInAnyOrderElementsOf(indexes);
    }

    private static void createIndexes(String collection, List<Document> indexes) {
        if (!indexes.isEmpty()) {
            program.database().runCommand(new Document("createIndexes", collection).append("indexes", indexes));
        }
    }

    @Test
    void firstImportNeedsNoTarget() {
        TestJob job = job("first", "target: {collection: first, clustered: true, indexes: [{keys: n, unique: true}]}");

        Run run = program.run(job.input(Rows.csv(20)).prepare());

        assertCompleted(run);
        assertLoaded("first", 20);
        assertThat(listed("first").get("options", Document.class)).containsKey("clusteredIndex");
        assertThat(program.collection("first").listIndexes()).hasSize(2);
    }

    @Test
    void clusteredTargetStaysClustered() {
        program.database()
                .runCommand(Document.parse(
                        "{create: 'clustered', clusteredIndex: {key: {_id: 1}, unique: true, name: 'mine'}}"));
        TestJob job = job("clustered", "target: {collection: clustered, id: [n]}");

        assertCompleted(program.run(job.input(Rows.csv(20)).prepare()));

        assertThat(listed("clustered").get("options", Document.class).get("clusteredIndex", Document.class))
                .containsEntry("name", "mine");
        assertThat(program.collection("clustered").countDocuments()).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rename", "view"})
    void readersFindOldOrNewDocuments(String by) throws Exception {
        String name = "read-by-" + by;
        String first = by.equals("view") ? name + "-old" : name;
        fill(first, 200);
        if (by.equals("view")) {
            program.database().createView(name, first, List.of());
        }
        TestJob job = job(name, "swap: {by: " + by + "}").input(Rows.csv(2000));
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong reads = new AtomicLong();
        Set<String> seen = new ConcurrentSkipListSet<>();
        List<CompletableFuture<Void>> readers = Stream.generate(() -> CompletableFuture.runAsync(() -> {
                    while (!done.get()) {
                        seen.add(content(name));
                        reads.incrementAndGet();
                    }
                }))
                .limit(3)
                .toList();

        assertCompleted(program.run(job.prepare("chunk-size=100")));
        await().until(() -> seen.contains("0 old, 2000 new"));
        done.set(true);
        for (CompletableFuture<Void> reader : readers) {
            reader.get();
        }

        assertThat(new TreeSet<>(seen))
                .as("of %d reads", reads.get())
                .containsExactly("0 old, 2000 new", "200 old, 0 new");
    }

    /** Returns what one query finds. A query in several parts fails if the collection is dropped meanwhile. */
    private static String content(String name) {
        try {
            List<Document> all = program.collection(name).find().batchSize(5000).into(new ArrayList<>());
            long old =
                    all.stream().filter(document -> document.containsKey("old")).count();
            return "%d old, %d new".formatted(old, all.size() - old);
        } catch (MongoQueryException e) {
            assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(175);
            return "200 old, 0 new";
        }
    }

    @Test
    void tooFewDocumentsDoNotReplaceTheTarget() {
        fill("few", 100);
        TestJob job = job("few").input(Rows.csv(20));

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(run.reason())
                .startsWith("20 documents would replace the 100 of ")
                .contains(
                        "write.max-loss: 10%",
                        "write.max-loss=80 would pass", staging(run).collection())
                .endsWith(
                        ("Next: 'mongohaul restart %d --allow-loss=80' completes the import without loading again, as does"
                                        + " Restart with write.max-loss=80 on the page of the import")
                                .formatted(run.id()));
        assertThat(program.documents("few")).hasSize(100).allMatch(document -> document.getBoolean("old"));
        assertThat(staged("few")).containsExactly(staging(run).collection());

        Run still = program.run(job.prepare("max-loss=79%"));
        assertThat(still.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);

        Run swapped = program.run(job.prepare("write.max-loss=80"));
        assertCompleted(swapped);
        assertThat(swapped.counts()).as("nothing is loaded again").isEqualTo(Counts.NONE);
        assertThat(swapped.importNumber()).isEqualTo(run.importNumber());
        assertLoaded("few", 20);
    }

    @Test
    void lossCanBeANumber() {
        fill("number", 41);
        TestJob job = job("number", "max-loss: 20").input(Rows.csv(20));

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(run.reason()).contains("write.max-loss=21 would pass");
        assertThat(program.documents("number")).hasSize(41);
        assertCompleted(program.run(job.prepare("max-loss=21")));
    }

    @Test
    void contentThatDriftsDoesNotReplaceTheTarget() {
        TestJob job = job("drifting", "max-loss: unlimited");
        for (int rows : List.of(100, 101, 102)) {
            assertCompleted(program.run(job.input(Rows.csv(rows)).prepare()));
        }

        Run run = program.run(job.input(Rows.csv(20)).prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(run.reason()).startsWith("20 records were read, usually 101. ");
        assertThat(Rows.withoutIds(program.documents("drifting"))).isEqualTo(Rows.documents(102));

        Run swapped = program.run(job.prepare("drift.records=never"));
        assertCompleted(swapped);
        assertThat(swapped.counts()).as("nothing is loaded again").isEqualTo(Counts.NONE);
        assertLoaded("drifting", 20);
    }

    @Test
    void rejectLimitKeepsTheTarget() {
        fill("rejected", 5);
        TestJob job = job("rejected", "fields: {n: int32}").input(Rows.csv(20) + "x,no number\n");

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(program.documents("rejected")).hasSize(5);

        Run resumed = program.run(job.prepare("rejects.limit=1"));
        assertThat(resumed.ending()).as(resumed.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.documents("rejected")).hasSize(20);
        assertNoStaging("rejected");
    }

    @Test
    void documentsOfOthersInTheStagingCollectionAreAFailure() {
        fill("foreign", 50);
        TestJob job = job("foreign").input(Rows.csv(20));
        Run first = program.run(job.prepare());
        program.collection(staging(first).collection()).insertOne(new Document("foreign", true));

        Run second = program.run(job.prepare("max-loss=unlimited"));

        assertThat(second.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(second.reason()).contains("has 21 documents, and the import wrote 20");
        assertThat(program.documents("foreign")).hasSize(50);
    }

    @Test
    void droppedStagingCollectionIsAFailureUntilTheImportIsAbandoned() {
        fill("dropped", 50);
        TestJob job = job("dropped").input(Rows.csv(20));
        Run first = program.run(job.prepare());
        program.collection(staging(first).collection()).drop();

        Run second = program.run(job.prepare("max-loss=unlimited"));

        assertThat(second.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(second.reason()).contains("was dropped or replaced", "mongohaul abandon");
        assertThat(program.documents("dropped")).hasSize(50);
        program.bean(RunControl.class).abandon(second.id(), Path.of(""));
        assertCompleted(program.run(job.prepare("max-loss=unlimited")));
        assertLoaded("dropped", 20);
    }

    @Test
    void lostAnswerOfTheRenameIsNoFailure() {
        fill("lost", 5);
        AtomicInteger renames = new AtomicInteger();
        Interference cutFirst = command -> command.name().equals("renameCollection") && renames.incrementAndGet() == 1
                ? Verdict.CUT_REPLY
                : Verdict.PASS;

        try (WireProxy proxy = proxy(cutFirst);
                Program behind = behind(proxy)) {
            assertCompleted(behind.run(job("lost")
                    .input(Rows.csv(20))
                    .prepare(InputStream.nullInputStream(), Duration.ofSeconds(5))
                    .orElseThrow()));
        }

        assertThat(renames).hasValue(1);
        assertLoaded("lost", 20);
    }

    private static WireProxy proxy(Interference interference) {
        return new WireProxy(TestServer.port(), interference);
    }

    private static Program behind(WireProxy proxy) {
        String database = program.database().getName();
        return Program.start(proxy.uri(database), database, "mongohaul.repository.checkpoint-interval=0s");
    }

    @Test
    void runThatFailsAtTheRenameIsCompletedWithoutLoadingAgain() {
        fill("refused", 5);
        TestJob job = job("refused").input(Rows.csv(20));
        Interference refuse =
                command -> command.name().equals("renameCollection") ? new Verdict.Refuse(20) : Verdict.PASS;

        Run failed;
        try (WireProxy proxy = proxy(refuse);
                Program behind = behind(proxy)) {
            failed = behind.run(job.prepare());
        }

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(program.documents("refused")).hasSize(5);
        Run run = program.run(job.prepare());
        assertCompleted(run);
        assertThat(run.counts()).isEqualTo(Counts.NONE);
        assertLoaded("refused", 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rename", "view"})
    void runThatWasKilledAfterTheSwapIsCompletedByTheNext(String by) {
        String name = "killed-after-" + by;
        TestJob job = job(name, "swap: {by: " + by + "}").input(Rows.csv(20));
        Run first = program.run(job.prepare());
        program.collection("mongohaul_imports")
                .updateOne(
                        Filters.eq("jobInstanceId", first.importNumber()),
                        Updates.combine(Updates.set("state", "UNFINISHED"), Updates.unset("counts")));

        Run second = program.run(job.prepare());

        assertCompleted(second);
        assertThat(second.counts()).isEqualTo(Counts.NONE);
        assertThat(Rows.withoutIds(program.documents(name))).isEqualTo(Rows.documents(20));
        assertThat(staged(name)).hasSize(by.equals("view") ? 1 : 0);
    }

    @Test
    void runThatFailsInTheLoadIsResumed() {
        fill("resumed", 5);
        TestJob job = job("resumed").input(Rows.csv(50));
        AtomicInteger inserts = new AtomicInteger();
        Interference failFifth = command -> command.collection().startsWith("resumed__")
                        && command.name().equals("insert")
                        && inserts.incrementAndGet() == 5
                ? new Verdict.Refuse(112)
                : Verdict.PASS;

        try (WireProxy proxy = proxy(failFifth);
                Program behind = behind(proxy)) {
            Run failed = behind.run(job.prepare("chunk-size=5", "grid-size=1"));
            assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        }

        assertThat(program.documents("resumed")).hasSize(5);
        Run run = program.run(job.prepare());
        assertCompleted(run);
        assertThat(run.counts().read()).isEqualTo(30);
        assertLoaded("resumed", 50);
    }

    @Test
    void lateInsertDoesNotLeaveACollectionBehind() throws Exception {
        fill("late", 5);
        TestJob job = job("late").input(Rows.csv(20));
        HoldNth hold = new HoldNth(
                command ->
                        command.name().equals("insert") && command.collection().startsWith("late__"),
                1,
                false);
        Run run;
        try (WireProxy proxy = proxy(hold);
                Program behind = behind(proxy)) {
            CompletableFuture<Void> stuck =
                    CompletableFuture.runAsync(() -> behind.launch(job.prepare(), new ImportMonitor()));
            await().until(hold::isReached);
            // The process seems to be dead: another one takes the import over.
            expireLease("late");
            run = program.run(job.prepare());
            assertCompleted(run);
            assertLoaded("late", 20);

            hold.release(Verdict.PASS);
            stuck.exceptionally(failure -> null).get();
            await().until(() -> !staged("late").isEmpty());
        }

        assertThat(program.launch(job.prepare(), new ImportMonitor()).nothingToDo())
                .isTrue();
        assertLoaded("late", 20);
        program.collection(staging(run).collection()).insertOne(new Document("late", true));
        program.bean(Pruner.class).prune("late", Instant.now().minusSeconds(3600), null, false);
        assertLoaded("late", 20);
    }

    /** A transaction of another client holds the lock that the rename needs. */
    @Test
    void abandonEndsARenameThatWaits() throws Exception {
        fill("waits", 5);
        TestJob job = job("waits").input(Rows.csv(20));
        try (Program other = Program.start(program.database().getName());
                ClientSession client = TestServer.client().startSession()) {
            client.startTransaction();
            TestServer.client()
                    .getDatabase(program.database().getName())
                    .getCollection("waits")
                    .insertOne(client, new Document("_id", "uncommitted"));
            CompletableFuture<Void> stuck =
                    CompletableFuture.runAsync(() -> other.launch(job.prepare(), new ImportMonitor()));
            await().until(SwapIT::isRenaming);
            expireLease("waits");
            ImportPlan plan = program.bean(ImportPlans.class).findByJob("waits").get(0);

            boolean replaced = program.bean(ImportLauncher.class).abandon(plan);

            assertThat(replaced).isFalse();
            assertThat(isRenaming()).isFalse();
            client.abortTransaction();
            stuck.exceptionally(failure -> null).get();
        }
        assertThat(program.documents("waits")).hasSize(5);
        assertNoStaging("waits");
    }

    /** The owner cannot renew it, as if it was dead on another machine. */
    private static void expireLease(String job) {
        program.collection("mongohaul_imports")
                .updateOne(
                        Filters.eq("identity.job", job),
                        Updates.combine(
                                Updates.set("lease.token", "dead"),
                                Updates.set("lease.host", "elsewhere"),
                                Updates.set("lease.expiresAt", Instant.now().minusSeconds(1))));
    }

    private static boolean isRenaming() {
        Document renaming = new Document("command.renameCollection", new Document("$exists", true));
        return TestServer.client()
                        .getDatabase("admin")
                        .aggregate(
                                List.of(new Document("$currentOp", new Document()), new Document("$match", renaming)))
                        .first()
                != null;
    }

    @Test
    void abandonSaysThatTheTargetWasReplaced() throws Exception {
        fill("renamed", 5);
        TestJob job = job("renamed").input(Rows.csv(20));
        HoldNth hold = new HoldNth(command -> command.name().equals("renameCollection"), 1, true);
        try (WireProxy proxy = proxy(hold);
                Program behind = behind(proxy)) {
            CompletableFuture<Void> killed =
                    CompletableFuture.runAsync(() -> behind.launch(job.prepare(), new ImportMonitor()));
            await().until(hold::isReached);
            expireLease("renamed");
            long run = program.bean(Runs.class).recent(1).get(0).id();

            assertThat(program.bean(RunControl.class).abandon(run, Path.of("")))
                    .contains("is abandoned, but its documents have replaced those of ", ".renamed already");

            hold.release(Verdict.CUT_REPLY);
            killed.exceptionally(failure -> null).get();
        }
        assertLoaded("renamed", 20);
    }

    /** The answer comes later than the client waits for it, and nothing may be repeated. */
    @Test
    void renameWithoutATimelyAnswerIsNotReportedAsFailed() throws Exception {
        fill("slow", 5);
        TestJob job = job("slow").input(Rows.csv(20));
        HoldNth hold = new HoldNth(command -> command.name().equals("renameCollection"), 1, true);
        try (WireProxy proxy = proxy(hold);
                Program behind = Program.start(
                        proxy.uri(program.database().getName()) + "&socketTimeoutMS=500",
                        program.database().getName(),
                        "mongohaul.repository.checkpoint-interval=0s",
                        "mongohaul.import.ride-through=0s")) {
            Run run = behind.run(job.prepare());

            assertThat(hold.isHeld()).isTrue();
            assertCompleted(run);
            hold.release(Verdict.CUT_REPLY);
        }
        assertLoaded("slow", 20);
    }

    @Test
    void abandonedImportLeavesTheTargetAlone() {
        fill("abandoned", 100);
        TestJob job = job("abandoned").input(Rows.csv(20));
        Run run = program.run(job.prepare());

        String message = program.bean(RunControl.class).abandon(run.id(), Path.of(""));

        assertThat(message).contains(staging(run).collection(), "dropped");
        assertNoStaging("abandoned");
        assertThat(program.documents("abandoned")).hasSize(100);
        assertCompleted(program.run(job.prepare("max-loss=unlimited")));
        assertLoaded("abandoned", 20);
    }

    @Test
    void formerContentIsLoadedAgainAfterOtherContent() {
        TestJob job = job("again", "max-loss: unlimited");
        Run monday = program.run(job.input(Rows.csv(20)).prepare());
        assertThat(program.launch(job.prepare(), new ImportMonitor()).nothingToDo())
                .isTrue();
        assertCompleted(program.run(job.input(Rows.csv(5)).prepare()));

        Run wednesday = program.run(job.input(Rows.csv(20)).prepare());

        assertThat(wednesday.importNumber()).isNotEqualTo(monday.importNumber());
        assertLoaded("again", 20);
    }

    @Test
    void contentThatWasSwappedInIsNotInsertedAgain() {
        assertCompleted(program.run(job("changed").input(Rows.csv(20)).prepare()));

        assertLoaded("changed", 20);
        assertThatThrownBy(() -> program.run(TestJob.in(folder, "changed").prepare()))
                .hasMessageContaining("write.operation was swap and is insert now");
    }

    @Test
    void viewIsSwitchedAndFormerCollectionsAreKept() {
        TestJob job = job("shown", "max-loss: unlimited", "swap: {by: view, keep: 1}");
        List<Run> runs = new ArrayList<>();
        for (int rows = 10; rows <= 40; rows += 10) {
            Run run = program.run(job.input(Rows.csv(rows)).prepare());
            assertCompleted(run);
            assertThat(Rows.withoutIds(program.documents("shown"))).isEqualTo(Rows.documents(rows));
            runs.add(run);
        }
        program.launch(job.prepare(), new ImportMonitor());

        assertThat(staged("shown"))
                .containsExactlyInAnyOrder(
                        staging(runs.get(2)).collection(), staging(runs.get(3)).collection());
        assertThat(staging(runs.get(3)).former()).isEqualTo(staging(runs.get(2)).collection());
    }

    /** As if a process was killed after it had switched the view. */
    @Test
    void collectionOfAnAbandonedImportThatTheViewShowedIsKept() {
        TestJob job = job("left", "max-loss: unlimited", "swap: {by: view, keep: 1}");
        assertCompleted(program.run(job.input(Rows.csv(10)).prepare()));
        Run shown = program.run(job.input(Rows.csv(20)).prepare());
        program.collection("mongohaul_imports")
                .updateOne(Filters.eq("jobInstanceId", shown.importNumber()), Updates.set("state", "ABANDONED"));

        Run last = program.run(job.input(Rows.csv(30)).prepare());

        assertThat(staging(last).former()).isEqualTo(staging(shown).collection());
        assertThat(staged("left"))
                .containsExactlyInAnyOrder(
                        staging(shown).collection(), staging(last).collection());
    }

    @Test
    void viewKeepsItsPipelineAndIsSwitchedBack() {
        fill("mine", 10);
        program.collection("mine").createIndex(Indexes.ascending("n"));
        program.database().createView("piped", "mine", List.of(Document.parse("{$match: {n: {$ne: '3'}}}")));
        Run run = program.run(job("piped", VIEW).input(Rows.csv(20)).prepare());

        assertCompleted(run);
        assertThat(program.documents("piped")).hasSize(19);
        assertThat(program.collection(staging(run).collection()).listIndexes()).hasSize(2);
        assertThat(switchBack(run)).isTrue();
        assertThat(switchBack(run)).as("twice").isTrue();
        assertThat(program.documents("piped")).hasSize(10);
        program.database().runCommand(new Document("collMod", "piped").append("viewOn", "other"));
        assertThat(switchBack(run)).as("after another switch").isFalse();
    }

    private static boolean switchBack(Run run) {
        return StagedLoad.switchBack(
                TestServer.client(),
                program.bean(ImportPlans.class),
                program.plan(run),
                TestServer.sessions().begin());
    }

    @Test
    void prunedImportsTakeTheirCollectionsAlong() {
        TestJob job = job("pruned", "max-loss: unlimited", "swap: {by: view}");
        program.run(job.input(Rows.csv(10)).prepare());
        Run last = program.run(job.input(Rows.csv(20)).prepare());

        program.bean(Pruner.class).prune("pruned", Instant.now().plusSeconds(60), null, false);

        assertThat(staged("pruned")).containsExactly(staging(last).collection());
        assertThat(program.documents("pruned")).hasSize(20);
    }

    @Test
    void targetThatCannotBeReplacedIsRefused() {
        fill("base", 1);
        program.database().createView("view", "base", List.of());
        program.database()
                .createCollection(
                        "series", new CreateCollectionOptions().timeSeriesOptions(new TimeSeriesOptions("t")));
        String name = "long".repeat(46);

        program.database()
                .runCommand(Document.parse(
                        "{create: 'encrypted', encryptedFields: {fields: [{path: 'n', bsonType: 'string',"
                                + " keyId: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}]}}"));

        assertRefused(job("encrypted"), "has encrypted fields");
        assertRefused(job("view"), "is a view", "swap.by: view");
        assertRefused(job("base", VIEW), "base is no view, and swap.by: view switches one");
        assertRefused(job("series"), "is a time series collection");
        assertRefused(job("series", VIEW), "is no view");
        program.database().createView("of-series", "series", List.of());
        assertRefused(job("of-series", VIEW), "series is a time series collection");
        assertRefused(
                job("too-long", "target: {collection: " + name + ", database: " + "d".repeat(60) + "}"),
                "is longer than");
        assertThat(program.documents("base")).hasSize(1);
    }

    private static void assertRefused(TestJob job, String... message) {
        job.input(Rows.csv(3));
        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(TargetRefusedException.class)
                .hasMessageContainingAll(message)
                .satisfies(refused -> assertThat(Refusal.kindOf(refused)).isEqualTo(RefusalKind.WRONG));
    }

    @Test
    void collectionWithTheNameOfTheStagingCollectionIsRefused() {
        TestJob job = job("taken", "max-loss: unlimited").input(Rows.csv(3));
        Run first = program.run(job.prepare());
        String name = staging(first).collection();
        program.collection("mongohaul_imports").deleteOne(Filters.eq("jobInstanceId", first.importNumber()));
        fill(name, 7);

        assertRefused(job, "the staging collection would be", name, "which exists");
        assertThat(program.documents(name)).hasSize(7);
    }

    @Test
    void rejectFileDoesNotReplaceTheTarget() {
        TestJob job = job("fixed", "target: {collection: fixed, id: [n]}", "fields: {n: int32}", "rejects: {limit: 1}");
        Run run = program.run(job.input(Rows.csv(20) + "x,no number\n").prepare());
        String rejects = "rejects/fixed-%d.csv".formatted(run.importNumber());
        job.input(rejects, "n,text\n20,row 20\n".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> job.prepare("files=" + folder.resolve(rejects)))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("operation=upsert");
        assertCompleted(program.run(job.prepare("files=" + folder.resolve(rejects), "operation=upsert")));
        assertThat(program.documents("fixed")).hasSize(21);
    }
}
