package dev.mongohaul.csv.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

class FileMoveTests {

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
    void reservedPlaceOfAnInterruptedMoveIsUsed() throws IOException {
        Path to = folder.resolve("b.csv");
        Files.createFile(to);

        assertThat(move.to(to)).isTrue();
        assertThat(to).hasContent("id\n1\n");
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
    void halfACopyOfACrashIsReplaced() throws IOException {
        Path to = elsewhere().resolve("a.csv");
        Files.createFile(to);
        Files.writeString(to.resolveSibling("a.csv.mongohaul-part"), "id");

        assertThat(move.to(to)).isTrue();
        assertThat(to).hasContent("id\n1\n");
        assertThat(to.resolveSibling("a.csv.mongohaul-part")).doesNotExist();
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
        Files.createFile(to);
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
