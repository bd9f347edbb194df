package dev.mongohaul.job.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Input files that change during an import or between its runs. */
class ChangedInputIT {

    private static final int ROWS = 20;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    /** Change of the file by a user. */
    enum Change {
        EDITED("was written to, or replaced, while it was imported") {
            @Override
            void make(Path file) throws IOException {
                // keeps the length, which truncating first would change for a moment
                Files.write(file, edited(Files.readAllBytes(file)), StandardOpenOption.WRITE);
            }
        },
        EDITED_WITH_ITS_TIME_KEPT("was written to, or replaced, while it was imported") {
            @Override
            void make(Path file) throws IOException {
                FileTime time = Files.getLastModifiedTime(file);
                EDITED.make(file);
                Files.setLastModifiedTime(file, time);
            }
        },
        REPLACED("was written to, or replaced, while it was imported") {
            @Override
            void make(Path file) throws IOException {
                Path other = Files.write(file.resolveSibling("other"), edited(Files.readAllBytes(file)));
                Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
            }
        },
        ROWS_INSERTED("when the import began and has") {
            @Override
            void make(Path file) throws IOException {
                Files.writeString(
                        file,
                        Rows.HEADER + Rows.line(100) + Files.readString(file).substring(7));
            }
        },
        APPENDED("when the import began and has") {
            @Override
            void make(Path file) throws IOException {
                Files.writeString(file, Rows.line(100), StandardOpenOption.APPEND);
            }
        },
        TRUNCATED("when the import began and has") {
            @Override
            void make(Path file) throws IOException {
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 12));
            }
        };

        private final String message;

        Change(String message) {
            this.message = message;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        abstract void make(Path file) throws IOException;

        private static byte[] edited(byte[] content) {
            content[content.length - 2] = 'X';
            return content;
        }
    }

    @ParameterizedTest
    @EnumSource(Change.class)
    void fileChangeDuringTheImportFailsIt(Change change) throws Exception {
        String name = "during-" + change.word();
        TestJob job = TestJob.in(folder, name).input(Rows.csv(ROWS));

        Run run = runWhile(job.prepare("chunk-size=5", "grid-size=1"), () -> change.make(input()));

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).contains("input.csv", change.message).doesNotContain("\n", "Exception");
        assertThat(program.plan(run).state()).isEqualTo(ImportState.UNFINISHED);
        assertThat(program.documents(name)).allSatisfy(ChangedInputIT::isOfAWholeRecord);
    }

    private static void isOfAWholeRecord(Document document) {
        String number = document.getString("n");
        assertThat(document.getString("text")).isIn("row " + number, "row " + number.charAt(0) + "X");
    }

    @Test
    void deletedFileFailsTheImport() throws Exception {
        TestJob job = TestJob.in(folder, "deleted").input(Rows.csv(ROWS));

        Run run = runWhile(job.prepare("chunk-size=5"), () -> Files.delete(input()));

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).contains("input.csv");
        assertThat(program.plan(run).state()).isEqualTo(ImportState.UNFINISHED);
    }

    @Test
    void touchedFileIsImported() throws Exception {
        TestJob job = TestJob.in(folder, "touched").input(Rows.csv(ROWS));

        Run run = runWhile(
                job.prepare("chunk-size=5"), () -> Files.setLastModifiedTime(input(), FileTime.from(Instant.EPOCH)));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents("touched"))).isEqualTo(Rows.documents(ROWS));
    }

    @ParameterizedTest
    @EnumSource(Change.class)
    void fileChangedSinceAnUnfinishedRunIsRefused(Change change) throws IOException {
        String name = "between-" + change.word();
        TestJob job = TestJob.in(folder, name).input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(2, job.prepare("chunk-size=5", "grid-size=1"));
        byte[] former = Files.readAllBytes(input());
        change.make(input());

        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContainingAll(
                        "The input was changed after run " + first.id() + " of " + name + ", which is unfinished."
                                + " To import it as it is now, add unfinished=abandon to the command, or 'mongohaul abandon "
                                + first.id() + "' before; what is written stays.",
                        "restore the former content and run the same command. ",
                        input() + " has changed");
        assertThat(program.documents(name)).hasSize(10);

        Files.write(input(), former);
        Run second = program.run(job.prepare());

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(second.importNumber()).isEqualTo(first.importNumber());
        assertThat(Rows.withoutIds(program.documents(name))).isEqualTo(Rows.documents(ROWS));
    }

    @Test
    void messageHasFormerAndPresentFile() throws IOException {
        TestJob job = TestJob.in(folder, "changed-message").input(Rows.csv(ROWS));
        Files.setLastModifiedTime(input(), FileTime.from(Instant.parse("2026-11-20T02:30:00Z")));
        program.failAfterChunks(2, job.prepare("chunk-size=5", "grid-size=1"));
        Change.APPENDED.make(input());
        Files.setLastModifiedTime(input(), FileTime.from(Instant.parse("2026-11-21T02:30:00Z")));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .hasMessageContaining(input() + " has changed since: it had 187 bytes, written at"
                        + " 2026-11-20T02:30:00Z, and has 199, written at 2026-11-21T02:30:00Z.");

        Files.write(input(), Change.edited(Rows.csv(ROWS).getBytes(UTF_8)));
        Files.setLastModifiedTime(input(), FileTime.from(Instant.parse("2026-11-20T02:30:00Z")));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .hasMessageContaining(" has changed, although sizes and times have not.");
    }

    @Test
    void fileTouchedBetweenRunsResumes() throws IOException {
        TestJob job = TestJob.in(folder, "touched-between").input(Rows.csv(ROWS));
        Run first = program.failAfterChunks(2, job.prepare("chunk-size=5", "grid-size=1"));
        Files.setLastModifiedTime(input(), FileTime.from(Instant.EPOCH));

        Run second = program.run(job.prepare());

        assertThat(second.importNumber()).isEqualTo(first.importNumber());
        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents("touched-between"))).isEqualTo(Rows.documents(ROWS));
    }

    @Test
    void fileDeletedBetweenRunsIsNamed() throws IOException {
        TestJob job = TestJob.in(folder, "gone").input(Rows.csv(ROWS));
        program.failAfterChunks(2, job.prepare("chunk-size=5", "grid-size=1"));
        Files.delete(input());

        assertThatThrownBy(() -> job.prepare())
                .isInstanceOf(InputException.class)
                .hasMessage(input() + ": no such file");
    }

    private Path input() {
        return folder.resolve("input.csv");
    }

    /** File operation that can throw an {@code IOException}. */
    @FunctionalInterface
    private interface FileOperation {
        void run() throws IOException;
    }

    /** Runs the import and performs the operation during its first chunk. */
    private static Run runWhile(ImportJob job, FileOperation operation) throws Exception {
        return HeldCommand.run(job, program.database().getName(), "insert", () -> {
            operation.run();
            return job;
        });
    }
}
