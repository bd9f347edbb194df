package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.mongohaul.Programs;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.Program.RunningProgram;
import dev.mongohaul.csv.source.remote.TestSshServer;
import dev.mongohaul.faults.wire.Relay;
import dev.mongohaul.mongo.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports of files of an SFTP server. */
@Tag(Programs.TAG)
class SftpImportIT extends ProgramTest {

    private static final String USER_HOME = "user.home";

    private static TestSshServer server;
    private static String home;

    @BeforeAll
    static void startServer(@TempDir Path folder) throws Exception {
        // Its start uses the cache in the home folder.
        TestServer.uri();
        server = TestSshServer.start(folder);
        home = System.setProperty(USER_HOME, server.home().toString());
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            System.setProperty(USER_HOME, home);
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void documentsAreThoseOfTheLocalFile(int gridSize) throws IOException {
        String grid = "partition.grid-size=" + gridSize;
        Files.write(folder.resolve("local.csv"), lines(12_000));
        assertThat(program.run("import", "local.csv", "--id=id", grid).exitCode())
                .isZero();
        List<Document> expected = documents("local");

        for (String kind : List.of("csv", "csv.gz", "csv.zst", "csv.zip")) {
            Files.write(server.files().resolve("remote." + kind), packed(kind, lines(12_000)));

            Result remote =
                    program.run("import", server.url("remote." + kind), "--collection=" + kind, "--id=id", grid);

            assertThat(remote.exitCode()).as(remote.err()).isZero();
            assertThat(remote.err()).doesNotContain("sshd").doesNotContain("ClientSession");
            assertThat(documents(kind)).as(kind).isEqualTo(expected).hasSize(12_000);
            assertThat(copies()).isEmpty();
        }
    }

    private List<Document> documents(String collection) {
        return collection(collection).find().sort(new Document("_id", 1)).into(new ArrayList<>());
    }

    private List<Path> copies() throws IOException {
        Path copies = folder.resolve(".mongohaul/copies");
        if (Files.notExists(copies)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(copies)) {
            return files.toList();
        }
    }

    @Test
    void transferGoesOnAfterAKill() throws Exception {
        Files.write(server.files().resolve("large.csv"), wideLines(10_000));
        try (Relay proxy = server.stalling(7_000_000)) {
            String address = server.url("large.csv").replace(":" + server.port(), ":" + proxy.port());
            String[] command = {"import", address, "--id=id"};
            RunningProgram killed =
                    program.withJvm("-D" + USER_HOME + "=" + server.home()).start(command);
            proxy.awaitLimit();
            killed.signal("KILL").process().waitFor();
            assertThat(copies()).singleElement().asString().endsWith(".part");
            assertThat(collection("large").countDocuments()).isZero();

            Result next = program.run(command);

            assertThat(next.exitCode()).as(next.err()).isZero();
            assertThat(collection("large").countDocuments()).isEqualTo(10_000);
            assertThat(copies()).isEmpty();
        }
    }

    @Test
    void fileChangedBetweenAttemptsIsNamed() throws IOException {
        Path file = Files.writeString(server.files().resolve("failing.csv"), "id,n\n1,1\n2,x\n3,3\n");
        String address = server.url("failing.csv");
        Files.writeString(
                folder.resolve("jobs/failing.yml"),
                "source: {files: '%s'}\ntarget: {collection: failing, id: id}\npartition: {grid-size: 1}\n"
                        .formatted(address));
        String fields = "fields={n: int32}";
        assertThat(program.run("import", "failing", fields).exitCode()).isEqualTo(12);
        assertThat(copies()).hasSize(1);
        Files.writeString(file, "id,n\n1,1\n2,2\n3,3\n");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));

        Result result = program.run("import", "failing", fields);

        assertThat(result.err())
                .contains("The input was changed after run 1 of failing")
                .contains(address);
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void filesOfAPatternAreMovedAfterTheirImport() throws IOException {
        Path in = Files.createDirectories(server.files().resolve("in"));
        FileTime hourAgo = FileTime.from(Instant.now().minusSeconds(3600));
        Files.setLastModifiedTime(Files.write(in.resolve("a 1.csv"), lines(10)), hourAgo);
        Files.setLastModifiedTime(Files.write(in.resolve("b.csv"), lines(20)), hourAgo);
        Files.writeString(
                folder.resolve("jobs/inbox.yml"),
                "source: {files: '%s', each: file, after: {completed: '%s'}}\ntarget: {collection: inbox}\n"
                        .formatted(server.url("in/*.csv"), server.url("done/now")));

        Result result = program.run("import", "inbox");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains(server.url("in/a 1.csv") + ": completed", server.url("done/now/b.csv"));
        assertThat(collection("inbox").countDocuments()).isEqualTo(30);
        assertThat(in).isEmptyDirectory();
        assertThat(server.files().resolve("done/now/a 1.csv")).hasBinaryContent(lines(10));
        assertThat(copies()).isEmpty();

        Files.setLastModifiedTime(Files.write(in.resolve("c.csv"), lines(20)), hourAgo);
        Result again = program.run("import", "inbox");
        assertThat(collection("inbox").countDocuments()).as(again.out()).isEqualTo(30);
    }

    @Test
    void mistakesAreExplained() {
        assertThat(program.run("import", server.url("none.csv")).err())
                .contains("No object matches " + server.url("none.csv"));
        Result stranger = program.run("import", "sftp://nobody-here@127.0.0.1:%d/a.csv".formatted(server.port()));

        assertThat(stranger.err())
                .contains("does not let the user nobody-here in")
                .doesNotContain("\tat ");
        assertThat(stranger.exitCode()).isEqualTo(2);
    }

    private static byte[] lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(line -> "%d,name %d,%d.%02d".formatted(line, line * 7919L % 1009, line % 1000, line % 100))
                .collect(Collectors.joining("\n", "id,name,price\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] wideLines(int count) {
        return IntStream.range(0, count)
                .mapToObj(line -> line + "," + "x".repeat(1000))
                .collect(Collectors.joining("\n", "id,text\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] packed(String kind, byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        switch (kind) {
            case "csv.gz" -> {
                try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
                    out.write(plain);
                }
            }
            case "csv.zip" -> {
                try (ZipOutputStream out = new ZipOutputStream(packed)) {
                    out.putNextEntry(new ZipEntry("member.csv"));
                    out.write(plain);
                }
            }
            case "csv.zst" -> packed.write(Zstd.compress(plain));
            default -> packed.write(plain);
        }
        return packed.toByteArray();
    }
}
