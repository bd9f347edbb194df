package dev.mongohaul.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.Slots;
import java.nio.file.Path;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that others left in the collections of the JobRepository. */
class ForeignDocumentsIT {

    private final Program program = Program.start(TestServer.database("foreign"));

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        program.database().drop();
        program.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BATCH_JOB_INSTANCE",
                "BATCH_JOB_EXECUTION",
                "BATCH_STEP_EXECUTION",
                "BATCH_SEQUENCES",
                "mongohaul_imports",
                "mongohaul_rejects",
                "mongohaul_slots"
            })
    void foreignDocumentDisturbsNoReport(String collection) {
        TestJob job = TestJob.in(folder, "job", "rejects: {limit: unlimited}", "fields: {n: int32}");
        Run first = program.run(job.input("n\n1\nx\n").prepare());
        program.collection(collection).insertOne(new Document("sku", "a"));

        Reports reports =
                new Reports(program.bean(Runs.class), program.bean(RejectStore.class), program.bean(Slots.class));
        assertThat(reports.recent(20)).hasSize(1);
        assertThat(reports.jobs()).hasSize(1);
        assertThat(reports.job("job", 20)).isPresent();
        assertThat(reports.ofImport(first.importNumber()))
                .hasValueSatisfying(
                        report -> assertThat(reports.rejects(report)).hasSize(1));

        Run second = program.run(job.input("n\n2\n").prepare());
        assertThat(second.ending()).isEqualTo(RunStatus.COMPLETED);
        Pruner pruner = program.bean(Pruner.class);
        assertThat(pruner.jobs()).containsExactly("job");
        assertThat(pruner.prune("job", Instant.now().plusSeconds(60), null, false)
                        .imports())
                .isEqualTo(1);
    }
}
