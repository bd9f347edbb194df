package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Sorts;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.WriterType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that say where their record comes from. */
class OriginIT {

    private static final String DATABASE = TestServer.database("origin");
    private static final String FIELDS = """
            fields:
              id: { to: _id, type: int32 }
              file: { type: source, value: file }
              path: { type: source, value: path }
              line: { type: source, value: line }
              number: { type: source, value: import }
              at: { type: source, value: loaded-at }
            """;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(DATABASE);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    /** Class with a property for each origin, in the order in which documents without a class have them. */
    public record Loaded(Integer id, Instant at, String file, Long line, Long number, String path) {}

    /** Returns each writer once, by turns with and without a class. */
    static Stream<Arguments> writers() {
        String entity = "entity: " + Loaded.class.getName();
        return IntStream.range(0, WriterType.ALL.size())
                .mapToObj(index -> Arguments.of(index % 2 == 0 ? entity : "", WriterType.ALL.get(index)));
    }

    private TestJob job(String name, String files, String write, String... settings) {
        String[] usual = {
            "source: {files: '%s'}".formatted(files),
            "target: {collection: %s, id: [id]}".formatted(name),
            "write: " + write,
            FIELDS
        };
        return TestJob.in(
                folder, name, Stream.of(usual, settings).flatMap(Stream::of).toArray(String[]::new));
    }

    private static byte[] csv(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(id -> id + "\n")
                .collect(Collectors.joining("", "id\n", ""))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    /** Returns the documents of the records of a file, which are on the lines from 2 on. */
    private static Stream<RawBsonDocument> expected(Path file, int from, int to, ImportPlan plan) {
        return IntStream.range(from, to)
                .mapToObj(id -> new RawBsonDocument(
                        new Document("_id", id)
                                .append("at", Date.from(plan.created()))
                                .append("file", file.getFileName().toString())
                                .append("line", 2L + id - from)
                                .append("number", plan.importNumber())
                                .append("path", file.toString()),
                        new DocumentCodec()));
    }

    private static List<RawBsonDocument> stored(String collection) {
        return program.database()
                .getCollection(collection, RawBsonDocument.class)
                .find()
                .sort(Sorts.ascending("_id"))
                .into(new ArrayList<>());
    }

    @ParameterizedTest
    @MethodSource("writers")
    void everyWriterStoresTheSameBytes(String entity, WriterType writer) throws IOException {
        String name = "writer-" + writer + (entity.isEmpty() ? "" : "-entity");
        TestJob job = job(name, "*.csv*", "{operation: insert}", entity)
                .input("a.csv", csv(0, 200))
                .input("b.csv.gz", gzip(csv(200, 300)));

        Run run = program.run(job.prepare("writer=" + writer, "chunk-size=30", "buffer=7", "grid-size=3"));

        assertThat(run.counts()).isEqualTo(new Counts(300, 300, 0, 0, 0));
        ImportPlan plan = program.plan(run);
        assertThat(plan.importNumber()).isPositive();
        assertThat(stored(name))
                .containsExactlyElementsOf(Stream.concat(
                                expected(folder.resolve("a.csv"), 0, 200, plan),
                                expected(folder.resolve("b.csv.gz"), 200, 300, plan))
                        .toList());
    }

    /** The second run reads the moved file, and sends the documents of the first one again. */
    @ParameterizedTest
    @ValueSource(strings = {"[id]", "[]"})
    void restartAfterAMoveKeepsTheOrigin(String id) throws IOException {
        String name = id.equals("[]") ? "restart-generated" : "restart";
        Files.createDirectories(folder.resolve("in"));
        TestJob job = TestJob.in(
                folder,
                name,
                "source: {files: 'in/*.csv'}",
                "target: {collection: %s, id: %s}".formatted(name, id),
                FIELDS.replace("to: _id, ", ""));
        Path first = folder.resolve("in/first.csv");
        Files.write(first, csv(0, 100));
        Run failed = program.failAfterChunks(3, job.prepare("chunk-size=10", "grid-size=2"));
        assertThat(failed.ending()).isNotEqualTo(RunStatus.COMPLETED);
        Files.move(first, folder.resolve("in/second.csv"));
        ImportJob resumed = job.prepare("chunk-size=10", "grid-size=2");

        Run run = program.run(resumed);

        assertThat(run.importNumber()).isEqualTo(failed.importNumber());
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.plan(run).inputs().get(0).path()).endsWith("second.csv");
        Date created = Date.from(program.plan(failed).created());
        assertThat(program.collection(name).find().sort(Sorts.ascending("id")).into(new ArrayList<>()))
                .hasSize(100)
                .allSatisfy(document -> {
                    assertThat(document.getString("file")).isEqualTo("first.csv");
                    assertThat(document.getString("path")).isEqualTo(first.toString());
                    assertThat(document.getLong("line")).isEqualTo(2L + document.getInteger("id"));
                    assertThat(document.getLong("number")).isEqualTo(run.importNumber());
                    assertThat(document.getDate("at")).isEqualTo(created);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{operation: snapshot}", "{operation: upsert}", "{operation: merge}"})
    void nextImportLeavesTheSameRecordsAsTheyAre(String write) {
        String name = "night-" + write.replaceAll("\\W+", "");
        TestJob job = job(name, "a.csv", write, "undo: 1d");
        Run first = program.run(job.input("a.csv", csv(0, 200)).prepare("chunk-size=50"));
        List<RawBsonDocument> before = stored(name);
        job.input("a.csv", csv(0, 210));

        Run second = program.run(job.prepare("chunk-size=50"));

        assertThat(second.importNumber()).isNotEqualTo(first.importNumber());
        assertThat(second.counts().unchanged()).isEqualTo(200);
        assertThat(stored(name)).hasSize(210).startsWith(before.toArray(RawBsonDocument[]::new));
        LaunchResult undone = program.bean(UndoLauncher.class).undo(second.id(), false, folder, new ImportMonitor());
        assertThat(UndoCounts.of(program.plan(undone.run().orElseThrow()).counts())
                        .takenBack())
                .isEqualTo(10);
        assertThat(stored(name)).isEqualTo(before);
    }

    @Test
    void recordOfAnotherLineIsAChange() {
        TestJob job =
                job("lines", "a.csv", "{operation: snapshot, max-loss: 50%}").input("a.csv", csv(0, 10));
        program.run(job.prepare());
        job.input("a.csv", csv(1, 10));

        Run second = program.run(job.prepare());

        assertThat(second.counts().unchanged()).isZero();
        assertThat(stored("lines"))
                .isEqualTo(expected(folder.resolve("a.csv"), 1, 10, program.plan(second))
                        .toList());
    }

    @Test
    void documentWithoutTheFieldGetsItOnce() {
        program.collection("added").insertOne(new Document("_id", 1));
        TestJob job = job("added", "a.csv", "{operation: replace}").input("a.csv", csv(1, 2));

        assertThat(program.run(job.prepare()).counts().unchanged()).isZero();
        Run again = program.run(job.prepare(), true);

        assertThat(again.counts().unchanged()).isEqualTo(1);
        assertThat(program.documents("added").get(0)).containsKeys("at", "number");
    }

    /** Documents of an earlier import are already there, and no duplicates. */
    @Test
    void repeatedInsertFindsItsDocuments() {
        TestJob job = job("inserted", "a.csv", "{operation: insert}").input("a.csv", csv(0, 50));
        program.run(job.prepare());

        Run again = program.run(job.prepare(), true);

        assertThat(again.ending()).as(again.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(again.counts().alreadyThere()).isEqualTo(50);
    }
}
