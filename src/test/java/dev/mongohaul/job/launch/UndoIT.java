package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.mongohaul.TestSize;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.retention.Pruned;
import dev.mongohaul.retention.Pruner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports that are taken back. */
class UndoIT {

    private static final String DATABASE = TestServer.database("undo");
    private static final int BAD_VALUE = 2;
    private static final String CHECKPOINT = "checkpoint";
    private static final int WRITE_CONFLICT = 112;
    private static final String KEEP = "undo: 1d";

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(
                TestServer.uri(),
                DATABASE,
                "mongohaul.repository.checkpoint-interval=0s",
                "mongohaul.import.ride-through=200ms");
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    private TestJob job(String name, String... settings) {
        return TestJob.in(folder, name, settings);
    }

    private TestJob keyed(String name, String operation, String... settings) {
        String[] usual = {
            "target: {collection: %s, id: [id]}".formatted(name),
            "fields: {id: {type: int32, to: _id}, version: int32}",
            "write: {operation: %s, chunk-size: 50}".formatted(operation)
        };
        return job(name, Stream.of(usual, settings).flatMap(Stream::of).toArray(String[]::new));
    }

    private static String csv(int from, int to, IntFunction<Integer> version) {
        return IntStream.range(from, to)
                .mapToObj(id -> id + "," + version.apply(id) + ",some text\n")
                .collect(Collectors.joining("", "id,version,text\n", ""));
    }

    private static void fill(String collection, int from, int to) {
        program.collection(collection)
                .insertMany(IntStream.range(from, to)
                        .mapToObj(id ->
                                new Document("_id", id).append("version", 1).append("z", id))
                        .toList());
    }

    private static List<RawBsonDocument> dump(String collection) {
        return program.database()
                .getCollection(collection, RawBsonDocument.class)
                .find()
                .sort(Sorts.ascending("_id"))
                .into(new ArrayList<>());
    }

    private LaunchResult undo(Run run, boolean force) {
        return program.bean(UndoLauncher.class).undo(run.id(), force, folder, new ImportMonitor());
    }

    private LaunchResult undo(Run run) {
        return undo(run, false);
    }

    private static void assertEnding(LaunchResult result, RunStatus ending) {
        Run run = runOf(result);
        assertThat(run.ending()).as(run.reason()).isEqualTo(ending);
    }

    private static Run runOf(LaunchResult result) {
        return result.run().orElseThrow();
    }

    private static UndoCounts counts(LaunchResult result) {
        return UndoCounts.of(program.plan(runOf(result)).counts());
    }

    private static ImportState stateOf(Run run) {
        return program.plan(run).state();
    }

    private List<String> spared(LaunchResult result) throws IOException {
        return Files.readAllLines(listOfSpared(result));
    }

    private Path listOfSpared(LaunchResult result) {
        return folder.resolve("%s-%d.held.jsonl"
                .formatted(result.plan().identity().job(), runOf(result).importNumber()));
    }

    @Test
    void insertedDocumentsAreRemovedAndLoadedAgain() {
        program.collection("generated").insertOne(new Document("_id", 1).append("version", 0));
        TestJob job = job("generated").input(csv(0, 500, id -> 1));
        Run run = program.run(job.prepare());

        UndoPreview preview = program.bean(UndoLauncher.class).preview(run.id(), false);
        assertThat(preview.counts().takenBack()).isEqualTo(500);
        assertThat(program.collection("generated").countDocuments()).isEqualTo(501);

        LaunchResult undone = undo(run);

        assertEnding(undone, RunStatus.COMPLETED);
        assertThat(counts(undone).takenBack()).isEqualTo(500);
        assertThat(program.documents("generated")).hasSize(1);
        assertThat(stateOf(run)).isEqualTo(ImportState.UNDONE);
        assertThat(undo(run).nothingToDo()).isTrue();

        Run again = program.run(job.prepare());

        assertThat(again.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(again.importNumber()).isNotEqualTo(run.importNumber());
        assertThat(program.collection("generated").countDocuments()).isEqualTo(501);
        assertEnding(undo(again), RunStatus.COMPLETED);
        assertThat(program.documents("generated")).hasSize(1);
    }

    @Test
    void laterChangesAreSparedAndListedUntilForced() throws IOException {
        TestJob job = job("hashes", "undo: 7d").input(csv(0, 300, id -> 1));
        Run run = program.run(job.prepare());
        program.collection("hashes").updateMany(Filters.in("id", "7", "8"), Updates.set("text", "mine"));

        LaunchResult undone = undo(run);

        assertEnding(undone, RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(counts(undone).takenBack()).isEqualTo(298);
        assertThat(counts(undone).spared()).isEqualTo(2);
        assertThat(program.documents("hashes")).hasSize(2);
        assertThat(spared(undone)).hasSize(2);
        assertThat(undo(run).nothingToDo()).isTrue();

        assertEnding(undo(run, true), RunStatus.COMPLETED);
        assertThat(program.documents("hashes")).isEmpty();
        assertThat(undo(run, true).nothingToDo()).isTrue();
    }

    /** Together the ids of a block are larger than a command may be. */
    @Test
    void documentsWithLargeIdsAreRestored() {
        program.collection("large")
                .insertMany(IntStream.range(0, 450)
                        .mapToObj(id ->
                                new Document("_id", "%03d".formatted(id) + "0".repeat(39_997)).append("version", 1))
                        .toList());
        List<RawBsonDocument> before = dump("large");
        TestJob job = keyed("large", "snapshot, keys: unique, max-loss: unlimited", KEEP)
                .input(csv(0, 3, id -> 1));
        Run run = program.run(job.prepare());
        assertThat(program.documents("large")).as(run.reason()).hasSize(3);

        LaunchResult undone = undo(run);

        assertEnding(undone, RunStatus.COMPLETED);
        assertThat(dump("large")).isEqualTo(before);
    }

    static Stream<List<String>> kinds() {
        return Stream.of(
                List.of("insert", "insert, keys: unique"),
                List.of("replace", "upsert, keys: unique"),
                List.of("replace-one", "replace"),
                List.of("update", "merge, keys: unique"),
                List.of("update-ordered", "merge"),
                List.of("delete", "delete, keys: unique"),
                List.of("raw", "upsert, writer: raw"),
                List.of("bulk", "merge, writer: bulk"),
                List.of("snapshot", "snapshot, keys: unique, max-loss: unlimited"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void collectionIsAsBefore(List<String> kind) {
        String name = "kind-" + kind.get(0);
        fill(name, 0, 400);
        List<RawBsonDocument> before = dump(name);
        TestJob job =
                keyed(name, kind.get(1), KEEP, "rejects: {limit: unlimited}").input(csv(100, 600, id -> id % 3));
        Run run = program.run(job.prepare());
        assertThat(run.ending()).as(run.reason()).isIn(RunStatus.COMPLETED, RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(dump(name)).isNotEqualTo(before);

        LaunchResult undone = undo(run);

        assertEnding(undone, RunStatus.COMPLETED);
        assertThat(dump(name)).isEqualTo(before);
        assertThat(program.database()
                        .getCollection("mongohaul_pre_images")
                        .countDocuments(Filters.eq("_id.i", run.importNumber())))
                .isZero();
        assertThat(program.run(job.prepare()).counts().read()).isEqualTo(500);
    }

    @Test
    void restoredAndRemovedDocumentsAreCounted() {
        fill("counted", 0, 30);
        Run run = program.run(
                keyed("counted", "upsert", KEEP).input(csv(10, 50, id -> 2)).prepare());
        program.collection("counted").updateMany(Filters.in("_id", 29, 30, 31), Updates.set("mine", true));
        UndoLauncher launcher = program.bean(UndoLauncher.class);

        UndoCounts preview = launcher.preview(run.id(), false).counts();

        assertThat(preview).isEqualTo(new UndoCounts(37, 19L, 18L, 0, 3));
        assertThat(counts(undo(run))).isEqualTo(preview);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void changedDocumentsAreSpared(List<String> kind) throws IOException {
        String name = "spared-" + kind.get(0);
        fill(name, 0, 200);
        TestJob job =
                keyed(name, kind.get(1), KEEP, "rejects: {limit: unlimited}").input(csv(50, 300, id -> 2));
        Run run = program.run(job.prepare());
        boolean deletes = kind.get(0).equals("delete");
        if (deletes) {
            program.collection(name).insertOne(new Document("_id", 60).append("mine", true));
        } else {
            int changed = kind.get(0).equals("replace-one") ? 60 : 250;
            program.collection(name).updateOne(Filters.eq(changed), Updates.set("mine", true));
        }

        LaunchResult undone = undo(run);

        assertEnding(undone, RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(spared(undone)).hasSize(1);
        assertThat(program.collection(name).countDocuments(Filters.exists("mine")))
                .isOne();
        assertThat(program.collection(name)
                        .countDocuments(Filters.and(Filters.exists("mine", false), Filters.ne("z", null))))
                .isEqualTo(deletes || kind.get(0).equals("replace-one") ? 199 : 200);
    }

    /**
     * The server refuses commands and checkpoints of the import and of the undo after random numbers of them. After a refused
     * checkpoint, a chunk that was written is sent again.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void collectionIsAsBeforeAfterFailures(long seed) {
        Random random = new Random(seed);
        List<List<String>> kinds = kinds().toList();
        List<String> kind = kinds.get((int) (seed % kinds.size()));
        String name = "failures-" + seed;
        fill(name, 0, 400);
        List<RawBsonDocument> before = dump(name);
        TestJob job = keyed(name, kind.get(1), KEEP, "rejects: {limit: unlimited}")
                .input(csv(100, 600, id -> id % 3 + random.nextInt(2)));
        List<String> commands = new ArrayList<>(List.of("insert", "update", "delete", CHECKPOINT));
        Collections.shuffle(commands, random);
        List<Run> runs = new ArrayList<>();
        for (String command : commands) {
            failing(command, name, random.nextInt(4), () -> {
                if (runs.isEmpty() || runs.get(runs.size() - 1).ending().continues()) {
                    begun(() -> program.run(job.prepare("chunk-size=100"))).ifPresent(runs::add);
                }
            });
        }
        Run run = runs.isEmpty() || runs.get(runs.size() - 1).ending().continues()
                ? program.run(job.prepare("chunk-size=100"))
                : runs.get(runs.size() - 1);
        assertThat(run.ending().continues())
                .as("seed %d: %s", seed, run.reason())
                .isFalse();

        List<LaunchResult> undos = new ArrayList<>();
        for (String command : commands) {
            failing(command, name, random.nextInt(3), () -> {
                if (undos.isEmpty()
                        || runOf(undos.get(undos.size() - 1)).ending().continues()) {
                    begun(() -> undo(run)).ifPresent(undos::add);
                }
            });
        }
        LaunchResult end =
                undos.isEmpty() || runOf(undos.get(undos.size() - 1)).ending().continues()
                        ? undo(run)
                        : undos.get(undos.size() - 1);

        assertEnding(end, RunStatus.COMPLETED);
        assertThat(dump(name)).as("seed %d, %s", seed, kind).isEqualTo(before);
        program.collection(name).drop();
    }

    /** Returns the result; empty if the server refused a command before the run began: the same command continues. */
    private static <T> Optional<T> begun(Supplier<T> start) {
        try {
            return Optional.of(start.get());
        } catch (MongoCommandException e) {
            assertThat(e.getErrorCode()).isEqualTo(BAD_VALUE);
            return Optional.empty();
        }
    }

    static LongStream seeds() {
        return TestSize.seeds("undo", 180, 1, 4, 5, 8);
    }

    private static void failing(String command, String collection, int after, Runnable action) {
        boolean checkpoint = command.equals(CHECKPOINT);
        failing(
                checkpoint ? "update" : command,
                checkpoint ? "mongohaul_partitions" : collection,
                checkpoint ? BAD_VALUE : WRITE_CONFLICT,
                after,
                action);
    }

    private static void failing(String command, String collection, int code, int after, Runnable action) {
        FailPoint.on(command)
                .errorCode(code)
                .namespace(program.database().getName() + "." + collection)
                .afterFirst(after)
                .during(TestServer.client(), action);
    }

    @Test
    void recordsOfOneKeyAreTakenBackToTheFirstPast() {
        fill("twice", 0, 10);
        List<RawBsonDocument> before = dump("twice");
        TestJob job = job(
                        "twice",
                        "target: {collection: twice, id: [id]}",
                        "fields: {id: {type: int32, to: _id}, version: int32}",
                        "write: {chunk-size: 3, operation: {column: op, values: {I: insert, U: update, R: replace, D: delete}}}",
                        "unlisted: keep",
                        KEEP)
                .input("op,id,version\nU,1,5\nD,1,\nI,1,6\nU,1,7\nI,50,1\nU,50,2\nD,2,\nR,3,9\nD,3,\nI,60,1\nD,60,\n");
        Run run = program.run(job.prepare("rejects.limit=unlimited", "match=[]"));
        assertThat(run.counts().rejected()).as(run.reason()).isZero();

        assertEnding(undo(run), RunStatus.COMPLETED);

        assertThat(dump("twice")).isEqualTo(before);
    }

    @Test
    void whatCannotBeRestoredIsRefusedWithTheSetting() {
        fill("refused", 0, 10);
        TestJob replace = keyed("refused", "replace").input(csv(0, 10, id -> 2));
        Run run = program.run(replace.prepare());
        assertThatThrownBy(() -> undo(run))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("undo: 7d");
        assertThatThrownBy(() -> undo(run, true)).hasMessageContaining("undo: 7d");

        Run insert = program.run(
                keyed("refused2", "insert").input(csv(0, 10, id -> 2)).prepare());
        assertThatThrownBy(() -> undo(insert)).hasMessageContaining("undo: 7d");
        assertThat(program.documents("refused2")).hasSize(10);
    }

    @Test
    void laterImportIsNamedAndForceUndoesAllTheSame() {
        Run run = program.run(job("below").input(csv(0, 10, id -> 1)).prepare());
        String id = program.documents("below").get(0).getObjectId("_id").toHexString();
        TestJob above = job(
                        "above",
                        "target: {collection: below, id: [_id]}",
                        "fields: {_id: objectid}",
                        "write: {operation: update}")
                .input("_id,text\n" + id + ",changed\n");
        Run later = program.run(above.prepare());

        assertThatThrownBy(() -> undo(run)).hasMessageContaining("run " + later.id() + ", update into");
        assertThat(program.documents("below")).hasSize(10);

        assertEnding(undo(run, true), RunStatus.COMPLETED);
        assertThat(program.documents("below")).isEmpty();
    }

    @Test
    void laterImportWithPreImagesMattersOnlyForItsDocuments() {
        fill("layers", 0, 20);
        List<RawBsonDocument> before = dump("layers");
        Run first = program.run(
                keyed("layers", "replace", KEEP).input(csv(0, 10, id -> 2)).prepare());
        Run second = program.run(
                keyed("layers", "replace", KEEP).input(csv(10, 20, id -> 3)).prepare());
        Run third = program.run(
                keyed("layers", "replace", KEEP).input(csv(19, 20, id -> 4)).prepare());

        assertEnding(undo(first), RunStatus.COMPLETED);
        assertThatThrownBy(() -> undo(second)).hasMessageContaining("run " + third.id());
        assertEnding(undo(third), RunStatus.COMPLETED);
        assertEnding(undo(second), RunStatus.COMPLETED);

        assertThat(dump("layers")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert", "add", "upsert", "replace"})
    void documentsThatALaterImportFoundRightAreKept(String operation) {
        String name = "right-" + operation;
        fill(name, 20, 21);
        List<RawBsonDocument> before = dump(name);
        Run first = program.run(
                keyed(name, "upsert", KEEP).input(csv(0, 10, id -> 2)).prepare());
        Run later = program.run(
                keyed(name, operation, KEEP).input(csv(5, 10, id -> 2)).prepare());
        assertThat(later.counts().written()).isZero();

        assertThatThrownBy(() -> undo(first))
                .hasMessageContaining("run " + later.id() + ", " + operation + " into")
                .hasMessageContaining("or found them unchanged. Undo that import first");
        assertThat(dump(name)).hasSize(11);

        assertEnding(undo(later), RunStatus.COMPLETED);
        assertEnding(undo(first), RunStatus.COMPLETED);
        assertThat(dump(name)).isEqualTo(before);
    }

    @Test
    void laterImportThatCannotBeUndoneIsNoStep() throws IOException {
        fill("stuck", 0, 20);
        List<RawBsonDocument> before = dump("stuck");
        Run first = program.run(
                keyed("stuck", "upsert", KEEP).input(csv(0, 10, id -> 2)).prepare());
        program.run(keyed("stuck", "upsert").input(csv(5, 10, id -> 3)).prepare());

        assertThatThrownBy(() -> undo(first))
                .hasMessageEndingWith(
                        "That import cannot be undone: undo this one with --force, then import the file of that one with --again");

        assertEnding(undo(first, true), RunStatus.COMPLETED);
        assertThat(dump("stuck")).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void importsThatStandAtALimitDoNotPreventAnUndo(boolean earlier) {
        String name = "limit-" + earlier;
        TestJob other = job(
                name + "-other",
                "target: {collection: %s, id: [id]}".formatted(name),
                "fields: {id: {type: int32, to: _id}, version: int32}",
                "write: {operation: upsert}",
                "rejects: {limit: 0}",
                KEEP);
        String wrong = "id,version,text\nx,1,a\n";
        if (earlier) {
            program.run(other.input(wrong).prepare());
        }
        Run run = program.run(
                keyed(name, "insert", KEEP).input(csv(0, 10, id -> 1)).prepare());
        if (!earlier) {
            assertThat(program.run(other.input(wrong).prepare()).ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        }

        assertEnding(undo(run), RunStatus.COMPLETED);

        assertThat(program.documents(name)).isEmpty();
    }

    /** It finds a document right that the other one has added meanwhile. */
    @Test
    void importThatIsContinuedAfterAnotherComesLater() {
        String content = "id,version,text\nx,1,a\n20,1,a\n5,1,some text\n";
        TestJob older = job(
                "continued-older",
                "target: {collection: continued, id: [id]}",
                "fields: {id: {type: int32, to: _id}, version: int32}",
                "write: {operation: upsert, chunk-size: 1}",
                KEEP);
        assertThat(program.run(older.input(content).prepare()).ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        Run run = program.run(
                keyed("continued", "insert", KEEP).input(csv(0, 10, id -> 1)).prepare());
        Run last = program.run(older.input(content).prepare("rejects.limit=1"));
        assertThat(last.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);

        assertThatThrownBy(() -> undo(run)).hasMessageContaining("run " + last.id() + ", upsert into");
        assertThat(program.documents("continued")).hasSize(11);
    }

    @Test
    void abandonedImportThatKeptNothingIsRefusedWithAReason() {
        Run run = program.failAfterChunks(
                1, keyed("given-up", "insert").input(csv(0, 100, id -> 1)).prepare());
        program.bean(RunControl.class).abandon(run.id(), Path.of(""));

        assertThatThrownBy(() -> undo(run))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("were not kept, because undo was not set. ");
        assertThat(program.documents("given-up")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unfinished: abandon", "unfinished: refuse"})
    void importsWaitForTheEndOfAnUndo(String policy) {
        String name = "awaited-" + policy.substring(12);
        fill(name, 0, 100);
        List<RawBsonDocument> before = dump(name);
        Run run = program.run(
                keyed(name, "replace", KEEP, policy).input(csv(0, 100, id -> 2)).prepare());
        failing(
                "update",
                name,
                BAD_VALUE,
                0,
                () -> assertThat(runOf(undo(run)).ending()).isEqualTo(RunStatus.FAILED));

        TestJob next = keyed(name, "replace", KEEP, policy).input(csv(0, 100, id -> 3));
        assertThatThrownBy(() -> program.run(next.prepare())).hasMessageContaining("An undo of " + name);

        assertEnding(undo(run), RunStatus.COMPLETED);
        assertThat(dump(name)).isEqualTo(before);
    }

    @Test
    void tooMuchIsNotKeptAndTheImportGoesOn() {
        fill("large", 0, 200);
        Run run;
        try (Program keepingLittle = Program.start(TestServer.uri(), DATABASE, "mongohaul.import.max-undo-size=5KB")) {
            run = keepingLittle.run(
                    keyed("large", "replace", KEEP).input(csv(0, 200, id -> 2)).prepare());
        }

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.database()
                        .getCollection("mongohaul_pre_images")
                        .countDocuments(Filters.eq("_id.i", run.importNumber())))
                .isZero();
        assertThatThrownBy(() -> undo(run))
                .hasMessageContaining("more than mongohaul.import.max-undo-size, 5,120 bytes");
    }

    @Test
    void unfinishedImportIsRefusedUntilItIsAbandoned() {
        TestJob job = job("half", "write: {chunk-size: 50}", "partition: {grid-size: 1}")
                .input(csv(0, 300, id -> 1));
        Run run = program.failAfterChunks(2, job.prepare());
        assertThatThrownBy(() -> undo(run)).hasMessageContaining("it is unfinished");

        program.bean(RunControl.class).abandon(run.id(), Path.of(""));
        assertThat(program.documents("half")).hasSize(100);

        assertEnding(undo(run), RunStatus.COMPLETED);
        assertThat(program.documents("half")).isEmpty();
    }

    @Test
    void viewShowsTheFormerCollectionAgain() {
        TestJob job = job("seen", "write: {operation: swap}", "swap: {by: view}");
        Run first = program.run(job.input(csv(0, 20, id -> 1)).prepare());
        Run second = program.run(job.input(csv(0, 30, id -> 1)).prepare());
        assertThatThrownBy(() -> undo(first)).hasMessageContaining("it made the view");

        assertEnding(undo(second), RunStatus.COMPLETED);

        assertThat(program.documents("seen")).hasSize(20);
        assertThat(undo(second).nothingToDo()).isTrue();
        String late = program.plan(second).staging().collection();
        program.database().runCommand(new Document("collMod", "seen").append("viewOn", late));
        assertEnding(undo(second), RunStatus.COMPLETED);
        assertThat(program.documents("seen")).hasSize(20);
        Run renamed = program.run(job("gone", "write: {operation: swap}").prepare());
        assertThatThrownBy(() -> undo(renamed)).hasMessageContaining("swap.by: view keeps them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "undo: 7d"})
    void insertAfterTheUndoIsRemovedByTheNext(String settings) {
        String name = settings.isEmpty() ? "late" : "late-hashed";
        Run run = program.run(job(name, settings).input(csv(0, 20, id -> 1)).prepare());
        List<Document> chunk = program.documents(name).subList(5, 10);
        assertEnding(undo(run), RunStatus.COMPLETED);
        program.collection(name).insertMany(chunk);
        program.collection(name).insertOne(new Document("_id", 1));

        LaunchResult next = undo(run);

        assertEnding(next, RunStatus.COMPLETED);
        assertThat(counts(next).removed()).isEqualTo(5);
        assertThat(program.documents(name)).containsExactly(new Document("_id", 1));
        assertThat(undo(run).nothingToDo()).isTrue();
    }

    @Test
    void documentsOfALaterImportAreNotTakenBack() {
        TestJob job = keyed("reloaded", "insert", "undo: 7d").input(csv(0, 20, id -> 1));
        Run run = program.run(job.prepare());
        program.collection("reloaded").updateOne(Filters.eq(3), Updates.set("text", "mine"));
        assertEnding(undo(run), RunStatus.COMPLETED_WITH_REJECTS);
        Run again = program.run(job.prepare("rejects.limit=unlimited"));
        assertThat(again.counts().written()).isEqualTo(19);

        assertThat(undo(run).nothingToDo()).isTrue();

        assertThat(program.documents("reloaded")).hasSize(20);
    }

    @Test
    void lateDocumentIsRemovedAndSparedOnesStay() {
        Run run = program.run(keyed("kept-late", "insert", "undo: 7d")
                .input(csv(0, 20, id -> 1))
                .prepare());
        Document late = program.documents("kept-late").get(9);
        program.collection("kept-late").updateOne(Filters.eq(3), Updates.set("text", "mine"));
        assertEnding(undo(run), RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(undo(run).nothingToDo()).isTrue();
        program.collection("kept-late").insertOne(late);

        assertEnding(undo(run), RunStatus.COMPLETED_WITH_REJECTS);

        assertThat(program.documents("kept-late"))
                .extracting(document -> document.get("_id"))
                .containsExactly(3);
    }

    private static void awaitCommand(String command, String collection) {
        Document executed = new Document("command." + command, collection).append("command.$db", DATABASE);
        Awaitility.await()
                .until(() -> TestServer.client()
                                .getDatabase("admin")
                                .aggregate(
                                        List.of(new Document("$currentOp", new Document()), Aggregates.match(executed)))
                                .first()
                        != null);
    }

    @Test
    void undoWaitsForInsertsOfAKilledProcess() {
        Run run = program.run(job("executed").input(csv(0, 20, id -> 1)).prepare());
        Document late = program.collection("executed").findOneAndDelete(new Document());

        FailPoint.on("insert")
                .block(Duration.ofSeconds(2))
                .namespace(DATABASE + ".executed")
                .during(TestServer.client(), () -> {
                    CompletableFuture<Void> insert = CompletableFuture.runAsync(
                            () -> program.collection("executed").insertOne(late));
                    awaitCommand("insert", "executed");
                    LaunchResult failed = undo(run);
                    assertThat(runOf(failed).ending()).isEqualTo(RunStatus.FAILED);
                    assertThat(runOf(failed).reason())
                            .contains("an insert into " + DATABASE + ".executed does not end");
                    insert.join();
                });

        assertThat(program.documents("executed")).hasSize(20);
        assertEnding(undo(run), RunStatus.COMPLETED);
        assertThat(program.documents("executed")).isEmpty();
    }

    @Test
    void undoAndImportExcludeEachOther() {
        TestJob job = job("busy").input(csv(0, 10, id -> 1));
        Run run = program.run(job.prepare());
        ImportPlans plans = program.bean(ImportPlans.class);
        try (ImportLease held = ImportLease.claim(plans, program.plan(run).key(), Duration.ofMinutes(1))
                .orElseThrow()) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> undo(run)).isInstanceOf(ImportRunningException.class);
        }
        failing(
                "delete",
                "busy",
                BAD_VALUE,
                0,
                () -> assertThat(runOf(undo(run)).ending()).isEqualTo(RunStatus.FAILED));

        assertThatThrownBy(() -> program.run(job.input(csv(0, 20, id -> 1)).prepare("unfinished=abandon")))
                .hasMessageContaining("An undo of ", " is unfinished: run ");

        assertEnding(undo(run), RunStatus.COMPLETED);
        assertThat(program.run(job.prepare()).ending()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void undoStopsAndResumes() {
        Run run = program.run(job("stopped").input(csv(0, 100, id -> 1)).prepare());
        ImportMonitor monitor = new ImportMonitor();
        monitor.requestStop();

        LaunchResult stopped = program.bean(UndoLauncher.class).undo(run.id(), false, folder, monitor);

        assertEnding(stopped, RunStatus.STOPPED);
        assertThat(program.documents("stopped")).hasSize(100);
        assertEnding(undo(runOf(stopped)), RunStatus.COMPLETED);
        assertThat(program.documents("stopped")).isEmpty();
    }

    @Test
    void prunedImportTakesItsPreImagesAlong() {
        fill("pruned", 0, 10);
        Run run = program.run(
                keyed("pruned", "replace", KEEP).input(csv(0, 10, id -> 2)).prepare());
        program.run(keyed("pruned", "replace").input(csv(0, 10, id -> 3)).prepare());

        program.bean(Pruner.class).prune("pruned", Instant.now().plusSeconds(60), null, false);

        assertThat(program.database()
                        .getCollection("mongohaul_pre_images")
                        .countDocuments(Filters.eq("_id.i", run.importNumber())))
                .isZero();
        assertThatThrownBy(() -> undo(run)).hasMessageContaining("There is no run");
    }

    @Test
    void pruneKeepsWhatAnUnfinishedUndoNeeds() {
        fill("half", 0, 100);
        List<RawBsonDocument> before = dump("half");
        Run run = program.run(
                keyed("half", "replace", KEEP).input(csv(0, 100, id -> 2)).prepare());
        program.run(TestJob.in(folder, "half", "target: {collection: other}")
                .input(csv(0, 1, id -> 1))
                .prepare());
        failing(
                "update",
                "half",
                BAD_VALUE,
                0,
                () -> assertThat(runOf(undo(run)).ending()).isEqualTo(RunStatus.FAILED));

        program.bean(Pruner.class).prune("half", Instant.now().plusSeconds(3600), null, false);

        assertEnding(undo(run), RunStatus.COMPLETED);
        assertThat(dump("half")).isEqualTo(before);
    }

    @Test
    void interruptedUndoByForceContinuesByForce() {
        fill("forced", 0, 100);
        List<RawBsonDocument> before = dump("forced");
        Run run = program.run(
                keyed("forced", "replace", KEEP).input(csv(0, 100, id -> 2)).prepare());
        program.collection("forced").updateOne(Filters.eq(60), Updates.set("mine", true));
        failing(
                "update",
                "forced",
                BAD_VALUE,
                0,
                () -> assertThat(runOf(undo(run, true)).ending()).isEqualTo(RunStatus.FAILED));

        assertEnding(undo(run), RunStatus.COMPLETED);

        assertThat(dump("forced")).isEqualTo(before);
    }

    @Test
    void interruptedUndoCompletesAfterItsDocumentsWouldHaveEnded() {
        fill("over", 0, 100);
        List<RawBsonDocument> before = dump("over");
        Run run = program.run(
                keyed("over", "replace", KEEP).input(csv(0, 100, id -> 2)).prepare());
        failing(
                "update",
                "over",
                BAD_VALUE,
                0,
                () -> assertThat(runOf(undo(run)).ending()).isEqualTo(RunStatus.FAILED));

        program.collection("mongohaul_imports")
                .updateOne(
                        Filters.eq("jobInstanceId", run.importNumber()),
                        Updates.set("kept.until", Instant.now().minusSeconds(1)));

        assertEnding(undo(run), RunStatus.COMPLETED);
        assertThat(dump("over")).isEqualTo(before);
        assertThat(program.collection("mongohaul_pre_images")
                        .countDocuments(Filters.and(
                                Filters.eq("_id.i", run.importNumber()),
                                Filters.lt("until", Instant.now().plus(Duration.ofDays(20))))))
                .isZero();
    }

    @Test
    void prunedUndoTakesItsListAlong() throws IOException {
        TestJob job = job("listed", "undo: 7d").input(csv(0, 10, id -> 1));
        Run run = program.run(job.prepare());
        program.collection("listed").updateOne(Filters.eq("id", "7"), Updates.set("text", "mine"));
        LaunchResult undone = undo(run);
        assertThat(spared(undone)).hasSize(1);
        program.run(job.prepare());

        Pruned pruned = program.bean(Pruner.class).prune("listed", Instant.now().plusSeconds(3600), folder, false);

        assertThat(pruned).isEqualTo(new Pruned("listed", 2, 2, 0, 1, 0));
        assertThat(listOfSpared(undone)).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"update, sku", "update, 'sku, id'", "replace, sku", "delete, sku"})
    void documentsFoundByOtherFieldsAreRestoredBesideRecordsWithoutOne(String operation, String match) {
        String name = "match-" + operation + match.length();
        program.collection(name)
                .insertMany(IntStream.range(0, 100)
                        .mapToObj(id ->
                                new Document("id", id).append("sku", "s" + id).append("n", new Document("a", id)))
                        .toList());
        List<RawBsonDocument> before = dump(name);
        Run run = program.run(job(
                        name,
                        "write: {operation: %s, match: [%s], chunk-size: 20}".formatted(operation, match),
                        "fields: {id: int32, sku: string, n.a: int32, n.b: int32}",
                        KEEP)
                .input(IntStream.range(0, 110)
                        .mapToObj(id -> "%d,s%d,%d,%d".formatted(id, id, id + 1, id))
                        .collect(Collectors.joining("\n", "id,sku,n.a,n.b\n", "\n")))
                .prepare());
        assertThat(run.counts().written()).isEqualTo(100);

        assertEnding(undo(run), RunStatus.COMPLETED);

        assertThat(dump(name)).isEqualTo(before);
    }
}
