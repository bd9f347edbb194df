package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same content in several packings, whose records get generated ids. */
class PackedAgainIT extends ProgramTest {

    private static final String CSV = "k,v\n1,a\n2,b\n";

    @ParameterizedTest
    @CsvSource({
        "t.csv.gz, t.csv.gz",
        "t.csv.gz, u.csv.gz",
        "t.csv.gz, t.csv",
        "t.csv, t.csv.gz",
        "t.csv.bz2, t.csv.gz",
        "t.csv, t.csv.bz2"
    })
    void contentIsImportedOnce(String first, String second) throws IOException {
        pack(first, CSV, 1);
        assertThat(program.run("import", first, "--collection=c").exitCode()).isZero();
        Files.delete(folder.resolve(first));
        pack(second, CSV, 2);

        Result result = program.run("import", second, "--collection=c");

        assertThat(result.out()).contains("c: nothing to do, this content was loaded by run 1.");
        assertThat(collection("c").countDocuments()).isEqualTo(2);
    }

    @Test
    void fileOfAFolderIsImportedOnce() throws IOException {
        file("jobs/c.yml", "source: {files: '*.csv*', each: file}", "target: {collection: c}");
        pack("a.csv.gz", CSV, 1);
        assertThat(program.run("import", "c").exitCode()).isZero();
        pack("b.csv.gz", CSV, 2);
        pack("c.csv", CSV, 3);
        pack("d.csv.gz", "k,v\n3,c\n", 4);

        Result result = program.run("import", "c");

        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(collection("c").countDocuments()).isEqualTo(3);
    }

    @Test
    void jobFindsTheContentInAnotherPacking() throws IOException {
        file("jobs/c.yml", "source: {files: t.csv.gz}", "target: {collection: c}");
        pack("t.csv.gz", CSV, 1);
        program.run("import", "c");
        pack("t.csv", CSV, 2);

        assertThat(program.run("import", "c", "files=t.csv").out()).contains("nothing to do");
        assertThat(program.run("import", "c", "files=t.csv", "--again").exitCode())
                .isZero();
        assertThat(collection("c").countDocuments()).isEqualTo(4);
    }

    @Test
    void importThatStoppedIsResumedInItsPacking() throws IOException {
        pack("t.csv.gz", "k,v\n1,a\n2\n3,c\n", 1);
        assertThat(program.run("import", "t.csv.gz", "chunk-size=1", "--id=k").exitCode())
                .isEqualTo(12);
        pack("t.csv", "k,v\n1,a\n2\n3,c\n", 2);

        Result plain = program.run("import", "t.csv", "chunk-size=1", "--id=k", "limit=1");

        assertThat(plain.exitCode()).isEqualTo(2);
        assertThat(plain.err()).contains("t.csv.gz", "is unfinished", "abandon 1");
        assertThat(program.run("import", "t.csv.gz", "chunk-size=1", "--id=k", "limit=1")
                        .exitCode())
                .isEqualTo(10);
        assertThat(collection("t").countDocuments()).isEqualTo(2);
    }

    private void pack(String name, String csv, int time) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        GzipParameters parameters = new GzipParameters();
        parameters.setModificationInstant(Instant.ofEpochSecond(time));
        try (OutputStream out = name.endsWith(".gz")
                ? new GzipCompressorOutputStream(packed, parameters)
                : name.endsWith(".bz2") ? new BZip2CompressorOutputStream(packed) : packed) {
            out.write(csv.getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve(name), packed.toByteArray());
        // A file that was changed just now would be waited for.
        assertThat(file.toFile().setLastModified(1_000_000_000L + time * 100_000L))
                .isTrue();
    }
}
