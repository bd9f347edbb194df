package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputHeadTests {

    @TempDir
    private Path folder;

    @Test
    void recordsAreCopiedByteForByteUnderTheHeader() throws IOException {
        assertThat(head(2, "", "n,t\r\n1,\"a\r\n\"\"b\"\"\"\r\n2, c \r\n3,d\r\n"))
                .isEqualTo("n,t\r\n1,\"a\r\n\"\"b\"\"\"\r\n2, c \r\n");
    }

    @Test
    void shortInputIsCopiedWhole() throws IOException {
        assertThat(head(5, "", "n\n1\n2")).isEqualTo("n\n1\n2\n");
    }

    @Test
    void skippedLinesAreNotCopied() throws IOException {
        assertThat(head(1, "source: {files: input.csv, skip-lines: 1}", "export of today\nn\n1\n2\n"))
                .isEqualTo("\nn\n1\n");
    }

    @Test
    void recordsOfSeveralFilesAreCopiedIntoOne() throws IOException {
        TestJob job = TestJob.in(folder, "job", "source: {files: [a.csv, b.csv]}")
                .input("a.csv", "n\n1\n".getBytes(StandardCharsets.US_ASCII))
                .input("b.csv", "n\n2\n3\n".getBytes(StandardCharsets.US_ASCII));

        WriteContent.copyHead(job.prepare(), 2, folder.resolve("head.csv"));

        assertThat(folder.resolve("head.csv")).hasContent("n\n1\n2\n");
    }

    private String head(int records, String settings, String input) throws IOException {
        Path file = folder.resolve("head.csv");
        WriteContent.copyHead(TestJob.in(folder, "job", settings).input(input).prepare(), records, file);
        return Files.readString(file);
    }
}
