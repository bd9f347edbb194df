package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class RepetitionIT {

    private static final int ROWS = 20;

    private static String database;
    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        database = TestServer.database("repetition");
        program = Program.start(database);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    @Test
    void loadedContentIsLoadedAgainOnlyOnRequest() {
        TestJob job = TestJob.in(folder, "again").input(Rows.csv(ROWS));
        Run first = program.run(job.prepare());

        LaunchResult second = program.launch(job.prepare("chunk-size=1", "writer=save-all"), new ImportMonitor());

        assertThat(second.nothingToDo()).isTrue();
        assertThat(second.plan().importNumber()).isEqualTo(first.importNumber());
        assertThat(program.documents("again")).hasSize(ROWS);

        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger launcher = (Logger) LoggerFactory.getLogger(ImportLauncher.class);
        launcher.addAppender(log);
        log.start();
        Run third = program.run(job.prepare(), true);
        launcher.detachAppender(log);

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("again: documents of this content are in " + database
                        + ".again already; each is added once more, with another _id");

        assertThat(third.importNumber()).isNotEqualTo(first.importNumber());
        assertThat(program.documents("again")).hasSize(2 * ROWS);
    }

    @Test
    void unfinishedRepetitionIsContinued() {
        TestJob job = TestJob.in(folder, "again-failed").input(Rows.csv(ROWS));
        program.run(job.prepare());
        Run failed = program.failAfterChunks(2, job.prepare("chunk-size=3"), true);

        Run continued = program.run(job.prepare(), true);

        assertThat(continued.importNumber()).isEqualTo(failed.importNumber());
        assertThat(program.documents("again-failed")).hasSize(2 * ROWS);
    }

    @Test
    void otherContentIsRefusedUntilTheUserDecides() {
        TestJob job = TestJob.in(folder, "refused").input(Rows.csv(ROWS));
        Run failed = program.failAfterChunks(2, job.prepare("chunk-size=3"));
        ImportJob other = job.input(Rows.csv(1)).prepare();

        assertThatThrownBy(() -> program.run(other))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageStartingWith("The input was changed after run %d of refused", failed.id())
                .hasMessageContaining("input.csv has changed since: it had")
                .hasMessageContaining("mongohaul abandon %d", failed.id());

        program.bean(ImportLauncher.class).abandon(program.plan(failed));

        assertThat(program.run(other).ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(failed).state()).isEqualTo(ImportState.ABANDONED);
    }

    @Test
    void killedImportKeepsItsTargetUntilItIsAbandoned() {
        TestJob job = TestJob.in(folder, "kept").input(Rows.csv(ROWS));
        ImportPlan failed = program.plan(program.failAfterChunks(2, job.prepare("chunk-size=3")));
        ImportPlans plans = program.bean(ImportPlans.class);
        Lease lease = Lease.ofThisProcess().changing(failed.identity().target());
        var unused = plans.claim(failed.key(), lease, Duration.ofMinutes(1)).orElseThrow();
        plans.release(failed.key(), lease, true);

        program.bean(ImportLauncher.class).abandon(failed);

        assertThat(plans.find(failed.key()).orElseThrow().lease()).isNull();
    }

    @Test
    void otherContentAbandonsAnUnfinishedImportIfTheJobAllows() {
        TestJob job = TestJob.in(folder, "abandoned", "unfinished: abandon").input(Rows.csv(ROWS));
        Run failed = program.failAfterChunks(2, job.prepare("chunk-size=3"));

        Run next = program.run(job.input(Rows.csv(1)).prepare());

        assertThat(next.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(failed).state()).isEqualTo(ImportState.ABANDONED);
    }

    @Test
    void otherMeaningOfHalfLoadedContentIsRefused() {
        TestJob job = TestJob.in(folder, "meaning").input(Rows.csv(ROWS));
        Run failed = program.failAfterChunks(2, job.prepare("chunk-size=3"));

        assertThatThrownBy(() -> program.run(job.prepare("blanks=store-null")))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContaining("is unfinished: run %d of", failed.id())
                .hasMessageContaining("mongohaul abandon %d", failed.id())
                .hasMessageContaining("--again");
    }

    @Test
    void changedJobDoesNotInsertItsContentTwice() {
        TestJob job = TestJob.in(folder, "changed").input(Rows.csv(ROWS));
        Run first = program.run(job.prepare());
        TestJob changed = TestJob.in(folder, "changed", "fields: {n: int32}");

        assertThatThrownBy(() -> program.run(changed.prepare("blanks=store-null")))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContainingAll(
                        "loaded into " + database + ".changed by run " + first.id() + " of changed",
                        "fields.n was not set and is int32 now; blanks was omit and is store-null now.",
                        "twice",
                        "--again");
        assertThat(program.documents("changed")).hasSize(ROWS);

        assertThat(program.run(changed.prepare("blanks=store-null"), true).ending())
                .isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("changed")).hasSize(2 * ROWS);
    }

    @Test
    void changedJobThatReplacesLoadsItsContentAgain() {
        String target = "target: {collection: replaced, id: [n]}";
        String write = "write: {operation: upsert}";
        program.run(TestJob.in(folder, "replaced", target, write)
                .input(Rows.csv(ROWS))
                .prepare());

        program.run(TestJob.in(folder, "replaced", target, write, "fields: {n: int32}")
                .prepare());

        assertThat(program.documents("replaced"))
                .hasSize(2 * ROWS)
                .last()
                .extracting("n")
                .isEqualTo("9");
    }

    /** Reason why an import stores no documents. */
    enum Nothing {
        NOTHING_SENT("fields: {text: int32}"),
        ALL_REFUSED_BY_THE_SERVER("fields: {n: string}");

        private final String fields;

        Nothing(String fields) {
            this.fields = fields;
        }
    }

    @ParameterizedTest
    @EnumSource(Nothing.class)
    void importWithoutWritesGivesWayToAChangedJob(Nothing nothing) {
        String name = nothing.name().toLowerCase(Locale.ROOT);
        program.database()
                .createCollection(
                        name,
                        new CreateCollectionOptions()
                                .validationOptions(new ValidationOptions().validator(Filters.type("n", "int"))));
        TestJob job = TestJob.in(folder, name, nothing.fields).input(Rows.csv(ROWS));
        Run failed = program.run(job.prepare("chunk-size=5", "grid-size=1"));
        assertThat(failed.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);

        Run next = program.run(TestJob.in(folder, name, "fields: {n: int32}").prepare());

        assertThat(next.ending()).as(next.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents(name)).hasSize(ROWS);
        assertThat(program.plan(failed).state()).isEqualTo(ImportState.ABANDONED);
        assertThat(program.bean(RejectStore.class).count(failed.importNumber())).isZero();
    }

    @Test
    void otherTargetOfAnUnfinishedImportIsNamed() {
        TestJob job = TestJob.in(folder, "moved").input(Rows.csv(ROWS));
        Run failed = program.failAfterChunks(2, job.prepare("chunk-size=3"));

        assertThatThrownBy(() -> program.run(job.prepare("collection=elsewhere"), true))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContainingAll(
                        "run " + failed.id(),
                        ".moved, and the job has insert into " + database + ".elsewhere now",
                        "'mongohaul abandon " + failed.id() + "'")
                .hasMessageNotContaining("The content is another");
    }

    @Test
    void fileThatGrewIsNotSuggestedForARestart() {
        TestJob job = TestJob.in(folder, "grown", "source: {files: '*.csv'}")
                .input("a.csv", Rows.csv(ROWS).getBytes(StandardCharsets.UTF_8));
        program.failAfterChunks(2, job.prepare("chunk-size=3"));
        job.input("a.csv", Rows.csv(ROWS + 1).getBytes(StandardCharsets.UTF_8));
        job.input("b.csv", Rows.csv(1).getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .hasMessageContainingAll("a.csv has changed since", "restore the former content")
                .hasMessageNotContaining("restart");
    }

    @Test
    void messageNamesAnImportByItsLastRun() {
        TestJob job = file(TestJob.in(folder, "named", "source: {files: 'in-*.csv'}"), "in-a.csv", "n\n11\n12\n");
        program.failAfterChunks(1, job.prepare("chunk-size=1", "grid-size=1"));
        Run last = program.run(job.prepare());
        file(job, "in-b.csv", "n\n13\n");

        assertThat(program.bean(Runs.class).named(last.importNumber())).isEqualTo("run " + last.id());
        assertThat(last.id()).isGreaterThan(last.importNumber());
        assertThatThrownBy(() -> program.run(job.prepare()))
                .hasMessageContaining("by run %d of named. Nothing".formatted(last.id()));
    }

    @Test
    void filesThatWereLoadedAreNotInsertedAgainWithNewOnes() {
        TestJob job = file(TestJob.in(folder, "inbox", "source: {files: 'in-*.csv'}"), "in-a.csv", "n\n1\n2\n");
        Run first = program.run(job.prepare());
        file(job, "in-b.csv", "n\n3\n");

        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessage(
                        "%s was loaded into %s.inbox by run %d of inbox. Nothing was loaded: its records would be stored a second time, under other _ids. To import each new file once, write source.each: file into the job, or import the new files alone (files=...). To load all files again, use --again."
                                .formatted(folder.resolve("in-a.csv"), database, first.id()));
        assertThat(program.documents("inbox")).hasSize(2);

        Run second = program.run(job.prepare("files=in-b.csv"));
        assertThat(program.documents("inbox")).hasSize(3);

        assertThatThrownBy(() -> program.run(job.prepare()))
                .hasMessageContainingAll(
                        "in-b.csv was loaded into", "by run " + second.id() + " of inbox", "and 1 of the other files");
        assertThat(program.run(job.prepare(), true).ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("inbox")).hasSize(6);
        assertThat(program.launch(job.prepare(), new ImportMonitor()).nothingToDo())
                .isTrue();
    }

    @Test
    void fileOfAnImportOfSeveralIsKnownByItsContent() throws IOException {
        TestJob job = TestJob.in(folder, "renamed", "source: {files: 'old-*.csv'}");
        file(file(job, "old-a.csv", "n\n1\n"), "old-b.csv", "n\n2\n");
        program.run(job.prepare());
        Files.move(folder.resolve("old-a.csv"), folder.resolve("new.csv"));

        assertThatThrownBy(() -> program.run(job.prepare("files=new.csv")))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContaining("new.csv was loaded into");
    }

    /** Plans of earlier versions have no digests of files. */
    @Test
    void fileWithoutADigestIsKnownByPathSizeAndTime() {
        TestJob job = TestJob.in(folder, "undigested", "source: {files: 'un-*.csv'}");
        file(file(job, "un-a.csv", "n\n1\n"), "un-b.csv", "n\n2\n");
        Run run = program.run(job.prepare());
        program.database()
                .getCollection("mongohaul_imports")
                .updateOne(Filters.eq(program.plan(run).key()), Updates.unset("inputs.$[].digest"));
        file(job, "un-c.csv", "n\n3\n");

        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContainingAll("un-a.csv was loaded into", "and 1 of the other files");
        assertThat(program.run(job.prepare("files=[un-c.csv]")).ending()).isEqualTo(RunStatus.COMPLETED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            keyed    | target: {collection: keyed, id: [n]}
            swapped  | write: {operation: swap}
            """)
    void filesWhoseRecordsKeepTheirIdsAreLoadedAgain(String name, String settings) {
        TestJob job =
                TestJob.in(folder, name, "source: {files: '" + name + "-*.csv'}", "rejects: {limit: 1}", settings);
        program.run(file(job, name + "-a.csv", "n\n1\n").prepare());

        program.run(file(job, name + "-b.csv", "n\n2\n").prepare());

        assertThat(program.documents(name)).hasSize(2);
    }

    @Test
    void fileWithoutRecordsIsNotLoadedTwice() {
        TestJob job = TestJob.in(folder, "hollow", "source: {files: 'hollow-*.csv'}");
        program.run(
                file(file(job, "hollow-a.csv", "n\n"), "hollow-b.csv", "n\n1\n").prepare());

        program.run(file(job, "hollow-b.csv", "n\n2\n").prepare());

        assertThat(program.documents("hollow")).hasSize(2);
    }

    @Test
    void unfinishedImportOfKnownAndNewFilesIsContinued() {
        TestJob job = file(TestJob.in(folder, "resumed", "source: {files: 're-*.csv'}"), "re-a.csv", "n\n1\n");
        program.run(job.prepare());
        file(job, "re-b.csv", Rows.csv(ROWS).replace(",text", "").replaceAll(",row.*", ""));
        program.failAfterChunks(2, job.prepare("chunk-size=3"), true);

        assertThat(program.run(job.prepare()).ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("resumed")).hasSize(2 + ROWS);
    }

    @Test
    void fileWithATrailerOnlyMayComeAgain() {
        TestJob job = file(
                TestJob.in(folder, "regions", "source: {files: 'in-*.csv', expect: {trailer: {pattern: 'T;(\\d+)'}}}"),
                "in-north.csv",
                "n\nT;0\n");
        for (int night = 1; night <= 2; night++) {
            file(job, "in-south.csv", "n\n%d\nT;1\n".formatted(night));
            assertThat(program.run(job.prepare()).ending()).isEqualTo(RunStatus.COMPLETED);
        }
        assertThat(program.documents("regions")).hasSize(2);
    }

    private static TestJob file(TestJob job, String name, String content) {
        return job.input(name, content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void replacingContentIsLoadedAgainAfterAnother() {
        String target = "target: {collection: days, id: [sku]}";
        TestJob job = TestJob.in(folder, "days", target, "write: {operation: upsert}");
        for (String price : List.of("monday", "tuesday", "monday")) {
            program.run(job.input("sku,price\na," + price + "\n").prepare());
        }

        assertThat(program.documents("days")).containsExactly(Document.parse("{_id: 'a', sku: 'a', price: 'monday'}"));
        assertThat(program.launch(job.prepare(), new ImportMonitor()).nothingToDo())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneOfSeveralLaunchesAtOnceRuns(boolean sameContent) throws Exception {
        String name = "race-" + sameContent;
        List<ImportJob> jobs = new ArrayList<>();
        for (int launch = 0; launch < 3; launch++) {
            TestJob job = TestJob.in(folder, name, "source: {files: 'input-" + launch + ".csv'}");
            String content = Rows.csv(sameContent ? 300 : 300 + launch);
            jobs.add(job.input("input-" + launch + ".csv", content.getBytes(StandardCharsets.UTF_8))
                    .prepare("chunk-size=1"));
        }

        List<Object> outcomes = launchAtOnce(jobs);

        assertThat(outcomes).filteredOn(Run.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(ImportRunningException.class::isInstance)
                .hasSize(2);
        Run run = outcomes.stream()
                .filter(Run.class::isInstance)
                .map(Run.class::cast)
                .findFirst()
                .orElseThrow();
        int rows = Math.toIntExact(run.counts().read());
        assertThat(Rows.withoutIds(program.documents(name))).isEqualTo(Rows.documents(rows));
    }

    /** Launches each import in a separate context. */
    private static List<Object> launchAtOnce(List<ImportJob> jobs) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(jobs.size());
        ExecutorService threads = Executors.newFixedThreadPool(jobs.size());
        List<Future<Run>> launches = new ArrayList<>();
        for (ImportJob job : jobs) {
            launches.add(threads.submit(() -> {
                try (Program own = Program.start(database)) {
                    barrier.await(30, TimeUnit.SECONDS);
                    return own.run(job);
                }
            }));
        }
        List<Object> outcomes = new ArrayList<>();
        for (Future<Run> launch : launches) {
            outcomes.add(outcome(launch));
        }
        threads.shutdown();
        return outcomes;
    }

    private static Object outcome(Future<Run> launch) throws Exception {
        try {
            return launch.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
