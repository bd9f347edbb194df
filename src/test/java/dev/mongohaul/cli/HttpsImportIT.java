package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.csv.source.remote.TestWebServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports of files of a web server. */
class HttpsImportIT extends ProgramTest {

    private static final String SMALL = "partition.size=64KB";

    private static TestWebServer web;

    @BeforeAll
    static void startServer(@TempDir Path folder) throws Exception {
        web = TestWebServer.start(folder);
    }

    @AfterAll
    static void stopServer() {
        web.close();
    }

    @Test
    void documentsAreThoseOfTheLocalFile() throws IOException {
        byte[] plain = lines(5_000);
        Files.write(folder.resolve("local.csv"), plain);
        Result local = program.run("import", "local.csv", "--id=id", "partition.grid-size=1");
        assertThat(local.exitCode()).as(local.err()).isZero();

        for (String kind : List.of("csv", "csv.gz", "csv.zst", "zip")) {
            String name = "in_" + kind.replace('.', '_');
            web.put("/out/%s.%s".formatted(name, kind), packed(kind, plain));

            Result remote = program.run(
                    "import", web.url("/out/%s.%s".formatted(name, kind)), "--id=id", "partition.grid-size=4", SMALL);

            assertThat(remote.exitCode()).as(remote.err()).isZero();
            assertThat(documents(name)).as(kind).isEqualTo(documents("local")).hasSize(5_000);
        }
        assertThat(copies()).isEmpty();
    }

    private List<Document> documents(String collection) {
        return collection(collection).find().sort(new Document("_id", 1)).into(new java.util.ArrayList<>());
    }

    private List<String> copies() throws IOException {
        Path folder = this.folder.resolve(".mongohaul/copies");
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).toList();
        }
    }

    @Test
    void signatureIsShownNowhere() throws IOException {
        web.put("/signed.csv", lines(10));
        String address = web.url("/signed.csv?X-Amz-Signature=verysecret");
        web.requests().clear();

        Result result = program.run("import", address, "--collection=signed");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(web.requests()).isNotEmpty().allMatch(request -> request.contains("verysecret"));
        assertThat(result.out() + result.err()).contains(web.url("/signed.csv")).doesNotContain("verysecret");
        assertThat(program.run("report", "1", "--format=json").out())
                .contains(web.url("/signed.csv"))
                .doesNotContain("verysecret");
        for (String name : database().listCollectionNames()) {
            assertThat(collection(name).find().map(Document::toJson).into(new java.util.ArrayList<>()))
                    .as(name)
                    .noneMatch(document -> document.contains("verysecret"));
        }
        assertThat(program.run("infer", address).out())
                .contains(web.url("/signed.csv"))
                .doesNotContain("verysecret");
        job("signed-job", address);
        Result job = program.run("import", "signed-job", "source.files=" + address);
        assertThat(job.exitCode()).as(job.err()).isZero();
        assertThat(program.run("report", "2", "--format=json").out()).doesNotContain("verysecret");
    }

    private void job(String name, String address) throws IOException {
        Files.writeString(
                folder.resolve("jobs/" + name + ".yml"),
                "source: {files: '%s'}\ntarget: {collection: %s, id: id}\npartition: {grid-size: 1}\n"
                        .formatted(address, name));
    }

    @Test
    void replacedFileIsNotMixedWithTheFormerOne() throws IOException {
        web.put("/changing.csv", lines(1000));
        job("changing", web.url("/changing.csv"));
        web.faults((path, length) -> {
            if (length > 1) {
                web.put("/changing.csv", lines(1001));
            }
            return new TestWebServer.Fault(TestWebServer.Kind.NONE, 0);
        });
        Result result = program.run("import", "changing");
        web.faults(TestWebServer.Faults.NONE);

        assertThat(result.exitCode()).as(result.err()).isEqualTo(2);
        assertThat(result.err()).contains(web.url("/changing.csv") + " was written to, or replaced");
        assertThat(collection("changing").countDocuments()).isZero();
        assertThat(program.run("import", "changing").exitCode()).isZero();
        assertThat(collection("changing").countDocuments()).isEqualTo(1001);
    }

    /** The check leaves its copy, which cannot be told from the next file. */
    @Test
    void fileWithoutAVersionIsFetchedByEachCommand() throws IOException {
        web.putUntagged("/bare.csv", "id,n\n1,1\n2,2\n".getBytes(StandardCharsets.UTF_8));
        job("bare", web.url("/bare.csv"));
        assertThat(program.run("check", "bare").exitCode()).isZero();
        web.putUntagged("/bare.csv", "id,n\n1,7\n2,8\n".getBytes(StandardCharsets.UTF_8));

        Result result = program.run("import", "bare", "fields={n: int32}");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(documents("bare")).extracting(document -> document.get("n")).containsExactly(7, 8);
    }

    @Test
    void fileReplacedBetweenAttemptsIsNamed() throws IOException {
        web.put("/failing.csv", "id,n\n1,1\n2,x\n3,3\n".getBytes(StandardCharsets.UTF_8));
        job("failing", web.url("/failing.csv"));
        String fields = "fields={n: int32}";
        assertThat(program.run("import", "failing", fields).exitCode()).isEqualTo(12);
        assertThat(copies()).hasSize(1);
        web.put("/failing.csv", "id,n\n1,1\n2,2\n3,3\n".getBytes(StandardCharsets.UTF_8));

        Result result = program.run("import", "failing", fields);

        assertThat(result.err())
                .contains("The input was changed after run 1 of failing")
                .contains(web.url("/failing.csv"));
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void copyOfAnAbandonedImportIsRemoved() throws IOException {
        web.put("/abandoned.csv", "id,n\n1,x\n".getBytes(StandardCharsets.UTF_8));
        web.put("/other.csv", "id,n\n1,x\n".getBytes(StandardCharsets.UTF_8));
        job("abandoned", web.url("/abandoned.csv"));
        job("other", web.url("/other.csv"));
        assertThat(program.run("import", "abandoned", "fields={n: int32}").exitCode())
                .isEqualTo(12);
        List<String> abandoned = copies();
        assertThat(program.run("import", "other", "fields={n: int32}").exitCode())
                .isEqualTo(12);
        assertThat(copies()).hasSize(2).containsAll(abandoned);

        assertThat(program.run("abandon", "1").exitCode()).isZero();

        assertThat(copies()).hasSize(1).doesNotContainAnyElementsOf(abandoned);
    }

    /** The size is just below that of the largest input. */
    @Test
    void fileThatIsLargerThanTheDiskIsRefusedBeforeItsFirstByte() throws IOException {
        long size = (1L << 40) - 1;
        long free = Files.getFileStore(folder).getUsableSpace();
        assumeTrue(free < size, "the disk has 1 TiB free, or more");
        web.putSized("/huge.csv", size);
        web.requests().clear();

        assertRefused(
                program.run("import", web.url("/huge.csv"), "--id=id"),
                2,
                web.url("/huge.csv") + ": its local copy needs 1,099,578,736,639 bytes in "
                        + folder.resolve(".mongohaul/copies"),
                "are free there: make room, or name another folder in mongohaul.import.remote.copy-directory");
        assertThat(web.requests()).isNotEmpty().allMatch(request -> request.startsWith("/huge.csv bytes=0-0"));
        assertThat(copies()).hasSizeLessThan(2);
    }

    /** The transfer of five blocks hangs before the fifth one until the process is killed; four are fetched at a time. */
    @Test
    void killedTransferGoesOn() throws Exception {
        web.put("/large.csv", wideLines(336));
        CountDownLatch killed = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(1);
        AtomicInteger ranges = new AtomicInteger();
        web.faults((path, length) -> {
            if (length > 1 && ranges.incrementAndGet() > 4) {
                hanging.countDown();
                await(killed);
            }
            return new TestWebServer.Fault(TestWebServer.Kind.NONE, 0);
        });
        Program.RunningProgram running =
                program.withJvm(web.jvmOptions()).start("import", web.url("/large.csv"), "--id=id", "--yes");
        await(hanging);
        running.process().destroyForcibly().waitFor();
        killed.countDown();
        web.faults(TestWebServer.Faults.NONE);
        web.requests().clear();

        Result result = program.run("import", web.url("/large.csv"), "--id=id", "--yes");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("large").countDocuments()).isEqualTo(336);
        assertThat(web.requests().stream().filter(request -> !request.contains("bytes=0-0")))
                .as("blocks of five that were fetched after the kill")
                .hasSizeLessThan(5);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] wideLines(int count) {
        String wide = "x".repeat(100_000);
        return IntStream.range(0, count)
                .mapToObj(line -> line + "," + wide)
                .collect(Collectors.joining("\n", "id,text\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void copiesOfADayAgoArePruned() throws IOException {
        Path copies = Files.createDirectories(folder.resolve(".mongohaul/copies"));
        Path old = Files.write(copies.resolve("a-b.part"), new byte[5]);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
        Path other = Files.write(copies.resolve("c-d.copy"), new byte[5]);

        assertThat(program.run("prune", "--dry-run").out()).contains("copies with 5 bytes would be removed");
        assertThat(program.run("prune").out()).contains("copies with 5 bytes removed");
        assertThat(copies()).containsExactly(other.toString());
    }

    @Test
    void missingFileAndServerAreExplained() {
        assertThat(program.run("import", web.url("/none.csv")).err())
                .contains("No object matches " + web.url("/none.csv"));
        assertThat(program.run("import", "http://127.0.0.1/a.csv").err()).contains("http is not encrypted");
    }

    @Test
    void checkReadsARemoteFile() throws IOException {
        web.put("/checked.csv", lines(100));
        job("checked", web.url("/checked.csv"));

        Result result = program.run("check", "checked");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("100");
    }

    private static byte[] lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(line -> "%d,name %d,%d.%02d".formatted(line, line * 7919L % 1009, line % 1000, line % 100))
                .collect(Collectors.joining("\n", "id,name,price\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] packed(String kind, byte[] plain) throws IOException {
        if (kind.endsWith(".zst")) {
            return Zstd.compress(plain);
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        if (kind.equals("zip")) {
            try (ZipOutputStream out = new ZipOutputStream(packed)) {
                out.putNextEntry(new ZipEntry("data.csv"));
                out.write(plain);
            }
            return packed.toByteArray();
        }
        if (!kind.endsWith(".gz")) {
            return plain;
        }
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }
}
