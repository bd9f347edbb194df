package dev.mongohaul.csv.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

class FileMoveTests {

    private static final int ROUNDS = 200;

    @TempDir
    private Path folder;

    private Path file;
    private FileMove move;
    private Path elsewhere;

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(folder.resolve("a.csv"), "id\n1\n");
        move = new FileMove(file, FileMove.markOf(file).orElseThrow());
        elsewhere = folder;
    }

    @AfterEach
    void deleteElsewhere() throws IOException {
        if (!elsewhere.equals(folder)) {
            FileSystemUtils.deleteRecursively(elsewhere);
        }
    }

    @Test
    void fileGoesToANewFolder() throws IOException {
        Path to = folder.resolve("done/2026/a.csv");

        assertThat(move.to(to)).isTrue();

        assertThat(to).hasContent("id\n1\n");
        assertThat(file).doesNotExist();
    }

    @Test
    void moveIsRepeatable() throws IOException {
        Path to = folder.resolve("done/a.csv");
        move.to(to);

        assertThat(move.to(to)).isTrue();
        assertThat(to).hasContent("id\n1\n");
    }

    @Test
    void emptyFileIsNotReplaced() throws IOException {
        Path to = Files.createFile(folder.resolve("b.csv"));

        assertThatThrownBy(() -> move.to(to)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(to).isEmptyFile();
        assertThat(file).hasContent("id\n1\n");
    }

    @Test
    void otherFileIsNotReplaced() throws IOException {
        Path to = Files.writeString(folder.resolve("b.csv"), "other");

        assertThatThrownBy(() -> move.to(to)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(to).hasContent("other");
        assertThat(file).exists();
    }

    @Test
    void fileThatReplacedTheImportedOneStays() throws IOException {
        replace();

        assertThat(move.to(folder.resolve("b.csv"))).isFalse();
        assertThat(move.delete()).isFalse();
        assertThat(file).hasContent("new\n1\n");
        assertThat(folder.resolve("b.csv")).doesNotExist();
    }

    @Test
    void fileOnAnotherFileSystemIsWholeBeforeTheOldOneGoes() throws IOException {
        Path to = elsewhere().resolve("done/a.csv");

        assertThat(move.to(to)).isTrue();

        assertThat(to).hasContent("id\n1\n");
        assertThat(FileMove.markOf(to).orElseThrow().isCopyOf(move.mark())).isTrue();
        assertThat(file).doesNotExist();
    }

    @Test
    void copyThatWasMadeBeforeACrashIsNotMadeAgain() throws IOException {
        Path to = elsewhere().resolve("a.csv");
        Files.copy(file, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);

        assertThat(move.to(to)).isTrue();
        assertThat(file).doesNotExist();
        assertThat(to).hasContent("id\n1\n");
    }

    @Test
    void copyOnAFileSystemThatCutsTimesIsNotMadeAgain() throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_800_000_001_999L));
        Path to = Files.copy(file, elsewhere().resolve("a.csv"));
        Files.setLastModifiedTime(to, FileTime.fromMillis(1_800_000_000_000L));

        assertThat(new FileMove(file, FileMove.markOf(file).orElseThrow()).to(to))
                .isTrue();
        assertThat(file).doesNotExist();
        assertThat(to).hasContent("id\n1\n");
    }

    @Test
    void halfACopyOfACrashIsReplaced() throws IOException {
        Path to = elsewhere().resolve("a.csv");
        Files.writeString(to.resolveSibling("a.csv.mongohaul-part"), "id");

        assertThat(move.to(to)).isTrue();
        assertThat(to).hasContent("id\n1\n");
        assertThat(to.resolveSibling("a.csv.mongohaul-part")).doesNotExist();
    }

    @Test
    void otherFileOfTheSameSizeAndTimeIsNoCopy() throws IOException {
        Path to = Files.writeString(elsewhere().resolve("a.csv"), "no\n1\n");
        Files.setLastModifiedTime(to, Files.getLastModifiedTime(file));

        assertThatThrownBy(() -> move.to(to)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("id\n1\n");
        assertThat(to).hasContent("no\n1\n");
    }

    /** The file system may give the new file the key of the deleted one. */
    @Test
    void fileThatWasWrittenAgainWithItsTimeStays() throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        Files.writeString(file, "no\n1\n");
        Files.setLastModifiedTime(file, modified);

        assertThat(move.to(folder.resolve("b.csv"))).isFalse();
        assertThat(move.delete()).isFalse();
        assertThat(file).hasContent("no\n1\n");
    }

    @Test
    void twoMovesToOnePathKeepBothFiles() throws Exception {
        Path done = folder.resolve("done/a.csv");
        for (int round = 0; round < ROUNDS; round++) {
            List<Path> files = List.of(
                    Files.writeString(folder.resolve("1.csv"), "1\n"),
                    Files.writeString(folder.resolve("2.csv"), "2\n"));
            List<FileMove> moves = files.stream()
                    .map(each -> new FileMove(each, FileMove.markOf(each).orElseThrow()))
                    .toList();
            CyclicBarrier begin = new CyclicBarrier(2);

            List<CompletableFuture<Boolean>> moved = moves.stream()
                    .map(each -> CompletableFuture.supplyAsync(() -> moved(each, done, begin)))
                    .toList();

            assertThat(moved.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(true, false);
            Path left = files.stream().filter(Files::exists).findFirst().orElseThrow();
            assertThat(Files.readString(left) + Files.readString(done)).matches("1\n2\n|2\n1\n");
            Files.delete(left);
            Files.delete(done);
        }
    }

    private static boolean moved(FileMove move, Path to, CyclicBarrier begin) {
        try {
            begin.await();
            return move.to(to);
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void deletionAfterACopyThatACrashInterruptedIsCompleted() throws IOException {
        Path to = elsewhere().resolve("a.csv");
        Files.copy(file, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(file, folder.resolve(".a.csv.mongohaul-away"));

        assertThat(move.to(to)).isTrue();
        assertThat(folder).isEmptyDirectory();
        assertThat(to).hasContent("id\n1\n");
    }

    @Test
    void fileThatReplacedTheImportedOneEndsAnInterruptedMove() throws IOException {
        Path to = Files.createDirectory(folder.resolve("done")).resolve("a.csv");
        Files.writeString(to.resolveSibling("a.csv.mongohaul-part"), "id");
        replace();

        assertThat(move.to(to)).isFalse();
        assertThat(to.getParent()).isEmptyDirectory();
        assertThat(file).hasContent("new\n1\n");
    }

    @Test
    void deletionIsRepeatable() throws IOException {
        assertThat(move.delete()).isTrue();
        assertThat(move.delete()).isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void deletionThatACrashInterruptedIsCompleted() throws IOException {
        Files.move(file, folder.resolve(".a.csv.mongohaul-away"));
        Files.writeString(file, "new\n1\n");

        assertThat(move.delete()).isTrue();
        assertThat(file).hasContent("new\n1\n");
        assertThat(folder.resolve(".a.csv.mongohaul-away")).doesNotExist();
    }

    @Test
    void linkIsNotMoved() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file);

        assertThat(FileMove.markOf(link)).isEmpty();
    }

    /** A new file of the same size and time under the same path, as a writer that renames its file makes it. */
    private void replace() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "new\n1\n");
        ObjectMark before = move.mark();
        Files.delete(file);
        Files.move(other, file);
        assertThat(FileMove.markOf(file).orElseThrow()).isNotEqualTo(before);
    }

    /** Returns a folder on another file system; the test is skipped where there is none. */
    private Path elsewhere() throws IOException {
        Path memory = Path.of("/dev/shm");
        Assumptions.assumeTrue(Files.isWritable(memory), "this machine has no /dev/shm");
        FileStore here = Files.getFileStore(folder);
        Assumptions.assumeTrue(!Files.getFileStore(memory).equals(here), "/dev/shm is in the file system of the tests");
        elsewhere = Files.createTempDirectory(memory, "mongohaul-test");
        return elsewhere;
    }
}
