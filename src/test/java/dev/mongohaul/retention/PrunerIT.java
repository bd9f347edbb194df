package dev.mongohaul.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.repository.target.IdBytes;
import dev.mongohaul.repository.target.SeenIdRecorder;
import dev.mongohaul.repository.target.SeenIds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrunerIT {

    private static final int BAD_VALUE = 2;
    private static final List<String> RECORDS = List.of(
            "BATCH_JOB_INSTANCE",
            "BATCH_JOB_EXECUTION",
            "BATCH_STEP_EXECUTION",
            "mongohaul_imports",
            "mongohaul_partitions",
            "mongohaul_figures",
            "mongohaul_rejects");

    private static Program program;

    @TempDir
    private Path folder;

    private Pruner pruner;
    private TestJob job;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @BeforeEach
    void prepare() {
        pruner = program.bean(Pruner.class);
        job = TestJob.in(folder, "job", "rejects: {limit: unlimited}", "fields: {n: int32}");
    }

    @AfterEach
    void forgetAll() {
        program.database()
                .listCollectionNames()
                .into(new ArrayList<>())
                .forEach(name -> program.collection(name).deleteMany(new Document()));
    }

    @Test
    void oldImportIsRemovedWithAllItsData() {
        Run first = run("n\n1\nx\ny\n");
        Run second = run("n\n2\nz\n");

        Pruned pruned = prune();

        assertThat(pruned).isEqualTo(new Pruned("job", 1, 1, 2, 0, 0));
        assertThat(records(first)).containsOnly(0L);
        assertThat(records(second)).doesNotContain(0L);
        assertThat(program.documents("job")).hasSize(2);
        assertThat(prune().isSomething()).isFalse();
    }

    @Test
    void idsThatWereSavedAfterTheEndAreRemoved() {
        Run unfinished = run("n\n1\n");
        Run completed = run("n\n2\n");
        program.collection("mongohaul_imports")
                .updateOne(Filters.eq("jobInstanceId", unfinished.importNumber()), Updates.set("state", "UNFINISHED"));
        SeenIds seen = program.bean(ImportPlans.class).seenIds();
        for (long number : List.of(unfinished.importNumber(), completed.importNumber(), 4711L)) {
            SeenIdRecorder late = seen.recorder(number, 0);
            late.add(IdBytes.of(RawBsonDocument.parse("{_id: 7}")), () -> "");
            late.add(null, () -> "line 3");
            late.save(10);
        }
        assertThat(seen.imports()).hasSize(3);

        pruner.prune("job", Instant.EPOCH, null, false);

        assertThat(seen.imports()).containsExactly(unfinished.importNumber());
        assertThat(program.documents("mongohaul_seen_ids")).hasSize(2);
    }

    @Test
    void countingOfManyImportsAsksOnceForMany() {
        Run first = run("n\n1\nx\n");
        run("n\n2\n");
        int copies = 450;
        copy("mongohaul_imports", first.importNumber(), copies);
        copy("BATCH_JOB_EXECUTION", first.importNumber(), copies);

        long before = commands();
        Pruned counted = pruner.prune("job", soon(), null, true);

        assertThat(commands() - before).isLessThan(100);
        assertThat(counted).isEqualTo(new Pruned("job", copies + 1, copies + 1, copies + 1, 0, 0));
    }

    /** As if the import had been made again and again, each time with a number of its own. */
    private static void copy(String collection, long instance, int copies) {
        Document original = program.collection(collection)
                .find(Filters.eq("jobInstanceId", instance))
                .first();
        List<Document> documents = new ArrayList<>();
        for (long number = 1_000_001; number <= 1_000_000 + copies; number++) {
            Document copy =
                    new Document(original).append("_id", collection + number).append("jobInstanceId", number);
            copy.replace("jobExecutionId", number);
            documents.add(copy);
        }
        program.collection(collection).insertMany(documents);
    }

    /** What the server was asked since its start. */
    private static long commands() {
        Document counters = TestServer.client()
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("opcounters", Document.class);
        return Stream.of("query", "command", "getmore")
                .mapToLong(name -> counters.get(name, Number.class).longValue())
                .sum();
    }

    @Test
    void youngImportIsKept() {
        Run first = run("n\n1\n");
        run("n\n2\n");

        Pruned pruned = pruner.prune("job", Instant.now().minus(Duration.ofDays(1)), null, false);

        assertThat(pruned.isSomething()).isFalse();
        assertThat(program.bean(Runs.class).find(first.id())).isPresent();
    }

    @Test
    void importIsAsOldAsTheEndOfItsLastRun() {
        Run first = run("n\n1\n");
        run("n\n2\n");
        program.collection("mongohaul_imports")
                .updateOne(
                        Filters.eq("jobInstanceId", first.importNumber()),
                        Updates.set("created", Instant.parse("2020-01-01T00:00:00Z")));

        Pruned pruned = pruner.prune("job", Instant.now().minus(Duration.ofDays(1)), null, false);

        assertThat(pruned.isSomething()).isFalse();
    }

    @Test
    void prunedContentIsNotLoadedAgainUnasked() {
        Run first = run("n\n1\n");
        run("n\n2\n");
        program.collection("mongohaul_files").deleteMany(new Document());
        prune();

        assertThat(launchesAgain("n\n2\n")).isFalse();
        assertThatThrownBy(() -> launchesAgain("n\n1\n"))
                .hasMessageContaining(
                        "was loaded into %s.job by import %d of job, whose runs are not stored any more.",
                        program.database().getName(), first.importNumber())
                .hasMessageContaining("its records would be stored a second time", "source.each: file", "--again");
        assertThat(program.documents("job")).hasSize(2);
    }

    @Test
    void prunedContentThatReplacesIsLoadedAgain() {
        job = TestJob.in(folder, "job", "write: {operation: upsert, match: [n]}", "fields: {n: int32}");
        run("n\n1\n");
        run("n\n2\n");
        prune();

        assertThat(launchesAgain("n\n1\n")).isTrue();
        assertThat(program.documents("job")).hasSize(2);
    }

    @Test
    void unfinishedImportIsKept() {
        run("n\n1\n");
        Run failed = program.failAfterChunks(0, job.input("n\n2\n").prepare());

        assertThat(prune().isSomething()).isFalse();
        assertThat(records(failed)).startsWith(1L, 1L);
    }

    @Test
    void abandonedImportIsKeptUntilAnotherIsCompleted() {
        run("n\n1\n");
        Run failed = program.failAfterChunks(0, job.input("n\n2\n").prepare());
        program.bean(ImportLauncher.class).abandon(program.plan(failed));

        Pruned early = prune();
        run("n\n3\n");
        Pruned later = prune();

        assertThat(early.isSomething()).isFalse();
        assertThat(later).isEqualTo(new Pruned("job", 2, 2, 0, 0, 0));
    }

    @Test
    void importWithoutWritesIsRemovedWithItsInstance() {
        Run failed = failInPrepare("n\n1\n");
        assertThat(program.bean(ImportPlans.class).findByJob("job").get(0).importNumber())
                .isZero();
        program.bean(ImportLauncher.class)
                .abandon(program.bean(ImportPlans.class).findByJob("job").get(0));

        Pruned pruned = prune();

        assertThat(pruned).isEqualTo(new Pruned("job", 1, 1, 0, 0, 0));
        assertThat(records(failed)).containsOnly(0L);
    }

    @Test
    void lastCompletedImportOfEachTargetIsKept() {
        run("n\n1\n");
        program.run(job.input("n\n2\n").prepare("collection=other"));

        assertThat(prune().isSomething()).isFalse();
    }

    @Test
    void importOfCorrectedRejectsIsNotTheLastOne() {
        long last = run("n\n1\nx\n").importNumber();
        String rejects = "files=" + folder.resolve("rejects/job-%d.csv".formatted(last));
        program.run(job.prepare(rejects));
        program.run(job.prepare(rejects, "collection=other"));

        assertThat(prune().isSomething()).isFalse();
    }

    @Test
    void otherJobsAreNotTouched() {
        Run other = program.run(TestJob.in(folder, "other").input("n\n1\n").prepare());
        program.run(TestJob.in(folder, "other").input("n\n2\n").prepare());

        assertThat(prune().isSomething()).isFalse();
        assertThat(records(other)).startsWith(1L, 1L);
        assertThat(pruner.jobs()).containsExactly("other");
    }

    @Test
    void importWhoseLeaseIsAliveIsKept() {
        Run first = run("n\n1\n");
        run("n\n2\n");
        ImportPlans plans = program.bean(ImportPlans.class);

        try (ImportLease held = ImportLease.claim(plans, program.plan(first).key(), Duration.ofMinutes(1))
                .orElseThrow()) {
            assertThat(held.lease().token()).isNotEmpty();
            assertThat(prune().isSomething()).isFalse();
        }
        assertThat(prune().imports()).isEqualTo(1);
    }

    @Test
    void dryRunCountsTheSameAndRemovesNothing() {
        run("n\n1\nx\n");
        run("n\n2\n");
        Map<String, Long> before = sizes();

        Pruned expected = pruner.prune("job", soon(), null, true);

        assertThat(sizes()).isEqualTo(before);
        assertThat(prune()).isEqualTo(expected);
    }

    /** Killed before each of its deletions: the content can be loaded again, and the next time nothing is left. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongohaul_rejects",
                "BATCH_STEP_EXECUTION",
                "BATCH_JOB_EXECUTION",
                "BATCH_JOB_INSTANCE",
                "mongohaul_partitions",
                "mongohaul_figures",
                "mongohaul_imports"
            })
    void partlyRemovedImportDoesNotBlockOthers(String collection) {
        Run first = run("n\n1\nx\n");
        run("n\n2\n");
        FailPoint.on("delete")
                .errorCode(BAD_VALUE)
                .namespace(program.database().getName() + "." + collection)
                .during(
                        TestServer.client(),
                        () -> assertThatThrownBy(this::prune).isInstanceOf(MongoException.class));

        program.bean(Runs.class)
                .recent(10)
                .forEach(run -> assertThat(run.execution().getJobInstance()).isNotNull());
        Run again = program.run(job.input("n\n1\nx\n").prepare(), true);
        prune();

        assertThat(again.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(records(first)).containsOnly(0L);
        assertThat(records(again)).doesNotContain(0L);
        assertThat(program.bean(Runs.class).find(again.id())).isPresent();
        assertThat(program.collection("mongohaul_imports").countDocuments()).isEqualTo(1);
    }

    private Pruned prune() {
        return pruner.prune("job", soon(), null, false);
    }

    private static Instant soon() {
        return Instant.now().plusSeconds(3600);
    }

    private Run run(String content) {
        return program.run(job.input(content).prepare());
    }

    private boolean launchesAgain(String content) {
        return !program.launch(job.input(content).prepare(), new ImportMonitor())
                .nothingToDo();
    }

    private Run failInPrepare(String content) {
        List<Run> failed = new ArrayList<>();
        FailPoint.on("update")
                .errorCode(BAD_VALUE)
                .namespace(program.database().getName() + ".mongohaul_imports")
                .times(1)
                .during(TestServer.client(), () -> failed.add(run(content)));
        return failed.get(0);
    }

    /** How many documents there are of a run in the collections of the JobRepository. */
    private static List<Long> records(Run run) {
        Document steps = new Document("jobExecutionId", run.id());
        Document instance = new Document("jobInstanceId", run.importNumber());
        return List.of(
                program.collection("BATCH_JOB_INSTANCE").countDocuments(instance),
                program.collection("BATCH_JOB_EXECUTION").countDocuments(instance),
                program.collection("BATCH_STEP_EXECUTION").countDocuments(steps),
                program.collection("mongohaul_rejects").countDocuments(new Document("_id.i", run.importNumber())));
    }

    private static Map<String, Long> sizes() {
        Map<String, Long> sizes = new TreeMap<>();
        RECORDS.forEach(name -> sizes.put(name, program.collection(name).countDocuments()));
        return sizes;
    }
}
