package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small archive that unpacks to more than the memory of its process. */
class BombIT extends ProgramTest {

    /** Imports an endless header, an endless record and endless blank lines. */
    @ParameterizedTest
    @CsvSource({"'', x, 2", "'a\n', '\n', 2", "'a\n1\n', x, 1"})
    void bombIsRefusedWithAMessageInLittleMemory(String beginning, String filler, int exitCode) throws IOException {
        file(
                "jobs/bomb.yml",
                "source: {files: bomb.csv.gz}",
                "target: {collection: bomb}",
                "rejects: {limit: unlimited}");
        byte[] block = filler.repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("bomb.csv.gz")))) {
            out.write(beginning.getBytes(StandardCharsets.US_ASCII));
            for (long written = 0; written < 115L << 20; written += block.length) {
                out.write(block);
            }
        }

        Result result = program.withJvm("-Xmx128m").run("import", "bomb");

        assertThat(result.exitCode()).isEqualTo(exitCode);
        assertThat(result.out() + result.err())
                .contains("bomb.csv.gz", "1,000 times as many", "unpack the archive and import the plain file")
                .doesNotContain("Exception", "OutOfMemory");
    }
}
