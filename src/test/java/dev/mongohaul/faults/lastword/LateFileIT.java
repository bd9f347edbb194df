package dev.mongohaul.faults.lastword;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.faults.lastword.LastCommand.Fate;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.launch.each.FileOutcome;
import dev.mongohaul.job.launch.each.FileResult;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process is killed or paused after the end of an import, before its file is saved as imported, moved or deleted. The import
 * is undone. Then its command arrives, and the file must be new. {@code -Dlatefile.tries} tries each case that often.
 */
class LateFileIT {

    private static final String DATABASE = TestServer.database("latefile");
    private static final int TRIES = Integer.getInteger("latefile.tries", 1);
    private static final String RECORDS = "id\n1\n2\n3\n";
    private static final String[] PROPERTIES = {
        "mongohaul.repository.checkpoint-interval=0s", "mongohaul.import.ride-through=200ms"
    };

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestServer.uri(), DATABASE, PROPERTIES);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    /** The first command of a process that ended its import saves the file; the second one confirms its right to move it. */
    static Stream<Arguments> cases() {
        return IntStream.range(0, TRIES)
                .boxed()
                .flatMap(attempt -> Stream.of("keep", "move", "delete")
                        .flatMap(after -> Stream.of(
                                        Arguments.of(after, Fate.KILLED, 1),
                                        Arguments.of(after, Fate.PAUSED, 1),
                                        Arguments.of(after, Fate.PAUSED, 2))
                                .filter(each -> !after.equals("keep") || each.get()[2].equals(1))));
    }

    @ParameterizedTest(name = "{0}, {1} at command {2}")
    @MethodSource("cases")
    void fileOfAnUndoneImportIsNew(String after, Fate fate, int nth) throws Exception {
        program.database().drop();
        program.bean(ImportPlans.class).createIndexes();
        Path file = prepare(after);
        LastCommand last = new LastCommand(nth, fate, command -> true);
        Interference fromTheSaveOn = command -> {
            if (command.collection().equals("mongohaul_files") && command.name().equals("update")) {
                last.arm();
            }
            return last.decide(command);
        };
        try (WireProxy proxy = new WireProxy(TestServer.port(), fromTheSaveOn);
                Program first = Program.start(proxy.uri(""), DATABASE, PROPERTIES)) {
            CompletableFuture<List<FileResult>> running = CompletableFuture.supplyAsync(() -> run(first));
            while (!last.isReached() && !running.isDone()) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
            assertThat(last.isReached()).isTrue();
            if (fate == Fate.KILLED) {
                first.bean(MongoConnections.class).close();
            }
            endLeases();
            undo();

            last.deliver();
            running.exceptionally(failure -> List.of()).get();
        }

        assertThat(file).hasContent(RECORDS);
        assertThat(program.bean(ImportPlans.class).files().ofJob("orders"))
                .extracting(KnownFile::state)
                .containsExactly(FileState.FORGOTTEN);
        assertThat(program.documents("orders")).isEmpty();
        assertThat(run(program)).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED);
        assertThat(program.documents("orders")).hasSize(3);
        assertThat(Files.exists(file)).isEqualTo(after.equals("keep"));
    }

    @Test
    void lateSaveReplacesNothingOfALaterImport() throws Exception {
        program.database().drop();
        program.bean(ImportPlans.class).createIndexes();
        prepare("keep");
        LastCommand last = new LastCommand(1, Fate.KILLED, command -> true);
        Interference fromTheSaveOn = command -> {
            if (command.collection().equals("mongohaul_files") && command.name().equals("update")) {
                last.arm();
            }
            return last.decide(command);
        };
        List<KnownFile> later;
        try (WireProxy proxy = new WireProxy(TestServer.port(), fromTheSaveOn);
                Program first = Program.start(proxy.uri(""), DATABASE, PROPERTIES)) {
            CompletableFuture<List<FileResult>> running = CompletableFuture.supplyAsync(() -> run(first));
            while (!last.isReached() && !running.isDone()) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
            assertThat(last.isReached()).isTrue();
            first.bean(MongoConnections.class).close();
            endLeases();
            undo();
            assertThat(run(program)).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED);
            later = program.bean(ImportPlans.class).files().ofJob("orders");

            last.deliver();
            running.exceptionally(failure -> List.of()).get();
        }

        assertThat(program.bean(ImportPlans.class).files().ofJob("orders")).isEqualTo(later);
    }

    private Path prepare(String after) throws Exception {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/orders.yml"), """
                source: {files: in/*.csv, each: file, after: {completed: %s}}
                target: {collection: orders}
                empty: ok
                """.formatted(after.equals("move") ? "done" : after));
        Path file = folder.resolve("in/a.csv");
        Files.createDirectories(folder.resolve("in"));
        Files.writeString(file, RECORDS);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(600)));
        return file;
    }

    private List<FileResult> run(Program each) {
        ImportProperties properties = each.bean(ImportProperties.class);
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        ImportRequest asked =
                ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "orders", List.of(), false);
        ImportLauncher launcher = each.bean(ImportLauncher.class);
        return FileByFile.of(jobs, asked, null, Clock.systemUTC())
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }

    private void undo() {
        ImportPlan plan = program.bean(ImportPlans.class).findByJob("orders").get(0);
        long run = program.collection("BATCH_JOB_EXECUTION")
                .find(Filters.eq("jobInstanceId", plan.importNumber()))
                .map(execution -> execution.get("jobExecutionId", Number.class).longValue())
                .first();
        assertThat(program.bean(UndoLauncher.class)
                        .undo(run, false, folder, new ImportMonitor())
                        .nothing())
                .isEmpty();
        assertThat(program.documents("orders")).isEmpty();
    }

    /** The process seems to be dead, so that its leases have expired. */
    private static void endLeases() {
        program.collection("mongohaul_imports")
                .updateMany(
                        Filters.ne("lease", null),
                        Updates.combine(
                                Updates.set("lease.host", "elsewhere"),
                                Updates.set("lease.processes", "elsewhere"),
                                Updates.set("lease.expiresAt", Instant.now().minusSeconds(1))));
    }
}
