package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.TestJob;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.step.StepExecution;

class ImportIT {

    private static final int ROWS = 20;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @CsvSource({"direct, 1", "direct, 7", "direct, 1000", "save-all, 1", "save-all, 7", "save-all, 1000"})
    void insertGivesEachRecordTheIdOfItsPlace(String writer, int chunkSize) {
        String name = "ids-" + writer + "-" + chunkSize;
        TestJob job = TestJob.in(folder, name).input(Rows.csv(ROWS));

        Run run = program.run(job.prepare("writer=" + writer, "chunk-size=" + chunkSize));

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(program.documents(name)).isEqualTo(expected(program.plan(run)));
    }

    private static List<Document> expected(ImportPlan plan) {
        GeneratedIds ids = GeneratedIds.parse(String.valueOf(plan.idPrefix()));
        List<Document> documents = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            documents.add(new Document("_id", ids.idOf(Rows.offsets(ROWS).get(row)))
                    .append("n", Integer.toString(row))
                    .append("text", "row " + row));
        }
        return documents;
    }

    /** A query of these ids would take more than the 16 MiB of a command. */
    @Test
    void longIdsThatAreThereAlreadyAreFound() {
        int records = 3000;
        String csv = IntStream.range(0, records)
                .mapToObj(id -> id + "x".repeat(6000) + "\n")
                .collect(Collectors.joining("", "id\n", ""));
        TestJob job = TestJob.in(folder, "long-ids", "target: {collection: long-ids, id: [id]}")
                .input(csv);
        String[] oneChunk = {"chunk-bytes=64MB", "chunk-size=5000", "grid-size=1"};
        assertThat(program.run(job.prepare(oneChunk)).counts().written()).isEqualTo(records);

        Run again = program.run(job.prepare(oneChunk), true);

        assertThat(again.counts()).as(again.reason()).isEqualTo(new Counts(records, 0, records, 0, 0));
    }

    @Test
    void generatedIdHasTimeImportAndOffset() {
        TestJob job = TestJob.in(folder, "prefix").input(Rows.csv(1));

        Run run = program.run(job.prepare());

        ObjectId id = program.documents("prefix").get(0).getObjectId("_id");
        assertThat(id.getDate().toInstant())
                .isBetween(run.started().minusSeconds(1), run.ended().orElseThrow());
        assertThat(id.toHexString().substring(8, 14)).isEqualTo("%06x".formatted(run.importNumber()));
        assertThat(id.toHexString().substring(14)).isEqualTo("%010x".formatted(Rows.HEADER.length()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "save-all"})
    void replaceWithUpsertReplacesOrInserts(String writer) {
        String name = "replace-" + writer;
        program.collection(name).insertOne(Document.parse("{_id: 'a', price: 1, old: true}"));
        TestJob job = TestJob.in(
                        folder,
                        name,
                        "target: {collection: " + name + ", id: [sku]}",
                        "fields: {price: int32}",
                        "write: {operation: upsert}")
                .input("sku,price\na,2\nb,3\na,4\n");

        Run run = program.run(job.prepare("writer=" + writer));

        assertThat(run.counts()).isEqualTo(new Counts(3, 3, 0, 0, 0));
        assertThat(program.documents(name))
                .containsExactly(
                        Document.parse("{_id: 'a', sku: 'a', price: 4}"),
                        Document.parse("{_id: 'b', sku: 'b', price: 3}"));
    }

    @Test
    void replaceWithoutUpsertCountsUnmatched() {
        program.collection("unmatched").insertOne(Document.parse("{_id: 'a'}"));
        TestJob job = TestJob.in(folder, "unmatched", "target: {collection: unmatched, id: [sku]}")
                .input("sku\na\nb\n");

        Run run = program.run(job.prepare("operation=replace"));

        assertThat(run.counts()).isEqualTo(new Counts(2, 1, 0, 0, 1));
        assertThat(program.documents("unmatched")).containsExactly(Document.parse("{_id: 'a', sku: 'a'}"));
        assertThat(importStep(run).getFilterCount()).isEqualTo(1);
    }

    @Test
    void identicalDocumentIsThereAlready() {
        TestJob job = TestJob.in(folder, "twins", "target: {collection: twins, id: [sku]}")
                .input("sku,name\na,one\nb,two\na,one\n");

        Run run = program.run(job.prepare("chunk-size=1"));

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.counts()).isEqualTo(new Counts(3, 2, 1, 0, 0));
        assertThat(importStep(run).getWriteCount()).isEqualTo(3);
    }

    @Test
    void chunkEndsAtANumberOfBytes() {
        TestJob job = TestJob.in(folder, "bytes").input(Rows.csv(ROWS));

        Run run = program.run(job.prepare("chunk-bytes=20B"));

        assertThat(run.counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        assertThat(Rows.withoutIds(program.documents("bytes"))).isEqualTo(Rows.documents(ROWS));
        assertThat(importStep(run).getCommitCount()).isBetween(ROWS / 3L, (long) ROWS);
    }

    @Test
    void severalPlainAndPackedFilesAreOneImport() throws IOException {
        TestJob job = TestJob.in(folder, "files", "source: {files: ['in-*']}")
                .input("in-1.csv", Rows.csv(2).getBytes(StandardCharsets.UTF_8))
                .input("in-2.csv.gz", gzip(Rows.HEADER + Rows.line(2) + Rows.line(3)))
                .input("in-3.csv", (Rows.HEADER + Rows.line(4)).getBytes(StandardCharsets.UTF_8));

        Run run = program.run(job.prepare("chunk-size=2"));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents("files"))).isEqualTo(Rows.documents(5));
    }

    private static byte[] gzip(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void charsetOfTheSourceIsUsed() {
        TestJob job = TestJob.in(folder, "charset", "source: {files: input.csv, charset: windows-1252}")
                .input("input.csv", "city,price\nKöln,5 €\n".getBytes(Charset.forName("windows-1252")));

        program.run(job.prepare());

        assertThat(Rows.withoutIds(program.documents("charset")))
                .containsExactly(new Document("city", "Köln").append("price", "5 €"));
    }

    @Test
    void standardInputIsImportedEachTime() {
        TestJob job = TestJob.in(folder, "stdin", "source: {files: '-'}");

        program.run(job.prepareFromStandardInput(Rows.csv(3)));
        program.run(job.prepareFromStandardInput(Rows.csv(3)));

        assertThat(program.documents("stdin")).hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"w1", "majority", "journaled"})
    void writeConcernWordsAreAccepted(String word) {
        TestJob job = TestJob.in(folder, "concern-" + word).input(Rows.csv(1));

        Run run = program.run(job.prepare("write-concern=" + word));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("concern-" + word)).hasSize(1);
    }

    private static StepExecution importStep(Run run) {
        return run.execution().getStepExecutions().stream()
                .filter(step -> step.getStepName().equals(Run.IMPORT_STEP))
                .findFirst()
                .orElseThrow();
    }
}
