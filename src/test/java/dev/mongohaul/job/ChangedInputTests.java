package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.monitor.ImportMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedInputTests {

    private static final String CONTENT = "a,b\n1,2\n";
    private static final String OTHER = "a,b\n1,3\n";

    @TempDir
    private Path folder;

    private Path file;
    private ImportJob job;
    private String digest;

    @BeforeEach
    void prepare() {
        job = TestJob.in(folder, "job").input(CONTENT).prepare();
        file = folder.resolve("input.csv");
        digest = InputScan.of(job, new ImportMonitor()).content();
    }

    @Test
    void untouchedFileIsUnchanged() {
        assertThat(job.changedInput(digest)).isEmpty();
    }

    @Test
    void otherTimesAreNoChange() throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));

        assertThat(job.changedInput(digest)).isEmpty();
    }

    @Test
    void copyOfTheFileIsNoChange() throws IOException {
        replace(CONTENT);

        assertThat(job.changedInput(digest)).isEmpty();
    }

    @Test
    void otherContentOfTheSameSizeIsAChange() throws IOException {
        Files.writeString(file, OTHER);

        assertChanged("input.csv was written to, or replaced, while it was imported");
    }

    @Test
    void otherContentWithAForgedTimeIsAChange() throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        Files.writeString(file, OTHER);
        Files.setLastModifiedTime(file, modified);

        assertChanged("input.csv was written to, or replaced, while it was imported");
    }

    @Test
    void otherFileOfTheSameSizeAndTimeIsAChange() throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        replace(OTHER);
        Files.setLastModifiedTime(file, modified);

        assertChanged("input.csv was written to, or replaced, while it was imported");
    }

    @Test
    void fileThatGrewOrVanishedIsAChange() throws IOException {
        Files.writeString(file, CONTENT + "3,4\n");
        assertChanged("input.csv had 8 bytes when the import began and has 12 now");

        Files.delete(file);
        assertChanged("input.csv is not there any more, or cannot be read");
    }

    @Test
    void fileWrittenBetweenSurveyAndDigestIsRefused() throws IOException {
        ImportJob surveyed = TestJob.in(folder, "job").input(CONTENT).prepare();
        replace("b,a\n1,2\n");

        assertThatThrownBy(() -> InputScan.of(surveyed, new ImportMonitor()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("input.csv was written to, or replaced")
                .hasMessageEndingWith("Nothing was loaded; give the command again when the file is complete");
    }

    private void replace(String content) throws IOException {
        Path other = Files.writeString(folder.resolve("other"), content);
        Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private void assertChanged(String message) {
        assertThat(job.changedInput(digest))
                .hasValueSatisfying(what -> assertThat(what).endsWith(message));
    }
}
