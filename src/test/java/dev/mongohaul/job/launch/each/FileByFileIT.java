package dev.mongohaul.job.launch.each;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Updates;
import dev.mongohaul.csv.archive.Zips;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.file.KnownFiles;
import dev.mongohaul.repository.file.StoredFiles;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileByFileIT {

    private static Program program;

    @TempDir
    private Path folder;

    private String job;
    private String files;

    @BeforeAll
    static void start() {
        program = Program.start("file_by_file");
    }

    @AfterAll
    static void close() {
        program.close();
    }

    @BeforeEach
    void clear() {
        TestDatabases.clear(program.database());
        job = "each: file";
        files = "in/*.csv";
    }

    @Test
    void newFilesAreImportedOnce() {
        write("a.csv", "id\n1\n2\n");
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        write("b.csv", "id\n3\n");

        assertThat(outcomes()).containsExactly("a.csv KNOWN", "b.csv IMPORTED");
        assertThat(ids()).containsExactly("1", "2", "3");
    }

    @Test
    void newFilesWaitForTheEndOfAnUndo() {
        write("a.csv", "id\n1\n2\n");
        outcomes("undo=7d");
        Run imported = program.bean(Runs.class).recent(1).get(0);
        UndoLauncher launcher = program.bean(UndoLauncher.class);
        FailPoint.on("delete")
                .errorCode(2)
                .namespace(program.database().getName() + ".orders")
                .during(TestServer.client(), () -> launcher.undo(imported.id(), false, folder, new ImportMonitor()));
        write("b.csv", "id\n3\n");

        assertThat(outcomes()).contains("b.csv REFUSED");
        assertThat(ids()).containsExactly("1", "2");

        launcher.undo(imported.id(), false, folder, new ImportMonitor());
        assertThat(outcomes()).contains("b.csv IMPORTED");
    }

    @Test
    void undoNamesTheUnfinishedImportOfItsFile() {
        job += ", changed: import, ragged: reject";
        write("a.csv", "id\n1\n");
        outcomes("undo=7d");
        Run imported = program.bean(Runs.class).recent(1).get(0);
        write("a.csv", "id\n2\n3,4\n");
        write("b.csv", "id\n5\n6,7\n");
        List<FileResult> held = run();

        assertThatThrownBy(
                        () -> program.bean(UndoLauncher.class).undo(imported.id(), false, folder, new ImportMonitor()))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("unfinished: run %d."
                        .formatted(held.get(0).run().orElseThrow().id()));
    }

    @Test
    void contentUnderAnotherNameIsNotImportedAgain() {
        write("a.csv", "id\n1\n");
        outcomes();
        write("b.csv", "id\n1\n");

        assertThat(outcomes()).containsExactly("a.csv KNOWN", "b.csv KNOWN");
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void touchedFileDoesNotPutOldDataBack() throws IOException {
        job += ", changed: import";
        write("a.csv", "id\n1\n");
        outcomes();
        Files.setLastModifiedTime(
                folder.resolve("in/a.csv"), FileTime.from(Instant.now().minusSeconds(60)));

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void changedFileIsRefusedUnlessTheJobAllowsIt() {
        write("a.csv", "id\n1\n");
        outcomes();
        write("a.csv", "id\n2\n");

        assertThat(run()).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message()).contains("was imported before with other content", "source.changed: import");
        });
        assertThat(outcomes()).containsExactly("a.csv REFUSED");
        job += ", changed: import";
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(ids()).containsExactly("1", "2");
    }

    @Test
    void correctedFileOfTheSameSizeAndTimeIsSeen() throws IOException {
        Path file = write("a.csv", "id\n1\n");
        FileTime modified = Files.getLastModifiedTime(file);
        outcomes();
        Files.setLastModifiedTime(write("a.csv", "id\n2\n"), modified);

        assertThat(run()).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message()).contains("was imported before with other content");
        });
        job += ", changed: import";
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        Files.delete(file);
        Files.setLastModifiedTime(write("a.csv", "id\n3\n"), modified);
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(ids()).containsExactly("1", "2", "3");
    }

    @Test
    void fileOfAnEarlierVersionIsReadOnceMore() {
        write("a.csv", "id\n1\n");
        outcomes();
        program.collection("mongohaul_files").updateMany(new Document(), Updates.unset("mark.changed"));

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(known("a.csv").mark().changed()).isNotNull();
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void completedFilesMoveToTheFolderOfTheDay() {
        job += ", after: {completed: 'done/{date:yyyy}'}";
        write("a.csv", "id\n1\n");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");

        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(done()).containsExactly("a.csv");
        assertThat(program.bean(ImportPlans.class).files().findWaiting("orders"))
                .isEmpty();
    }

    @Test
    void nextFileOfTheSameNameIsNew() {
        job += ", after: {completed: 'done/{date:yyyy}'}";
        write("a.csv", "id\n1\n");
        outcomes();
        write("a.csv", "id\n2\n");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(ids()).containsExactly("1", "2");
        assertThat(done()).hasSize(2).contains("a.csv").anyMatch(name -> name.matches("a-\\d+\\.csv"));
    }

    @Test
    void fileThatReplacesOneThatWasToBeMovedIsNew() {
        job += ", after: {completed: done}";
        write("a.csv", "id\n1\n");
        outcomes();
        KnownFile known = known("a.csv");
        assertThat(known.importNumber()).isPositive();
        StoredFiles.save(
                program.database().getName(),
                known.going(folder.resolve("done/b.csv").toString(), null));
        write("a.csv", "id\n22\n");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(ids()).containsExactly("1", "22");
        assertThat(folder.resolve("in")).isEmptyDirectory();
    }

    @Test
    void fileThatComesAgainIsMovedAgain() throws IOException {
        job += ", after: {completed: done}";
        Path first = write("a.csv", "id\n1\n");
        FileTime modified = Files.getLastModifiedTime(first);
        outcomes();
        Files.setLastModifiedTime(write("a.csv", "id\n1\n"), modified);

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(ids()).containsExactly("1");
        assertThat(folder.resolve("in")).isEmptyDirectory();
    }

    @Test
    void fileThatAnotherProcessMovesIsLeftToIt() {
        write("a.csv", "id\n1\n");
        outcomes();
        Path to = folder.resolve("done/a.csv");
        StoredFiles.save(program.database().getName(), known("a.csv").going(to.toString(), null));
        ImportPlans plans = program.bean(ImportPlans.class);
        String key = plans.findByJob("orders").get(0).key();

        try (ImportLease other =
                ImportLease.claim(plans, key, Duration.ofMinutes(1)).orElseThrow()) {
            assertThat(other.lease()).isNotNull();
            assertThat(outcomes()).containsExactly("a.csv KNOWN");
            assertThat(to).doesNotExist();
        }
        outcomes();
        assertThat(to).exists();
    }

    @Test
    void interruptedReplacementIsFinishedBeforeOthersBegin() {
        String[] replace = {"write.operation=upsert"};
        write("b.csv", "id\n1\n");
        run(
                (launch, monitor) -> {
                    monitor.requestStop();
                    return launch.on(program.bean(ImportLauncher.class));
                },
                replace);
        write("a.csv", "id\n2\n");

        assertThat(outcomes(replace)).containsExactly("b.csv IMPORTED", "a.csv IMPORTED");
    }

    @Test
    void fileWithoutItsMarkerIsLeftForTheNextRun() {
        job += ", expect: {marker: '{file}.done'}";
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2\n");
        write("b.csv.done", "");

        assertThat(run()).first().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.GROWING);
            assertThat(result.message()).contains("its marker ", "in/a.csv.done is missing; the next run");
        });
        assertThat(ids()).containsExactly("2");
        write("a.csv.done", "");
        assertThat(outcomes()).containsExactly("a.csv IMPORTED", "b.csv KNOWN");
    }

    /** The time of the file is ahead, so that its age by the clock of the file system does not depend on the machine. */
    @ParameterizedTest
    @ValueSource(longs = {10, 3600, -7200})
    void growingFileIsLeftByAnyClock(long ahead) throws Exception {
        Path file = write("a.csv", "id\n1\n");
        write("b.csv", "id\n3\n");
        Instant modified = Instant.now().plus(Duration.ofHours(1));
        Files.setLastModifiedTime(file, FileTime.from(modified));
        Clock clock = Clock.fixed(modified.plusSeconds(ahead), ZoneOffset.UTC);
        FileByFile files = FileByFile.of(jobs(), asked(false), null, clock, Duration.ofMillis(10));
        Files.writeString(file, "id\n1\n2\n");

        List<FileResult> results = files.imports(
                        program.bean(ImportLauncher.class),
                        (launch, monitor) -> launch.on(program.bean(ImportLauncher.class)),
                        result -> {})
                .files();

        assertThat(results).extracting(FileResult::outcome).containsExactly(FileOutcome.GROWING, FileOutcome.IMPORTED);
        assertThat(ids()).containsExactly("3");
        assertThat(list(folder.resolve("in"))).hasSize(2);
    }

    @Test
    void fileThatGrowsAfterItWasListedIsLeft() throws IOException {
        write("a.csv", "id\n1\n");
        Path file = write("b.csv", "id\n2\n");
        FileByFile listed = FileByFile.of(jobs(), asked(false), null, Clock.systemUTC());
        Files.writeString(file, "id\n2\n3\n");

        assertThat(listed.imports(
                                program.bean(ImportLauncher.class),
                                (launch, monitor) -> launch.on(program.bean(ImportLauncher.class)),
                                result -> {})
                        .files())
                .extracting(FileResult::outcome)
                .containsExactly(FileOutcome.IMPORTED, FileOutcome.GROWING);
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void filesWithoutRecordsAreKnownMovedAndListed() {
        write("a.csv", "id\n");
        assertThat(outcomes()).containsExactly("a.csv EMPTY");
        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        write("a.csv", "id\n1\n");
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");

        job += ", after: {completed: 'done/{date:yyyy}'}";
        write("b.csv", "id\n");
        write("c.csv", "");
        assertThat(outcomes()).contains("b.csv EMPTY", "c.csv EMPTY");

        assertThat(folder.resolve("in/b.csv")).doesNotExist();
        assertThat(done()).containsExactly("b.csv", "c.csv");
        assertThat(files().ofJob("orders")).hasSize(4).allMatch(KnownFile::isImported);
        write("b.csv", "id\n");
        assertThat(outcomes()).contains("b.csv EMPTY");
        assertThat(done()).hasSize(3);
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void companionsGoWithTheirFile() {
        job += ", after: {completed: 'done/{date:yyyy}'}"
                + ", expect: {marker: '{file}.done', records: '{file}.count'}";
        for (int night = 1; night <= 2; night++) {
            write("a.csv", "id\n%d\n".formatted(night));
            write("a.csv.done", "");
            write("a.csv.count", "1\n");
            assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        }

        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(done())
                .hasSize(6)
                .contains("a.csv", "a.csv.count", "a.csv.done")
                .anyMatch(name -> name.matches("a-\\d+\\.csv\\.count"))
                .anyMatch(name -> name.matches("a-\\d+\\.csv\\.done"));
    }

    @Test
    void fileGetsAnotherNameWhereThatOfItsCompanionIsTaken() throws IOException {
        job += ", after: {completed: done}, expect: {marker: '{file}.done'}";
        Files.createDirectories(folder.resolve("done"));
        Files.writeString(folder.resolve("done/a.csv.done"), "of another file");
        write("a.csv", "id\n1\n");
        write("a.csv.done", "");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");

        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(folder.resolve("done/a.csv.done")).hasContent("of another file");
        assertThat(folder.resolve("done/a.csv")).doesNotExist();
    }

    @Test
    void companionsAreDeletedWithTheirFile() {
        job += ", after: {completed: delete}, expect: {marker: '{file}.done'}";
        write("a.csv", "id\n1\n");
        write("a.csv.done", "");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");

        assertThat(folder.resolve("in")).isEmptyDirectory();
    }

    @Test
    void deletionOfACompanionThatACrashInterruptedIsCompleted() throws IOException {
        job += ", expect: {marker: '{file}.done'}";
        write("a.csv", "id\n1\n");
        Path marker = write("a.csv.done", "");
        outcomes();
        StoredFiles.save(program.database().getName(), known("a.csv").going("", null));
        Files.move(marker, folder.resolve("in/.a.csv.done.mongohaul-away"));

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(folder.resolve("in")).isEmptyDirectory();
    }

    @Test
    void companionsOfTheNextFileAreNotMoved() {
        job += ", expect: {marker: '{file}.done'}";
        write("a.csv", "id\n1\n");
        write("a.csv.done", "");
        outcomes();
        KnownFile known =
                program.bean(ImportPlans.class).files().ofJob("orders").get(0);
        StoredFiles.save(
                program.database().getName(),
                known.going(folder.resolve("done/a.csv").toString(), null));
        job += ", changed: import";
        write("a.csv", "id\n22\n");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(ids()).containsExactly("1", "22");
    }

    @Test
    void moveThatACrashPreventedIsMadeGood() {
        write("a.csv", "id\n1\n");
        outcomes();
        KnownFile known =
                program.bean(ImportPlans.class).files().ofJob("orders").get(0);
        Path to = folder.resolve("done/a.csv");
        StoredFiles.save(program.database().getName(), known.going(to.toString(), null));

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(to).hasContent("id\n1\n");
        assertThat(outcomes()).isEmpty();
    }

    @Test
    void deletionThatWasNotRecordedIsRecordedAfterACrash() throws IOException {
        Path file = write("a.csv", "id\n1\n");
        outcomes();
        KnownFile known = known("a.csv");
        StoredFiles.save(program.database().getName(), known.going("", null));
        Files.delete(file);

        outcomes();

        assertThat(known("a.csv")).isEqualTo(known.going("", null).taken());
    }

    @Test
    void fileThatReplacesAFailedOneIsNotMoved() {
        job += ", after: {failed: failed}";
        write("a.csv", "id,n\n1,2,3\n");
        run((launch, monitor) -> {
            LaunchResult result = launch.on(program.bean(ImportLauncher.class));
            write("a.csv", "id\n2\n");
            return result;
        });

        assertThat(folder.resolve("in/a.csv")).hasContent("id\n2\n");
        assertThat(folder.resolve("failed")).doesNotExist();
    }

    @Test
    void crashBeforeTheFileWasKnownIsMadeGood() {
        job += ", after: {completed: delete}";
        String wanted = job;
        job = "each: file";
        write("a.csv", "id\n1\n");
        outcomes();
        program.collection("mongohaul_files").deleteMany(new Document());
        job = wanted;

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(ids()).containsExactly("1");
        assertThat(folder.resolve("in")).isEmptyDirectory();
    }

    @Test
    void failedFileDoesNotStopInserts() {
        job += ", after: {failed: failed}";
        write("a.csv", "id\n1\n");
        write("b.csv", "other\n2\n");
        write("c.csv", "id\n3\n");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED", "b.csv REFUSED", "c.csv IMPORTED");
        assertThat(folder.resolve("failed/b.csv")).hasContent("other\n2\n");
        assertThat(ids()).containsExactly("1", "3");
    }

    @Test
    void packedFileThatIsCutShortFails() throws IOException {
        job += ", after: {failed: failed}";
        files = "in/*.gz";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            for (int id = 0; id < 100_000; id++) {
                out.write((id == 0 ? "id\n" : id + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        write("a.csv.gz", Arrays.copyOf(packed.toByteArray(), packed.size() - 100));

        assertThat(outcomes()).containsExactly("a.csv.gz REFUSED");
        assertThat(folder.resolve("failed/a.csv.gz")).exists();
    }

    @Test
    void fileOverTheLimitContinuesFromWhereItLies() {
        job += ", ragged: reject, after: {completed: done, failed: failed}";
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2,3\n4\n");
        Run held = run().get(1).run().orElseThrow();
        assertThat(held.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        Path failed = folder.resolve("failed/b.csv");
        assertThat(failed).exists();
        write("b.csv", "id\n5\n");

        ImportRequest restart = program.bean(RunControl.class)
                .restart(new JobFiles(folder.resolve("jobs"), folder), held.id(), List.of("rejects.limit=1"));
        List<FileResult> results = run(restart);

        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.file()).isEqualTo(failed.toString());
            assertThat(result.run().orElseThrow().importNumber()).isEqualTo(held.importNumber());
            assertThat(result.run().orElseThrow().ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        });
        assertThat(failed).doesNotExist();
        assertThat(folder.resolve("done/b.csv")).hasContent("id\n2,3\n4\n");
        assertThat(ids()).containsExactly("1", "4");
        assertThat(files().ofJob("orders")).allMatch(KnownFile::isImported);
        assertThat(outcomes()).containsExactly("b.csv IMPORTED");
    }

    @Test
    void correctedFileBesideAnUnfinishedImportIsToldFromItsFile() {
        job += ", ragged: reject, after: {failed: failed}";
        write("b.csv", "id\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n2,3\n");
        Run held = run().get(0).run().orElseThrow();
        assertThat(held.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        write("b.csv", "id\n5\n");

        assertThat(run()).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message())
                    .contains(
                            "That file is " + folder.resolve("failed/b.csv")
                                    + " now, and another one is in its place. ",
                            "'mongohaul restart %d rejects.limit=".formatted(held.id()),
                            "'mongohaul abandon %d'".formatted(held.id()))
                    .doesNotContain("restore the former content");
        });
        assertThat(folder.resolve("in/b.csv")).hasContent("id\n5\n");

        program.bean(RunControl.class).abandon(held.id(), folder);
        assertThat(run()).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED);
    }

    @Test
    void correctedFileIsRefusedAlsoAfterTheFileFailedAtItsNewPlace() {
        job += ", ragged: reject, after: {failed: failed}";
        write("b.csv", "id\n1\n2,3\n4\n");
        outcomes();
        assertThat(run("files=" + folder.resolve("failed/b.csv"))
                        .get(0)
                        .run()
                        .orElseThrow()
                        .ending())
                .isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        write("b.csv", "id\n1\n2\n4\n");

        assertThat(run()).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message())
                    .contains("run 2 of " + folder.resolve("failed/b.csv"), "'mongohaul abandon 2'");
        });
        assertThat(run("files=" + folder.resolve("failed/b.csv"), "rejects.limit=1")
                        .get(0)
                        .run()
                        .orElseThrow()
                        .ending())
                .isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
    }

    @Test
    void fileThatFailedContinuesByItsPath() {
        job += ", ragged: reject, after: {failed: failed}";
        write("b.csv", "id\n2,3\n4\n");
        outcomes();
        String path = "files=" + folder.resolve("failed/b.csv");

        assertThat(run(path).get(0).run().orElseThrow().ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(list(folder.resolve("failed"))).hasSize(1);
        assertThat(run(path, "rejects.limit=1").get(0).run().orElseThrow().ending())
                .isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(ids()).containsExactly("4");
    }

    /** The swap would remove them; and the file stays, because the user tries again. */
    @Test
    void rejectsOfAnUnfinishedSwapWaitForIt() throws IOException {
        job += ", ragged: reject, after: {failed: failed}";
        write("b.csv", "id\n2,3\n4\n");
        Run held =
                run("write.operation=swap", "max-loss=unlimited").get(0).run().orElseThrow();
        assertThat(held.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        Path rejects = folder.resolve("rejects/orders-" + held.importNumber() + ".csv");
        Files.createDirectories(rejects.getParent());
        Files.writeString(rejects, "id\n2\n");
        String[] part = {"files=" + rejects, "operation=upsert"};

        assertThat(run("files=" + rejects, "write.operation=swap"))
                .singleElement()
                .extracting(FileResult::message)
                .asString()
                .contains("When that import is completed, add operation=upsert");
        assertThat(run(part)).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message()).contains("'mongohaul abandon " + held.id());
        });
        assertThat(rejects).exists();

        program.bean(RunControl.class).abandon(held.id(), folder);
        assertThat(run(part)).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED);
        assertThat(ids()).containsExactly("2");
    }

    /** Each swap has the same bad record. */
    @Test
    void rejectsThatTheNextSwapHasDroppedAreImportedAgain() throws IOException {
        for (String name : List.of("a.csv", "b.csv")) {
            String file = "files=" + write(name, "id\n%s\n2,3\n".formatted(name));
            Run swap = run(file, "operation=swap", "max-loss=unlimited", "rejects.limit=1")
                    .get(0)
                    .run()
                    .orElseThrow();
            Path rejects = folder.resolve("rejects/orders-" + swap.importNumber() + ".csv");
            Files.writeString(rejects, "id\n2\n");
            String[] part = {"files=" + rejects, "operation=insert"};

            assertThat(run(part)).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED);
            assertThat(ids()).containsExactly("2", name);
            assertThat(run(part)).extracting(FileResult::outcome).containsExactly(FileOutcome.KNOWN);
        }
    }

    @Test
    void restartWithoutItsFileIsRefused() throws IOException {
        job += ", ragged: reject, after: {failed: failed}";
        write("b.csv", "id\n2,3\n4\n");
        Run held = run().get(0).run().orElseThrow();
        Files.delete(folder.resolve("failed/b.csv"));

        assertThatThrownBy(() -> program.bean(RunControl.class)
                        .restart(new JobFiles(folder.resolve("jobs"), folder), held.id(), List.of()))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("in/b.csv, the file of run %d, is not there any more".formatted(held.id()));
    }

    @Test
    void failedFileStopsReplacements() {
        write("a.csv", "id\n1\n");
        write("b.csv", "other\n2\n");
        write("c.csv", "id\n3\n");

        assertThat(outcomes("write.operation=upsert")).containsExactly("a.csv IMPORTED", "b.csv REFUSED", "c.csv LEFT");
    }

    @Test
    void unfinishedImportOfOneFileDoesNotBlockTheOthers() {
        write("a.csv", "id\n1\n1\n");
        write("b.csv", "id\n2\n");

        assertThat(run().stream().map(FileResult::outcome)).containsOnly(FileOutcome.IMPORTED);
        assertThat(program.collection("orders").countDocuments()).isEqualTo(2);
        assertThat(program.bean(ImportPlans.class).findByJob("orders")).hasSize(2);
    }

    @Test
    void newestFileIsPicked() {
        job = "each: newest";
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2\n");

        assertThat(outcomes()).containsExactly("a.csv OLDER", "b.csv IMPORTED");
        assertThat(outcomes()).containsExactly("a.csv OLDER", "b.csv KNOWN");
    }

    @Test
    void forgottenFileIsNewAgain() {
        write("a.csv", "id\n1\n");
        outcomes();

        assertThat(program.bean(ImportPlans.class)
                        .files()
                        .forget("orders", folder.resolve("in/a.csv").toString()))
                .isTrue();
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(outcomes()).containsExactly("a.csv KNOWN");
    }

    @Test
    void forgottenFileIsNewAgainBesideTheSameContentOfAnotherName() {
        write("a.csv", "id\n1\n");
        outcomes();
        write("b.csv", "id\n1\n");
        assertThat(outcomes()).containsExactly("a.csv KNOWN", "b.csv KNOWN");

        files().forget("orders", folder.resolve("in/a.csv").toString());

        assertThat(outcomes()).containsExactly("a.csv IMPORTED", "b.csv KNOWN");
        assertThat(outcomes()).containsExactly("a.csv KNOWN", "b.csv KNOWN");
    }

    @Test
    void unfinishedImportOfAForgottenFileIsContinuedOrInTheWay() {
        write("a.csv", "id\n1\n2\n3\n4\n2,3\n");
        outcomes("rejects.limit=1");
        files().forget("orders", folder.resolve("in/a.csv").toString());
        program.collection("orders").deleteMany(new Document());
        Run held = run("source.comment=#", "write.chunk-size=1").get(0).run().orElseThrow();
        assertThat(held.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(ids()).isNotEmpty();

        assertThat(run("rejects.limit=2")).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message()).contains("begun when the job had other settings");
        });
        assertThat(run("source.comment=#", "rejects.limit=2")
                        .get(0)
                        .run()
                        .orElseThrow()
                        .importNumber())
                .isEqualTo(held.importNumber());
    }

    @Test
    void undoneRepetitionLeavesItsFileToTheFirstImport() {
        String file = "files=" + write("a.csv", "id\n1\n");
        String[] settings = {file, "operation=upsert", "undo=7d"};
        Run first = run(settings).get(0).run().orElseThrow();
        Run again = run(asked(true, settings)).get(0).run().orElseThrow();

        undo(again);
        assertThat(outcomes(settings)).containsExactly("a.csv KNOWN");
        assertThat(known("a.csv").importNumber()).isEqualTo(first.importNumber());
        undo(first);
        assertThat(outcomes(settings)).containsExactly("a.csv IMPORTED");
    }

    private void undo(Run run) {
        program.bean(UndoLauncher.class).undo(run.id(), false, folder, new ImportMonitor());
    }

    @Test
    void fileThatIsForgottenBeforeItsMoveStays() {
        Path file = write("a.csv", "id\n1\n");
        outcomes();
        KnownFile known = known("a.csv");
        files().forget("orders", file.toString());
        job += ", after: {completed: done}";

        program.bean(ImportLauncher.class).again(asked(false).file(), known);

        assertThat(file).exists();
        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
    }

    @Test
    void fileThatWasImportedAfterItsFailureIsNotMovedAsAFailedOne() {
        Path file = write("a.csv", "id\n1\n");
        outcomes();
        KnownFile known = known("a.csv");
        FileId failed = new FileId("orders", known.id().target(), file.toString(), "");
        Path to = folder.resolve("failed/a.csv");
        StoredFiles.save(
                program.database().getName(),
                new KnownFile(
                        failed,
                        known.mark(),
                        FileState.FAILED,
                        "too many rejects",
                        known.importNumber(),
                        known.at().minusSeconds(60),
                        known.until(),
                        to.toString(),
                        false));

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(file).exists();
        assertThat(to).doesNotExist();
    }

    @Test
    void fileIsNewForAnotherCollection() {
        write("a.csv", "id\n1\n");
        outcomes("collection=trial");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
        assertThat(ids()).containsExactly("1");
        assertThat(outcomes("collection=trial")).containsExactly("a.csv KNOWN");
    }

    @Test
    void prunedFileIsNotImportedAgain() {
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2\n");
        outcomes();
        program.collection("mongohaul_files").deleteMany(new Document());
        program.bean(Pruner.class).prune("orders", Instant.now().plusSeconds(60), null, false);
        assertThat(program.bean(ImportPlans.class).findByJob("orders")).hasSize(1);

        assertThat(outcomes()).containsExactly("a.csv KNOWN", "b.csv KNOWN");
        assertThat(program.collection("orders").countDocuments()).isEqualTo(2);
    }

    @Test
    void placeOfAMovedFileStaysKnown() {
        job += ", after: {completed: done}";
        write("a.csv", "id\n1\n");
        outcomes();
        write("a.csv", "id\n1\n");

        assertThat(outcomes()).containsExactly("a.csv KNOWN");
        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(program.bean(ImportPlans.class).files().ofJob("orders"))
                .singleElement()
                .satisfies(file -> {
                    assertThat(file.gone()).isTrue();
                    assertThat(file.importNumber()).isPositive();
                    assertThat(file.goes()).startsWith(folder.resolve("done/a-").toString());
                });
    }

    @Test
    void filesOfOneImportMoveTogether() {
        job = "after: {completed: done}";
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2\n");

        together();
        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(list(folder.resolve("done")).map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("a.csv", "b.csv");
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2\n");
        together();
        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(ids()).containsExactly("1", "2");
    }

    @Test
    void filesOfAnImportOverTheLimitMoveTogether() {
        job = "after: {failed: failed}, ragged: reject";
        write("a.csv", "id\n1\n");
        write("b.csv", "id\n2,3\n");

        together();

        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(list(folder.resolve("failed")).map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("a.csv", "b.csv");
    }

    private void together() {
        try (Launch launch =
                Launch.prepare(jobs(), asked(false), new ImportMonitor()).orElseThrow()) {
            launch.on(program.bean(ImportLauncher.class));
        }
    }

    @Test
    void patternsThatFindNothingAreNoObstacle() {
        files = "[in/*.csv, in/*.csv.gz]";
        write("a.csv", "id\n1\n");

        assertThat(outcomes()).containsExactly("a.csv IMPORTED");
    }

    @Test
    void archiveIsOneFileThatMovesOnce() {
        files = "'in/*.zip!/a*.csv'";
        job += ", after: {completed: 'done/{date:yyyy}'}, expect: {marker: '{file}.done', records: '{file}.count'}";
        zip("1.zip", Map.of("a1.csv", "id\n1\n", "a2.csv", "id\n2\n", "b.csv", "other\n"));
        zip("2.zip", Map.of("a1.csv", "id\n3\n"));
        write("1.zip.count", "2");
        write("1.zip.done", "");

        assertThat(outcomes()).containsExactly("1.zip IMPORTED", "2.zip GROWING");

        assertThat(ids()).containsExactly("1", "2");
        assertThat(done()).containsExactly("1.zip", "1.zip.count", "1.zip.done");
        assertThat(program.bean(ImportPlans.class).files().ofJob("orders"))
                .singleElement()
                .satisfies(known -> {
                    assertThat(known.id().path())
                            .isEqualTo(folder.resolve("in/1.zip").toString());
                    assertThat(known.gone()).isTrue();
                });
        // The same files under another name, with other times.
        zip("3.zip", Map.of("a1.csv", "id\n1\n", "a2.csv", "id\n2\n"));
        write("3.zip.count", "2");
        write("3.zip.done", "");
        assertThat(outcomes()).containsExactly("2.zip GROWING", "3.zip KNOWN");
        assertThat(ids()).containsExactly("1", "2");
    }

    @Test
    void archiveThatIsNotWholeStopsNoOther() {
        files = "in/*.zip!/*.csv";
        write("1.zip", "PK");
        zip("2.zip", Map.of("a.csv", "id\n1\n"));
        zip("3.zip", Map.of("a.csv", "id\n2\n", "b.csv", "other\n3\n"));

        assertThat(run())
                .satisfiesExactly(
                        first -> assertThat(first.message()).contains("1.zip: is not a whole ZIP archive"),
                        second -> assertThat(second.outcome()).isEqualTo(FileOutcome.IMPORTED),
                        third -> assertThat(third.message()).contains("in/3.zip!/b.csv"));
        assertThat(outcomes()).containsExactly("1.zip REFUSED", "2.zip KNOWN", "3.zip REFUSED");
        assertThat(ids()).containsExactly("1");
    }

    @Test
    void archiveWithoutTheNamedFileIsNoArchiveWithoutRecords() {
        files = "'in/*.zip!/orders-*.csv'";
        job += ", after: {completed: delete}";
        zip("1.zip", Map.of("Orders-1.csv", "id\n1\n"));

        assertThat(run()).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(FileOutcome.REFUSED);
            assertThat(result.message()).contains("1.zip matches 'orders-*.csv'", "it has Orders-1.csv");
        });
        assertThat(folder.resolve("in/1.zip")).exists();
    }

    @Test
    void archivesOfOneImportMoveTogether() {
        job = "after: {completed: done}";
        files = "in/*.zip!/*.csv";
        zip("1.zip", Map.of("a.csv", "id\n1\n", "b.csv", "id\n2\n"));
        zip("2.zip", Map.of("a.csv", "id\n3\n"));

        together();
        assertThat(folder.resolve("in")).isEmptyDirectory();
        assertThat(list(folder.resolve("done")).map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("1.zip", "2.zip");
        assertThat(ids()).containsExactly("1", "2", "3");
    }

    private void zip(String name, Map<String, String> content) {
        write(name, Zips.zip(new TreeMap<>(content)));
    }

    @Test
    void againNeedsNames() {
        write("a.csv", "id\n1\n");

        assertThatThrownBy(() -> FileByFile.of(jobs(), asked(true), null, Clock.systemUTC()))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("name those that you mean with files=");
    }

    private List<String> outcomes(String... parameters) {
        return run(parameters).stream()
                .map(result -> Path.of(result.file()).getFileName() + " " + result.outcome())
                .toList();
    }

    private List<FileResult> run(String... parameters) {
        return run((launch, monitor) -> launch.on(program.bean(ImportLauncher.class)), parameters);
    }

    private List<FileResult> run(BiFunction<Launch, ImportMonitor, LaunchResult> run, String... parameters) {
        return FileByFile.of(jobs(), asked(false, parameters), null, Clock.systemUTC())
                .imports(program.bean(ImportLauncher.class), run, result -> {})
                .files();
    }

    private List<FileResult> run(ImportRequest asked) {
        return FileByFile.of(jobs(), asked, null, Clock.systemUTC())
                .imports(
                        program.bean(ImportLauncher.class),
                        (launch, monitor) -> launch.on(program.bean(ImportLauncher.class)),
                        result -> {})
                .files();
    }

    private static KnownFiles files() {
        return program.bean(ImportPlans.class).files();
    }

    private KnownFile known(String name) {
        String path = folder.resolve("in").resolve(name).toString();
        return files().find("orders", program.database().getName() + ".orders", List.of(path))
                .get(path);
    }

    private ImportRequest asked(boolean again, String... parameters) {
        try {
            Files.createDirectories(folder.resolve("jobs"));
            Files.writeString(folder.resolve("jobs/orders.yml"), """
                    source: {files: %s, %s}
                    target: {collection: orders, id: [id]}
                    empty: ok
                    """.formatted(files, job));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "orders", List.of(parameters), again);
    }

    private ImportJobs jobs() {
        ImportProperties properties = program.bean(ImportProperties.class);
        return new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
    }

    /** Writes a file whose last change is a while ago. */
    private Path write(String name, String content) {
        return write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private Path write(String name, byte[] content) {
        try {
            Files.createDirectories(folder.resolve("in"));
            Path file = Files.write(folder.resolve("in").resolve(name), content);
            Files.setLastModifiedTime(
                    file,
                    FileTime.from(
                            Instant.now().minus(Duration.ofHours(2)).plusNanos(Arrays.hashCode(content) * 1000L)));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> ids() {
        return program
                .collection("orders")
                .find()
                .map(document -> document.get("_id").toString())
                .into(new ArrayList<>())
                .stream()
                .sorted()
                .toList();
    }

    private List<String> done() {
        try (Stream<Path> files = Files.list(folder.resolve("done"))) {
            return files.flatMap(FileByFileIT::list)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
