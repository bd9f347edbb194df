package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportPlans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.Assertions;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Import that loses its lease to another process in the middle of a chunk. */
class LostLeaseIT {

    private static final Duration CHUNK = Duration.ofMillis(1500);
    private static final List<String> STATE = List.of(
            "mongohaul_imports",
            "mongohaul_partitions",
            "mongohaul_rejects",
            "BATCH_JOB_INSTANCE",
            "BATCH_JOB_EXECUTION",
            "BATCH_STEP_EXECUTION");

    @TempDir
    private Path folder;

    private final String database = TestServer.database("lost");

    @AfterEach
    void drop() {
        TestServer.client().getDatabase(database).drop();
    }

    /** Loses the lease, which either a checkpoint or the renewal of the lease detects. */
    @ParameterizedTest
    @ValueSource(strings = {"0s", "1d"})
    void formerOwnerWritesAtMostItsChunkInFlight(String checkpointInterval) {
        TestJob job = TestJob.in(folder, "lost", "rejects: {limit: unlimited}")
                .input(Rows.csv(3) + "3,\"never\" closed\n" + "4,\"never\" closed\n" + Rows.csv(20));
        try (Program program = Program.start(
                TestServer.uri(), database, "mongohaul.repository.checkpoint-interval=" + checkpointInterval)) {
            FailPoint.on("insert")
                    .block(CHUNK)
                    .namespace(database + ".lost")
                    .during(TestServer.client(), () -> loseLease(program, job));
        }
    }

    private static void loseLease(Program program, TestJob job) {
        CompletableFuture<?> running =
                CompletableFuture.supplyAsync(() -> program.run(job.prepare("chunk-size=3", "grid-size=1")));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> program.collection("lost").countDocuments() == 3);
        takeOver(program);
        Map<String, List<Document>> before = state(program);

        assertThat(Assertions.catchThrowableOfType(CompletionException.class, running::join))
                .hasCauseInstanceOf(LeaseLostException.class)
                .hasMessageContaining("taken over by another process");
        assertThat(state(program)).isEqualTo(before);
        assertThat(program.collection("lost").countDocuments()).isLessThanOrEqualTo(6);
    }

    private static void takeOver(Program program) {
        await().until(() -> program.collection("mongohaul_imports")
                        .updateOne(new Document(), Updates.set("lease.token", "of another"))
                        .getModifiedCount()
                == 1);
        ImportPlans plans = program.bean(ImportPlans.class);
        String key = program.documents("mongohaul_imports").get(0).getString("_id");
        plans.takeOver(plans.findWithoutPartitions(key).orElseThrow());
    }

    private static Map<String, List<Document>> state(Program program) {
        Map<String, List<Document>> state = new TreeMap<>();
        STATE.forEach(collection -> state.put(collection, program.documents(collection)));
        return state;
    }
}
