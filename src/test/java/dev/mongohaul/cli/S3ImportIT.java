package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.mongohaul.Programs;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.csv.source.remote.S3Server;
import dev.mongohaul.faults.wire.Relay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;

/** Imports of objects of S3. */
@Tag(Programs.TAG)
class S3ImportIT extends ProgramTest {

    private static final String BUCKET = "exports";

    @BeforeAll
    static void startServer() {
        S3Server.ofTests().use();
        try {
            S3Server.ofTests().client().createBucket(create -> create.bucket(BUCKET));
        } catch (BucketAlreadyOwnedByYouException e) {
            // Of another class in this JVM.
        }
    }

    @BeforeEach
    void use() {
        S3Server.ofTests().use();
    }

    @Test
    void documentsAreThoseOfTheLocalFile() throws IOException {
        byte[] plain = lines(2_000, "x".repeat(100));
        Files.write(folder.resolve("local.csv"), plain);
        Result local = program.run("import", "local.csv", "--id=id", "partition.grid-size=1");
        assertThat(local.exitCode()).as(local.err()).isZero();

        for (String kind : List.of("csv", "csv.gz", "csv.zst", "zip")) {
            String address = put("out/remote." + kind, packed(kind, plain)) + (kind.equals("zip") ? "!/*.csv" : "");

            Result remote = program.run(
                    "import",
                    address,
                    "--id=id",
                    "--collection=" + kind,
                    "partition.grid-size=4",
                    "partition.size=64KB");

            assertThat(remote.exitCode()).as(remote.err()).isZero();
            assertThat(documents(kind)).as(kind).isEqualTo(documents("local")).hasSize(2_000);
        }
        assertThat(copies()).isEmpty();
    }

    private static String put(String key, byte[] bytes) {
        return S3Server.ofTests().put(BUCKET, key, bytes);
    }

    private List<Document> documents(String collection) {
        return collection(collection).find().sort(new Document("_id", 1)).into(new ArrayList<>());
    }

    private List<String> copies() throws IOException {
        Path copies = folder.resolve(".mongohaul/copies");
        if (Files.notExists(copies)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(copies)) {
            return files.map(Path::toString).toList();
        }
    }

    @Test
    void patternFindsEachObject() throws IOException {
        put("nights/a 1.csv", lines(10, "a"));
        put("nights/ü+2.csv", "id,name,note\n100,hundred,b\n".getBytes(StandardCharsets.UTF_8));
        put("nights/old/3.csv", lines(30, "c"));
        Files.writeString(
                folder.resolve("jobs/nights.yml"),
                "source: {files: 's3://exports/nights/*.csv', each: file}\ntarget: {collection: nights, id: id}\n");

        Result result = program.run("import", "nights");

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(collection("nights").countDocuments())
                .as(result.out() + result.err())
                .isEqualTo(11);
        assertThat(program.run("import", "nights").exitCode()).isZero();
        assertThat(collection("nights").countDocuments()).isEqualTo(11);
    }

    @Test
    void rejectsAreThoseOfTheLocalFile() throws IOException {
        byte[] bytes = "id,n\n1,1\n2,\"x\"\n3, 3a\n4,4\n".getBytes(StandardCharsets.UTF_8);
        String address = put("rejects.csv", bytes);
        Files.write(folder.resolve("rejects.csv"), bytes);
        for (String name : List.of("remote", "local")) {
            Files.writeString(folder.resolve("jobs/" + name + ".yml"), """
                    source: {files: '%s'}
                    target: {collection: %s, id: id}
                    fields: {n: int32}
                    rejects: {limit: 10}
                    """.formatted(
                            name.equals("remote") ? address : "rejects.csv", name));
            Result result = program.run("import", name);
            assertThat(result.exitCode()).as(result.err()).isEqualTo(10);
        }

        assertThat(folder.resolve("rejects/remote-1.csv"))
                .hasSameBinaryContentAs(folder.resolve("rejects/local-2.csv"))
                .content()
                .contains("2,\"x\"");
    }

    @Test
    void objectReplacedBetweenAttemptsIsNamed() throws IOException {
        String address = put("failing.csv", "id,n\n1,1\n2,x\n3,3\n".getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                folder.resolve("jobs/failing.yml"),
                "source: {files: '%s'}\ntarget: {collection: failing, id: id}\n".formatted(address));
        String fields = "fields={n: int32}";
        Result failed = program.run("import", "failing", fields);
        assertThat(failed.exitCode()).as(failed.out() + failed.err()).isEqualTo(12);
        put("failing.csv", "id,n\n1,1\n2,2\n3,3\n".getBytes(StandardCharsets.UTF_8));

        Result result = program.run("import", "failing", fields);

        assertThat(result.err())
                .contains("The input was changed after run 1 of failing")
                .contains(address);
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void credentialsAreShownNowhere() throws IOException {
        String address = put("shown.csv", lines(100, "x"));

        List<String> outputs = Stream.of(
                        List.of("import", address, "--collection=shown"),
                        List.of("import", "s3://no-such-bucket/a.csv", "--collection=shown"),
                        List.of("import", "s3://exports/none.csv", "--collection=shown"),
                        List.of("check", address, "--collection=shown"),
                        List.of("infer", address),
                        List.of("report", "1", "--format=json"))
                .map(command -> program.run(command.toArray(String[]::new)))
                .map(result -> result.out() + result.err())
                .toList();

        assertThat(outputs.get(0)).contains(address);
        assertThat(outputs.get(1)).contains("s3://no-such-bucket/a.csv: the server has no such bucket");
        assertThat(outputs.get(2)).contains("No object matches s3://exports/none.csv");
        assertThat(outputs.get(4)).contains(address);
        assertThat(outputs).allSatisfy(output -> assertThat(output).doesNotContain(S3Server.KEY, S3Server.SECRET));
        for (String name : database().listCollectionNames()) {
            assertThat(collection(name).find().map(Document::toJson).into(new ArrayList<>()))
                    .as(name)
                    .noneMatch(document -> document.contains(S3Server.SECRET));
        }
    }

    @Test
    void variablesOfTheEnvironmentLeadToTheServer() {
        String address = put("variables.csv", lines(10, "x"));
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.putAll(S3Server.ofTests().environment());

        Result result = program.with(environment).withJvm("-Xmx200m").run("infer", address);

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains(address);
        // A slow machine shows the progress.
        assertThat(result.err().lines().filter(line -> !line.contains("reading the input")))
                .isEmpty();
    }

    /** The object has three blocks. */
    @Test
    void transferGoesOnAfterAKill() throws Exception {
        String note = "x".repeat(100_000);
        String address = put("large.csv", lines(200, note));
        String[] command = {"import", address, "--id=id"};
        try (Relay proxy = S3Server.ofTests().stalling(5_000_000)) {
            Map<String, String> environment = new HashMap<>(program.environment());
            environment.putAll(S3Server.ofTests().environment());
            environment.put("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:" + proxy.port());
            Program.RunningProgram killed =
                    program.with(environment).withJvm("-Xmx300m").start(command);
            proxy.awaitLimit();
            killed.signal("KILL").process().waitFor();
        }
        assertThat(copies()).singleElement().asString().endsWith(".part");
        assertThat(collection("large").countDocuments()).isZero();

        Result next = program.run(command);

        assertThat(next.exitCode()).as(next.err()).isZero();
        assertThat(collection("large").countDocuments(new Document("note", note)))
                .isEqualTo(200);
        assertThat(copies()).isEmpty();
    }

    private static byte[] lines(int count, String note) {
        return IntStream.range(0, count)
                .mapToObj(line -> "%d,name %d,%s".formatted(line, line * 7919L % 1009, note))
                .collect(Collectors.joining("\n", "id,name,note\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] packed(String kind, byte[] plain) throws IOException {
        if (kind.endsWith(".zst")) {
            return Zstd.compress(plain);
        }
        if (kind.equals("csv")) {
            return plain;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        if (kind.equals("zip")) {
            try (ZipOutputStream out = new ZipOutputStream(packed)) {
                out.putNextEntry(new ZipEntry("all.csv"));
                out.write(plain);
            }
            return packed.toByteArray();
        }
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }
}
