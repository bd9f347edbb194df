package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Imports of which others have removed documents of the JobRepository or of mongohaul. {@code mvn verify} resumes snapshots, which
 * use most collections; a nightly run tries all kinds.
 */
class RemovedDocumentsIT {

    private static final int ROWS = 60;

    @TempDir
    private Path folder;

    private Program program;

    /** State of the import when the documents are removed. */
    private enum Before {
        COMPLETED,
        FAILED
    }

    /** Kind of the job. */
    private enum Kind {
        GENERATED("insert", ""),
        UPSERT("upsert", "undo: 7d"),
        SNAPSHOT("snapshot, max-loss: 100%", "");

        private final String operation;
        private final String more;

        Kind(String operation, String more) {
            this.operation = operation;
            this.more = more;
        }
    }

    @BeforeEach
    void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterEach
    void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    static Stream<Arguments> cases() {
        List<String> collections = List.of(
                "BATCH_JOB_EXECUTION",
                "BATCH_STEP_EXECUTION",
                "BATCH_JOB_INSTANCE",
                "BATCH_JOB_INSTANCE BATCH_JOB_EXECUTION BATCH_STEP_EXECUTION",
                "BATCH_SEQUENCES",
                "mongohaul_imports",
                "mongohaul_partitions",
                "mongohaul_figures",
                "mongohaul_rejects",
                "mongohaul_pre_images",
                "mongohaul_seen_ids",
                "mongohaul_fences",
                "mongohaul_files");
        return Arrays.stream(Kind.values())
                .flatMap(kind -> Arrays.stream(Before.values())
                        .filter(before -> TestSize.isNightly() || (kind == Kind.SNAPSHOT && before == Before.FAILED))
                        .flatMap(before -> collections.stream().map(removed -> Arguments.of(kind, before, removed))));
    }

    private ImportJob job(Kind kind, int version, String... parameters) {
        boolean own = kind != Kind.GENERATED;
        return TestJob.in(
                        folder,
                        "nightly",
                        "target: {collection: orders%s}".formatted(own ? ", id: [id]" : ""),
                        "fields: {id: {type: int32%s}, version: int32}".formatted(own ? ", to: _id" : ""),
                        "write: {operation: %s, chunk-size: 10%s}"
                                .formatted(kind.operation, own ? ", keys: unique" : ""),
                        "partition: {grid-size: 2}",
                        "rejects: {limit: unlimited}",
                        kind.more)
                .input(IntStream.range(0, ROWS)
                        .mapToObj(id -> id + "," + (id == 5 ? "none" : version) + "\n")
                        .collect(Collectors.joining("", "id,version\n", "")))
                .prepare(parameters);
    }

    private Run begin(Kind kind, Before before) {
        ImportJob job = job(kind, 1);
        if (kind != Kind.GENERATED) {
            program.collection("orders").insertOne(new Document("_id", 1).append("version", 0));
        }
        return before == Before.COMPLETED ? program.run(job) : program.failAfterChunks(1, job);
    }

    /** The same content is completed, or refused with a way out; other content is imported. */
    @ParameterizedTest(name = "{0} {1}, without {2}")
    @MethodSource("cases")
    void importGoesOnWithoutRemovedDocuments(Kind kind, Before before, String removed) {
        begin(kind, before);
        Stream.of(removed.split(" ", -1))
                .forEach(name -> program.collection(name).deleteMany(new Document()));

        String obstacle = launch(job(kind, 1));

        if (obstacle.isEmpty() && !removed.equals("mongohaul_imports")) {
            assertThat(program.documents("orders"))
                    .hasSize(ROWS - 1)
                    .allMatch(document -> document.getInteger("version") == 1);
        }
        assertThat(obstacle).matches("|.*--again.*|.*abandon.*");
        Run next = program.run(job(kind, 2, "unfinished=abandon"));
        assertThat(next.ending()).as(next.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.documents("orders").stream().filter(document -> document.getInteger("version") == 2))
                .hasSize(ROWS - 1);
        assertThat(program.bean(Runs.class).recent(10))
                .extracting(Run::importNumber)
                .contains(next.importNumber());
        program.bean(Pruner.class).prune("nightly", Instant.now().plus(Duration.ofDays(1)), null, false);
        List<ImportPlan> left = program.bean(ImportPlans.class).findByJob("nightly");
        assertThat(left).hasSizeLessThanOrEqualTo(1).allMatch(plan -> plan.state() == ImportState.COMPLETED);
    }

    private String launch(ImportJob job) {
        try {
            program.launch(job, new ImportMonitor());
            return "";
        } catch (ImportRefusedException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
