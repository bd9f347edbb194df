package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Small archive that unpacks to more than the memory of its process. */
class BombIT extends ProgramTest {

    @Test
    void bombsAreRefusedWithAMessageInLittleMemory() throws IOException {
        file(
                "jobs/bomb.yml",
                "source: {files: '*.csv.gz', each: file}",
                "target: {collection: bomb}",
                "rejects: {limit: unlimited}");
        bomb("header", "", "x");
        bomb("blank", "a\n", "\n");
        bomb("record", "a\n1\n", "x");

        Result result = program.withJvm("-Xmx128m").run("import", "bomb");

        assertThat(result.exitCode()).isEqualTo(2);
        for (String name : List.of("header", "blank", "record")) {
            assertThat(result.out().lines().filter(line -> line.startsWith(name + ".csv.gz: ")))
                    .singleElement()
                    .asString()
                    .startsWith(name + ".csv.gz: The input cannot be read")
                    .contains("1,000 times as many", "unpack the archive and import the plain file");
        }
        assertThat(result.out() + result.err()).doesNotContain("Exception", "OutOfMemory");
    }

    /** Writes a file with an endless header, record or row of blank lines. */
    private void bomb(String name, String beginning, String filler) throws IOException {
        byte[] block = filler.repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        Path file = folder.resolve(name + ".csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(beginning.getBytes(StandardCharsets.US_ASCII));
            for (long written = 0; written < 115L << 20; written += block.length) {
                out.write(block);
            }
        }
        // A file that was changed just now would be waited for.
        assertThat(file.toFile().setLastModified(0)).isTrue();
    }
}
