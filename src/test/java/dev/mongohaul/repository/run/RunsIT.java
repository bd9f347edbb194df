package dev.mongohaul.repository.run;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlans;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.core.repository.JobRepository;

class RunsIT {

    @TempDir
    private Path folder;

    @Test
    void runsAreFoundByNumberByImportAndByAge() {
        try (Program program = Program.start(TestServer.database("runs"))) {
            Runs runs = program.bean(Runs.class);
            TestJob job = TestJob.in(folder, "job").input("a\n1\n2\n3\n");
            Run failed = program.failAfterChunks(1, job.prepare("chunk-size=1"));
            Run continued = program.run(job.prepare());
            Run other = program.run(job.input("a\n4\n").prepare());

            assertThat(runs.find(continued.id()).map(Run::counts)).contains(new Counts(2, 2, 0, 0, 0));
            assertThat(runs.find(99)).isEmpty();
            assertThat(runs.runsOf(failed.importNumber()))
                    .extracting(Run::id)
                    .containsExactly(failed.id(), continued.id());
            assertThat(runs.runsOf(99)).isEmpty();
            assertThat(runs.recent(2)).extracting(Run::id).containsExactly(other.id(), continued.id());
            assertThat(runs.recent(10)).hasSize(3);
            program.database().drop();
        }
    }

    @Test
    void importsOfFilesAreFoundWithoutReadingTheOthers() {
        try (Program program = Program.start(TestServer.database("indexed"))) {
            TestJob job = TestJob.in(folder, "job");
            for (int number = 0; number < 3; number++) {
                program.run(job.input("a\n" + number + "\n").prepare());
            }
            program.database().runCommand(new Document("profile", 2));

            assertThat(program.bean(Runs.class).last(false)).hasSize(1);
            assertThat(program.bean(Runs.class).last(true)).isEmpty();

            program.database().runCommand(new Document("profile", 0));
            assertThat(program.collection("system.profile")
                            .find(eq("command.find", ImportPlans.COLLECTION))
                            .map(query -> query.getInteger("docsExamined")))
                    .containsExactly(0, 0);
            program.database().drop();
        }
    }

    @Test
    void runOfAnotherApplicationIsNotContinued() {
        try (Program program = Program.start(TestServer.database("others"))) {
            Run run = program.run(TestJob.in(folder, "job").input("a\n1\n").prepare());
            program.collection("BATCH_JOB_EXECUTION")
                    .updateOne(eq("jobExecutionId", run.id()), set("jobParameters", List.of()));

            assertThatThrownBy(() -> program.bean(RunControl.class).planOf(run.id()))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessage("There is no run %d; 'mongohaul report' lists them", run.id());
            program.database().drop();
        }
    }

    @Test
    void runsOfAllJobsAreFoundByJobStatusAndStart() {
        try (Program program = Program.start(TestServer.database("found"))) {
            Runs runs = program.bean(Runs.class);
            Run failed = program.failAfterChunks(
                    1, TestJob.in(folder, "products").input("a\n1\n2\n").prepare("chunk-size=1"));
            Run rejected = program.run(TestJob.in(folder, "prices", "fields: {a: int32}")
                    .input("a\n1\nx\n")
                    .prepare("rejects.limit=1"));
            Run good = program.run(TestJob.in(folder, "orders").input("a\n3\n").prepare());
            Run left = program.run(TestJob.in(folder, "pro").input("a\n4\n").prepare());
            program.collection("BATCH_JOB_EXECUTION")
                    .updateOne(
                            eq("jobExecutionId", left.id()),
                            combine(
                                    set("status", "STARTED"),
                                    set("endTime", null),
                                    set("exitStatus.exitCode", "UNKNOWN")));

            assertThat(found(runs, "pr*", Set.of())).containsExactly(left.id(), rejected.id(), failed.id());
            assertThat(found(runs, "*d*", Set.of())).containsExactly(good.id(), failed.id());
            assertThat(found(runs, "pro", Set.of())).containsExactly(left.id());
            assertThat(found(runs, "p.*", Set.of())).isEmpty();
            assertThat(found(runs, null, Set.of(RunStatus.FAILED))).containsExactly(failed.id());
            assertThat(found(runs, null, Set.of(RunStatus.COMPLETED_WITH_REJECTS, RunStatus.FAILED)))
                    .containsExactly(rejected.id(), failed.id());
            assertThat(found(runs, null, Set.of(RunStatus.KILLED, RunStatus.COMPLETED)))
                    .containsExactly(left.id(), good.id());
            assertThat(found(runs, null, Set.of(RunStatus.RUNNING))).isEmpty();
            assertThat(runs.find(RunFilter.ALL, good.id(), 1, run -> run))
                    .extracting(Run::id)
                    .containsExactly(rejected.id());

            Instant night = good.started();
            program.collection("BATCH_JOB_EXECUTION")
                    .updateMany(
                            in("jobExecutionId", failed.id(), rejected.id()),
                            set("startTime", Date.from(night.minusSeconds(60))));
            RunFilter before = new RunFilter(null, Set.of(), night.minusSeconds(60), night);
            RunFilter since = new RunFilter(null, Set.of(), night, null);
            assertThat(runs.find(before, Long.MAX_VALUE, 9, run -> run))
                    .extracting(Run::id)
                    .containsExactly(rejected.id(), failed.id());
            assertThat(runs.find(since, Long.MAX_VALUE, 9, run -> run))
                    .extracting(Run::id)
                    .containsExactly(left.id(), good.id());
            program.database().drop();
        }
    }

    /** The import ends just before the nth query of a collection. */
    @ParameterizedTest
    @CsvSource({"BATCH_JOB_EXECUTION, 1", "mongohaul_imports, 1", "mongohaul_imports, 2", "mongohaul_imports, 3"})
    void importThatEndsWhileItIsReadHasCounts(String collection, int nth) {
        try (Program program = Program.start(TestServer.database("runs"))) {
            TestJob job = TestJob.in(folder, "job").input("a\n1\n2\n3\n");
            program.failAfterChunks(1, job.prepare("chunk-size=1"));
            AtomicInteger left = new AtomicInteger(nth);
            CommandListener reading = new CommandListener() {
                @Override
                public void commandStarted(CommandStartedEvent event) {
                    BsonValue read = event.getCommand().get(event.getCommandName());
                    if (read.equals(new BsonString(collection)) && left.decrementAndGet() == 0) {
                        program.run(job.prepare());
                    }
                }
            };
            MongoClientSettings settings = MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString(TestServer.uri()))
                    .addCommandListener(reading)
                    .build();
            try (MongoClient client = MongoClients.create(settings)) {
                Runs runs = new Runs(
                        program.bean(JobRepository.class),
                        program.bean(ImportPlans.class),
                        new RepositoryDatabase(
                                client.getDatabase(program.database().getName())));

                PastImport found = runs.imports("job", false, Long.MAX_VALUE, 1).get(0);

                assertThat(left).hasNonPositiveValue();
                boolean ended = found.last().status() == RunStatus.COMPLETED;
                assertThat(found.counts().read()).isIn(ended ? List.of(3L) : List.of(1L, 3L));
            }
            program.database().drop();
        }
    }

    private static List<Long> found(Runs runs, @Nullable String job, Set<RunStatus> statuses) {
        return runs.find(new RunFilter(job, statuses, null, null), Long.MAX_VALUE, 9, run -> run).stream()
                .map(Run::id)
                .toList();
    }
}
