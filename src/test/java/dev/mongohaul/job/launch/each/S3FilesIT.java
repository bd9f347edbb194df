package dev.mongohaul.job.launch.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.csv.source.remote.S3Server;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlans;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Objects of a bucket that are imported one by one, and what becomes of them. */
@Tag(Programs.TAG)
class S3FilesIT {

    @TempDir
    private static Path folder;

    private static S3Server server;
    private static Program program;

    private String bucket;

    @BeforeAll
    static void start() {
        program = Program.start("s3_files");
        server = S3Server.ofTests().use();
    }

    @AfterAll
    static void close() {
        program.close();
    }

    @BeforeEach
    void begin() {
        TestDatabases.clear(program.database());
        bucket = "files-" + UUID.randomUUID();
        server.client().createBucket(create -> create.bucket(bucket));
    }

    @Test
    void completedObjectsMoveWithTheirCompanions() throws IOException {
        String job = "after: {completed: 's3://%s/done/{date}'}, expect: {marker: '{file}.done'}".formatted(bucket);
        put("in/a.csv", "id\n1\n");
        put("in/b.csv", "id\n2\n");
        put("in/a.csv.done", "");
        String done = "done/" + LocalDate.now(ZoneOffset.UTC);

        assertThat(outcomes("each: file, " + job)).containsExactly("a.csv IMPORTED", "b.csv GROWING");
        assertThat(keys()).containsExactly(done + "/a.csv", done + "/a.csv.done", "in/b.csv");
        put("in/a.csv", "id\n3\n");
        put("in/a.csv.done", "");

        assertThat(outcomes("each: file, " + job)).containsExactly("a.csv IMPORTED", "b.csv GROWING");
        assertThat(keys()).hasSize(5).anyMatch(key -> key.matches(done + "/a-\\d+\\.csv"));
        assertThat(program.collection("orders").countDocuments()).isEqualTo(2);
        assertThat(known()).allSatisfy(known -> {
            assertThat(known.waits()).isFalse();
            assertThat(known.gone()).isTrue();
        });
    }

    @Test
    void objectThatIsSentAgainMovesWithoutATransfer() throws IOException {
        String job = "after: {completed: 's3://%s/done'}".formatted(bucket);
        put("in/a.csv", "id\n1\n");
        assertThat(outcomes("each: file, " + job)).containsExactly("a.csv IMPORTED");
        put("in/a.csv", "id\n1\n");

        // A transfer would tell the name under which the content was imported.
        assertThat(run("each: file, " + job)).extracting(FileResult::message).containsExactly("was imported before");

        assertThat(keys()).hasSize(2).contains("done/a.csv").allMatch(key -> key.matches("done/a(-\\d+)?\\.csv"));
        assertThat(known())
                .singleElement()
                .satisfies(known -> assertThat(known.gone()).isTrue());
    }

    @Test
    void refusedObjectsMoveApartAndCompletedOnesAreDeleted() throws IOException {
        String job = "after: {completed: delete, failed: 's3://%s/failed/'}".formatted(bucket);
        put("in/bad.csv", "");
        put("in/good.csv", "id\n1\n");

        assertThat(outcomes("each: file, " + job)).containsExactly("bad.csv REFUSED", "good.csv IMPORTED");

        assertThat(keys()).containsExactly("failed/bad.csv");
    }

    @Test
    void versionIsKnownAgainWhateverItsTime() throws Exception {
        put("in/a.csv", "id\n1\n");
        assertThat(run("each: file")).extracting(FileResult::outcome).containsExactly(FileOutcome.IMPORTED);
        // The times of objects are in seconds.
        Thread.sleep(1100);
        put("in/a.csv", "id\n1\n");

        assertThat(run("each: file")).extracting(FileResult::message).containsExactly("was imported before");
        put("in/a.csv", "id\n2\n");
        assertThat(outcomes("each: file, changed: import")).containsExactly("a.csv IMPORTED");
        assertThat(known())
                .extracting(known -> known.mark().version())
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void onlyTheNewestIsImported() throws IOException {
        put("in/2026-11-01.csv", "id\n1\n");
        put("in/2026-11-02.csv", "id\n2\n");

        assertThat(outcomes("each: newest")).containsExactly("2026-11-01.csv OLDER", "2026-11-02.csv IMPORTED");
    }

    private void put(String key, String content) {
        server.put(bucket, key, content.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> keys() {
        return server.client().listObjectsV2(list -> list.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    private static List<KnownFile> known() {
        return program.bean(ImportPlans.class).files().ofJob("orders");
    }

    private List<String> outcomes(String source) throws IOException {
        return run(source).stream()
                .map(result ->
                        result.file().substring("s3://%s/in/".formatted(bucket).length()) + " " + result.outcome())
                .toList();
    }

    private List<FileResult> run(String source) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/orders.yml"), """
                source: {files: 's3://%s/in/*.csv', %s}
                target: {collection: orders, id: [id]}
                """.formatted(bucket, source));
        ImportRequest asked =
                ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "orders", List.of(), false);
        ImportProperties properties = program.bean(ImportProperties.class);
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        return FileByFile.of(jobs, asked, null, Clock.systemUTC())
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }
}
