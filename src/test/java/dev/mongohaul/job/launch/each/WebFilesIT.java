package dev.mongohaul.job.launch.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.source.remote.TestWebServer;
import dev.mongohaul.job.ImportJobs;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.run.RunStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a web server that are imported one by one. */
class WebFilesIT {

    @TempDir
    private static Path folder;

    private static TestWebServer web;
    private static Program program;

    @BeforeAll
    static void start() throws Exception {
        web = TestWebServer.start(folder);
        program = Program.start("web_files");
    }

    @AfterAll
    static void close() {
        program.close();
        web.close();
    }

    @BeforeEach
    void clear() {
        TestDatabases.clear(program.database());
        List.of("a.csv", "b.csv").forEach(name -> {
            put(name, "id\n" + name + "\n");
            web.remove("/" + name + ".done");
        });
        web.requests().clear();
    }

    @Test
    void knownVersionIsNotFetchedAgain() throws IOException {
        assertThat(outcomes("")).containsExactly("a.csv IMPORTED", "b.csv IMPORTED");
        put("b.csv", "id\nb2\n");
        web.requests().clear();

        assertThat(outcomes(", changed: import")).containsExactly("a.csv KNOWN", "b.csv IMPORTED");

        assertThat(web.requests())
                .filteredOn(request -> request.contains("b.csv bytes=0-5"))
                .isNotEmpty();
        assertThat(web.requests())
                .filteredOn(request -> request.contains("a.csv"))
                .allMatch(request -> request.contains("bytes=0-0"));
        assertThat(ids()).containsExactlyInAnyOrder("a.csv", "b.csv", "b2");
    }

    @Test
    void companionsLieBesideTheFile() throws IOException {
        String expect = ", expect: {marker: '{file}.done', checksum: '{file}.sha256', records: '{file}.count'}";
        put("a.csv.sha256", DigestUtils.sha256Hex("id\na.csv\n") + "  a.csv\n");
        put("b.csv.sha256", DigestUtils.sha256Hex("id\n") + "  b.csv\n");
        put("a.csv.count", "1\n");
        put("b.csv.count", "1\n");
        put("b.csv.done", "");

        assertThat(run(expect))
                .extracting(FileResult::outcome)
                .containsExactly(FileOutcome.GROWING, FileOutcome.REFUSED);
        assertThat(run(expect))
                .extracting(FileResult::message)
                .satisfiesExactly(
                        message -> assertThat(message).contains("its marker " + web.url("/a.csv.done") + " is missing"),
                        message -> assertThat(message).contains(web.url("/b.csv") + " is damaged or not complete"));
        put("a.csv.done", "");
        put("b.csv.sha256", DigestUtils.sha256Hex("id\nb.csv\n") + "  b.csv\n");

        assertThat(outcomes(expect)).containsExactly("a.csv IMPORTED", "b.csv IMPORTED");
    }

    @Test
    void fileThatIsRemovedAfterItsTransferIsImported() throws IOException {
        List<Long> answers = new ArrayList<>();
        web.faults((path, length) -> {
            if (path.equals("/a.csv") && (length > 1 || !answers.isEmpty())) {
                answers.add(length);
                // The scan has compared the version with that of the copy.
                if (answers.size() == 3) {
                    web.remove("/a.csv");
                }
            }
            return new TestWebServer.Fault(TestWebServer.Kind.NONE, 0);
        });

        List<FileResult> results = run("");

        web.faults(TestWebServer.Faults.NONE);
        assertThat(answers).hasSizeGreaterThan(1);
        assertThat(results)
                .extracting(result -> result.run().orElseThrow().ending())
                .containsOnly(RunStatus.COMPLETED);
        assertThat(ids()).containsExactlyInAnyOrder("a.csv", "b.csv");
    }

    @Test
    void fileThatIsBeingWrittenIsLeft() throws IOException {
        web.faults((path, length) -> {
            if (path.equals("/a.csv")) {
                put("a.csv", "id\n" + System.nanoTime() + "\n");
            }
            return new TestWebServer.Fault(TestWebServer.Kind.NONE, 0);
        });

        List<FileResult> results = run("");

        web.faults(TestWebServer.Faults.NONE);
        assertThat(results).extracting(FileResult::outcome).containsExactly(FileOutcome.GROWING, FileOutcome.IMPORTED);
        assertThat(results.get(0).message()).contains("is still being written");
    }

    private static void put(String name, String content) {
        web.put("/" + name, content.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> outcomes(String source) throws IOException {
        return run(source).stream()
                .map(result -> result.file().substring(web.url("/").length()) + " " + result.outcome())
                .toList();
    }

    private static List<FileResult> run(String source) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/web.yml"), """
                source: {files: ['%s', '%s'], each: file%s}
                target: {collection: web, id: [id]}
                """.formatted(web.url("/a.csv"), web.url("/b.csv"), source));
        ImportRequest asked = ImportRequest.of(new JobFiles(folder.resolve("jobs"), folder), "web", List.of(), false);
        ImportProperties properties = program.bean(ImportProperties.class);
        ImportJobs jobs = new ImportJobs(InputStream.nullInputStream(), properties, properties.inputRules(), folder);
        ImportLauncher launcher = program.bean(ImportLauncher.class);
        return FileByFile.of(jobs, asked, null, Clock.systemUTC(), Duration.ofMillis(10))
                .imports(launcher, (launch, monitor) -> launch.on(launcher), result -> {})
                .files();
    }

    private static List<String> ids() {
        return program.collection("web")
                .find()
                .map(document -> document.get("_id").toString())
                .into(new ArrayList<>());
    }
}
