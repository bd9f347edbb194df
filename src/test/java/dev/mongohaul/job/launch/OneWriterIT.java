package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports and undos of several jobs that change one target. */
class OneWriterIT {

    private static final String DATABASE = TestServer.database("one-writer");

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = start(TestServer.uri());
    }

    private static Program start(String uri) {
        return Program.start(
                uri, DATABASE, "mongohaul.repository.checkpoint-interval=0s", "mongohaul.import.ride-through=200ms");
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    private ImportJob job(String name, String collection, String operation, int version, String... settings)
            throws IOException {
        String id = operation.matches("insert|swap") ? "" : ", id: [id]";
        String to = operation.matches("insert|swap") ? "" : ", to: _id";
        return TestJob.in(
                        Files.createDirectories(folder.resolve(name)),
                        name,
                        "target: {collection: %s%s}".formatted(collection, id),
                        "fields: {id: {type: int32%s}, version: int32}".formatted(to),
                        "write: {operation: %s, chunk-size: 20}".formatted(operation),
                        String.join("\n", settings))
                .input(IntStream.range(0, 60)
                        .mapToObj(number -> number + "," + version + "\n")
                        .collect(Collectors.joining("", "id,version\n", "")))
                .prepare();
    }

    private void undo(Run run) {
        program.bean(UndoLauncher.class).undo(run.id(), false, folder, new ImportMonitor());
    }

    /** Runs an action while another process is paused at the second chunk of its import, and then lets it continue. */
    private static Run during(ImportJob job, Runnable action) throws Exception {
        AtomicInteger chunks = new AtomicInteger();
        CountDownLatch paused = new CountDownLatch(1);
        CountDownLatch continued = new CountDownLatch(1);
        Interference pause = command -> {
            boolean isChunk = command.collection().equals(job.write().collection())
                    && (command.name().equals("insert") || command.name().equals("update"));
            if (isChunk && chunks.incrementAndGet() == 2) {
                paused.countDown();
            }
            if (paused.getCount() == 0) {
                continued.await();
            }
            return Verdict.PASS;
        };
        try (WireProxy proxy = new WireProxy(TestServer.port(), pause);
                Program other = start(proxy.uri(""))) {
            CompletableFuture<Run> running = CompletableFuture.supplyAsync(() -> other.run(job));
            paused.await();
            action.run();
            continued.countDown();
            return running.get();
        }
    }

    private static void endLeases() {
        program.collection("mongohaul_imports")
                .updateMany(
                        Filters.ne("lease", null),
                        Updates.combine(
                                Updates.set("lease.host", "elsewhere"),
                                Updates.set("lease.processes", "elsewhere"),
                                Updates.set("lease.expiresAt", Instant.now().minusSeconds(1))));
    }

    @Test
    void undoWaitsForTheImportOfAnotherJob() throws Exception {
        Run loaded = program.run(job("first", "shared", "upsert", 1, "undo: 7d"));

        Run other = during(
                job("second", "shared", "replace", 2),
                () -> assertThatThrownBy(() -> undo(loaded))
                        .isInstanceOf(ImportRunningException.class)
                        .hasMessageContaining(DATABASE + ".shared is being changed by an import of second, process "));

        assertThat(other.ending()).as(other.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("shared")).allMatch(document -> document.getInteger("version") == 2);
        assertThatThrownBy(() -> undo(loaded)).hasMessageContaining("ran later, and may have changed its documents");
    }

    @Test
    void importsOfTwoJobsChangeATargetInTurn() throws Exception {
        ImportJob later = job("later", "turns", "upsert", 2);

        Run earlier = during(
                job("earlier", "turns", "upsert", 1),
                () -> assertThatThrownBy(() -> program.run(later)).isInstanceOf(ImportRunningException.class));

        assertThat(earlier.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.run(later).counts().written()).isEqualTo(60);
        assertThat(program.documents("turns")).allMatch(document -> document.getInteger("version") == 2);
    }

    @Test
    void insertsWithGeneratedIdsRunAtTheSameTime() throws Exception {
        ImportJob other = job("adding", "added", "insert", 2);

        Run first = during(
                job("growing", "added", "insert", 1),
                () -> assertThat(program.run(other).ending()).isEqualTo(RunStatus.COMPLETED));

        assertThat(first.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("added")).hasSize(120);
    }

    @Test
    void targetOfADeadProcessIsTakenAndItsImportResumes() throws Exception {
        ImportJob dead = job("dead", "taken", "upsert", 1);
        ImportJob next = job("next", "taken", "upsert", 2);

        assertThatThrownBy(() -> during(dead, () -> {
                    endLeases();
                    assertThat(program.run(next).ending()).isEqualTo(RunStatus.COMPLETED);
                }))
                .hasRootCauseInstanceOf(LeaseLostException.class);

        assertThat(program.documents("taken"))
                .hasSize(60)
                .extracting(document -> document.getInteger("version"))
                .containsOnly(2);
        ImportPlan plan = program.bean(ImportPlans.class).findByJob("dead").stream()
                .findFirst()
                .orElseThrow();
        assertThat(plan.state()).isEqualTo(ImportState.UNFINISHED);
        assertThat(program.run(job("dead", "taken", "upsert", 1)).ending()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void refusedLaunchLeavesFormerCollectionsAlone() throws Exception {
        String view = "swap: {by: view, keep: %d}";
        program.run(job("nightly", "shown", "swap", 1, view.formatted(1)));
        Run second = program.run(job("nightly", "shown", "swap", 2, view.formatted(1)));
        ImportPlans plans = program.bean(ImportPlans.class);

        try (ImportLease held = ImportLease.claim(
                        plans, program.plan(second).key(), DATABASE + ".shown", Duration.ofMinutes(1))
                .orElseThrow()) {
            assertThat(held.lease().changes()).isEqualTo(DATABASE + ".shown");
            ImportJob third = job("nightly", "shown", "swap", 3, view.formatted(0));
            assertThatThrownBy(() -> program.run(third)).isInstanceOf(ImportRunningException.class);
        }

        undo(second);
        assertThat(program.documents("shown"))
                .hasSize(60)
                .extracting(document -> document.getInteger("version"))
                .containsOnly(1);
    }
}
