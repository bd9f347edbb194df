package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Server failures during writes of the state of an import: checkpoints, rejects, runs, steps, last checks. */
class ServerOutageIT {

    private static final int ROWS = 12;
    private static final String BAD_ROW = "3,\"never\" closed\n";

    /** Number of failures, more than the single retry of the driver. */
    private static final int IN_A_ROW = 3;

    /** Program with the default time for retries, more than the failures of a test last on any machine. */
    private static Program program;

    /** Program with little time for retries, for failures that last longer than any retry. */
    private static Program impatient;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        String database = TestServer.database("outage");
        program = Program.start(database);
        impatient = Program.start(
                TestServer.uri(),
                database,
                "mongohaul.repository.checkpoint-interval=0s",
                "mongohaul.import.ride-through=100ms");
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
        impatient.close();
    }

    static Stream<Arguments> commandsOnStoredState() {
        Map<String, List<String>> state = Map.of(
                "mongohaul_imports", List.of("update", "find"),
                "mongohaul_partitions", List.of("update", "insert"),
                "mongohaul_rejects", List.of("update", "find"),
                "BATCH_JOB_EXECUTION", List.of("update"),
                "BATCH_STEP_EXECUTION", List.of("update"),
                "BATCH_SEQUENCES", List.of("findAndModify"),
                "target", List.of("aggregate", "createIndexes"));
        return state.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(command -> Arguments.of(entry.getKey(), command)));
    }

    @ParameterizedTest
    @MethodSource("commandsOnStoredState")
    void repeatedStepDownsAreRetried(String collection, String command) {
        Run run = runWithFailures(
                collection, FailPoint.on(command).errorCode(10107).times(IN_A_ROW));

        assertLoaded(run, collection);
    }

    /** A read, two writes and a command on a collection of the user: which operations are retried is shown above. */
    @ParameterizedTest
    @CsvSource({
        "mongohaul_imports, find",
        "mongohaul_partitions, update",
        "BATCH_STEP_EXECUTION, update",
        "target, createIndexes"
    })
    void repeatedConnectionErrorsAreRetried(String collection, String command) {
        Run run = runWithFailures(
                collection, FailPoint.on(command).closeConnection().times(IN_A_ROW));

        assertLoaded(run, collection);
    }

    @ParameterizedTest
    @ValueSource(ints = {91, 189, 11602, 50})
    void checkpointSurvivesAnyServerState(int code) {
        Run run = runWithFailures(
                "mongohaul_partitions", FailPoint.on("update").errorCode(code).times(IN_A_ROW));

        assertLoaded(run, "mongohaul_partitions");
    }

    @ParameterizedTest
    @CsvSource({"mongohaul_imports, 1", "mongohaul_partitions, 0", "mongohaul_rejects, 0"})
    void importFailsIfItsStateCannotBeSavedAndResumesLater(String collection, int afterFirst) {
        String name = "longer-" + collection;
        TestJob job = job(name);
        AtomicReference<Run> failed = new AtomicReference<>();
        FailPoint.on("update")
                .errorCode(11602)
                .namespace(program.database().getName() + "." + collection)
                .afterFirst(afterFirst)
                .during(TestServer.client(), () -> failed.set(impatient.run(job.prepare("chunk-size=3"))));

        assertThat(failed.get().ending()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.get().reason())
                .startsWith("MongoDB could not save ")
                .contains("code 11602", "The same command continues the import");
        // This process could not release its lease and is still alive.
        program.collection("mongohaul_imports").updateMany(new Document(), Updates.unset("lease"));
        assertLoaded(name, impatient.run(job.prepare()));
    }

    @Test
    void overloadedServerIsAwaitedAndReported() {
        String name = "overloaded";
        AtomicReference<Run> run = new AtomicReference<>();
        FailPoint.on("insert")
                .errorCode(463)
                .errorLabels("SystemOverloadedError")
                .namespace(program.database().getName() + "." + name)
                .times(2)
                .during(
                        TestServer.client(),
                        () -> run.set(program.run(job(name)
                                .prepare(InputStream.nullInputStream(), Duration.ofSeconds(5), "chunk-size=3")
                                .orElseThrow())));

        assertLoaded(name, run.get());
        assertThat(run.get().times().overloaded())
                .as("10 ms, or half of that, between two refusals")
                .isBetween(Duration.ofMillis(5), run.get().times().waiting());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 146})
    void otherErrorsStopTheImportAndTheSameCommandContinuesIt(int code) {
        String name = "other-" + code;
        TestJob job = job(name);
        AtomicReference<Run> failed = new AtomicReference<>();
        FailPoint.on("insert")
                .errorCode(code)
                .namespace(program.database().getName() + "." + name)
                .afterFirst(1)
                .during(TestServer.client(), () -> failed.set(program.run(job.prepare("chunk-size=3"))));

        assertThat(failed.get().ending()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.get().reason()).contains("Failing command", "error " + code);
        assertLoaded(name, program.run(job.prepare()));
    }

    @Test
    void runWithoutSavedEndIsNotCompleted() {
        TestJob job = job("unsaved");
        FailPoint.on("update")
                .errorCode(11602)
                .namespace(program.database().getName() + ".BATCH_JOB_EXECUTION")
                .afterFirst(1)
                .during(
                        TestServer.client(),
                        () -> assertThatThrownBy(() -> impatient.run(job.prepare()))
                                .isInstanceOf(ImportFailedException.class)
                                .hasMessageStartingWith(
                                        "The run's state cannot be saved: MongoDB could not save the state of")
                                .hasMessageEndingWith("Run the same command to continue"));

        Run second = impatient.run(job.prepare());

        assertThat(impatient.bean(Runs.class).runsOf(second.importNumber()))
                .extracting(Run::ending)
                .containsExactly(RunStatus.KILLED, RunStatus.COMPLETED_WITH_REJECTS);
        assertLoaded("unsaved", second);
    }

    @Test
    void runThatCannotBeginFailsWithoutBlockingTheNext() {
        TestJob job = job("unbegun");
        FailPoint.on("update")
                .errorCode(11602)
                .namespace(program.database().getName() + ".BATCH_JOB_EXECUTION")
                .during(
                        TestServer.client(),
                        () -> assertThatThrownBy(() -> impatient.run(job.prepare()))
                                .isInstanceOf(ImportFailedException.class)
                                .hasMessageStartingWith("The run's state cannot be saved: "));

        Run second = impatient.run(job.prepare());

        assertThat(impatient.bean(Runs.class).runsOf(second.importNumber()))
                .extracting(Run::ending)
                .containsExactly(RunStatus.COMPLETED_WITH_REJECTS);
        assertLoaded("unbegun", second);
    }

    private Run runWithFailures(String collection, FailPoint.Failure failure) {
        String target = collection.equals("target") ? "rows" : collection;
        program.collection("rows").drop();
        AtomicReference<Run> run = new AtomicReference<>();
        failure.namespace(program.database().getName() + "." + target);
        long failures = failure.during(
                TestServer.client(),
                () -> run.set(program.run(
                        job("rows", "target: {collection: rows, indexes: [{keys: {n: 1}}]}")
                                .prepare("chunk-size=3"),
                        true)));
        // Two commands at the same time can both be the last one: the server then lets one more fail.
        assertThat(failures).isGreaterThanOrEqualTo(IN_A_ROW);
        return run.get();
    }

    private TestJob job(String name, String... settings) {
        return TestJob.in(folder, name, "rejects: {limit: 1}", String.join("\n", settings))
                .input(Rows.csv(ROWS).replace(Rows.line(3), BAD_ROW));
    }

    private void assertLoaded(Run run, String collection) {
        assertThat(run.ending()).as(collection + ": " + run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertLoaded("rows", run);
    }

    private void assertLoaded(String name, Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.plan(run).counts()).isEqualTo(new Counts(ROWS, ROWS - 1, 0, 1, 0));
        assertThat(Imported.of(program, name, run)).hasSize(ROWS);
        assertThat(program.bean(RejectStore.class).count(run.importNumber())).isEqualTo(1);
    }
}
