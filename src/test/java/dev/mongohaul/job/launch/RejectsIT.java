package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.PastImport;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.step.StepExecution;

class RejectsIT {

    private static final String MALFORMED = "4,\"never\" closed\r\n";
    private static final String UNMAPPABLE = "two,=1+1\r\n";
    private static final String REFUSED = "6,\"refused,\r\nby the \"\"server\"\"\"\r\n";
    private static final String INPUT = "n,text\r\n1,a\r\n" + UNMAPPABLE + "3,c\r\n" + MALFORMED + "5,e\r\n" + REFUSED;

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
    @ValueSource(strings = {"direct", "save-all"})
    void rejectedRecordsDoNotAffectTheirNeighbours(String writer) throws IOException {
        String name = "mixed-" + writer;
        TestJob job = badRecords(name);

        Run run = program.run(job.prepare("writer=" + writer, "rejects.limit=3"));

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(run.reason()).isEmpty();
        assertThat(run.counts()).isEqualTo(new Counts(6, 3, 0, 3, 0));
        assertThat(Rows.withoutIds(program.documents(name))).containsExactly(row(1, "a"), row(3, "c"), row(5, "e"));
        assertThat(rejects(run)).hasContent("n,text\r\n" + UNMAPPABLE + MALFORMED + REFUSED);
        assertThat(Files.readAllLines(rejects(run).resolveSibling(name + "-" + run.importNumber() + ".jsonl")))
                .hasSize(3)
                .satisfiesExactly(
                        line -> assertThat(line).contains("\"line\":3", "\"column\":\"n\"", "UNMAPPABLE", "two"),
                        line -> assertThat(line).contains("\"line\":5", "MALFORMED"),
                        line -> assertThat(line).contains("\"line\":7", "REFUSED", "\"code\":121"));
    }

    @Test
    void countersOfTheStepMatchTheImport() {
        Run run = program.run(badRecords("counters").prepare("rejects.limit=3", "chunk-size=1"));

        StepExecution step = run.execution().getStepExecutions().stream()
                .filter(candidate -> candidate.getStepName().equals(Run.IMPORT_STEP))
                .findFirst()
                .orElseThrow();
        assertThat(step.getReadCount()).isEqualTo(6);
        assertThat(step.getWriteCount()).isEqualTo(3);
        assertThat(step.getProcessSkipCount()).isEqualTo(2);
        assertThat(step.getWriteSkipCount()).isEqualTo(1);
        assertThat(step.getFilterCount()).isZero();
        assertThat(step.getRollbackCount()).isZero();
    }

    @Test
    void fixedRejectsAreImportedByTheSameJob() throws IOException {
        TestJob job = badRecords("fixed");
        Run run = program.run(job.prepare("rejects.limit=unlimited"));
        String fixed = Files.readString(rejects(run))
                .replace("two,", "2,")
                .replace("\"never\" closed", "closed")
                .replace("refused", "taken");

        Run second = program.run(job.input(fixed).prepare());

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(Rows.withoutIds(program.documents("fixed")))
                .containsExactly(
                        row(1, "a"),
                        row(3, "c"),
                        row(5, "e"),
                        row(2, "=1+1"),
                        row(4, "closed"),
                        row(6, "taken,\r\nby the \"server\""));
    }

    @Test
    void rejectsAreWrittenToAStream() throws IOException {
        Run run = program.run(badRecords("stream").prepare("rejects.limit=3"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        program.bean(RejectFiles.class).write(program.plan(run), RejectExport.ONLY, out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("n,text\r\n" + UNMAPPABLE + MALFORMED + REFUSED);
    }

    @Test
    void rejectsOfEachCharsetCanBeImported() throws IOException {
        byte[] wide = "\uFEFFn,text\n3,ü\nx,ö\n".getBytes(StandardCharsets.UTF_16LE);
        TestJob job = TestJob.in(
                        folder, "wide", "source: {files: 'in-*'}", "fields: {n: int32}", "rejects: {limit: unlimited}")
                .input("in-1.csv", "n,text\n1,ä\ny,é\n".getBytes(StandardCharsets.UTF_8))
                .input("in-2.csv", wide)
                .input("in-3.csv", "n,text\nz,è\n".getBytes(StandardCharsets.UTF_8));

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(5, 2, 0, 3, 0));
        Path narrow = rejects(run, ".UTF-8");
        Path other = rejects(run, ".UTF-16LE");
        assertThat(Files.readString(narrow)).isEqualTo("n,text\ny,é\nz,è\n");
        assertThat(Files.readString(other, StandardCharsets.UTF_16LE)).isEqualTo("\uFEFFn,text\nx,ö\n");
        assertThat(rejects(run)).doesNotExist();
        for (Path file : List.of(narrow, other)) {
            Counts again = program.run(job.prepare("files=" + file)).counts();
            assertThat(again.rejected()).isEqualTo(again.read()).isPositive();
        }

        RunControl control = program.bean(RunControl.class);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(control.writeRejects(run.id(), "UTF-16LE", out)).isTrue();
        assertThat(out.toByteArray()).isEqualTo(Files.readAllBytes(other));
        for (String charset : new String[] {null, "ISO-8859-1"}) {
            assertThatThrownBy(() -> control.writeRejects(run.id(), charset, out))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("give --charset=UTF-8 or --charset=UTF-16LE");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "49.9%"})
    void exceededLimitEndsTheRunAndAHigherOneResumesIt(String limit) {
        String name = "limit-" + limit.replaceAll("[.%]", "");
        TestJob job = badRecords(name);

        Run first = program.run(job.prepare("chunk-size=1", "rejects.limit=" + limit));

        assertThat(first.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(first.reason())
                .isEqualTo("The reject limit " + limit + " is exceeded: 3 of 6 records (50.00 %) are rejected, and the"
                        + " whole input is read.");
        assertThat(rejects(first)).hasContent("n,text\r\n" + UNMAPPABLE + MALFORMED + REFUSED);

        Run second = program.run(job.prepare("rejects.limit=50%"));

        assertThat(second.ending()).as(second.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(second.importNumber()).isEqualTo(first.importNumber());
        assertThat(program.plan(second).counts()).isEqualTo(new Counts(6, 3, 0, 3, 0));
        assertThat(Rows.withoutIds(program.documents(name))).containsExactly(row(1, "a"), row(3, "c"), row(5, "e"));
    }

    @Test
    void limitExceededInTheMiddleLeavesTheRestUnread() {
        TestJob job = badRecords("early");

        Run first = program.run(job.prepare("chunk-size=1"));

        assertThat(first.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(first.counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
        assertThat(first.reason())
                .matches(
                        "The reject limit 0 is exceeded: 1 of 2 records \\(50.00 %\\) is rejected, and \\d\\d % of the input is"
                                + " read. 'mongohaul check early' with the same parameters shows all rejects and the limit that would"
                                + " pass.");
        assertThat(program.documents("early")).hasSize(1);

        Run unchanged = program.run(job.prepare("chunk-size=1"));
        Run second = program.run(job.prepare("rejects.limit=3"));

        assertThat(second.counts()).isEqualTo(new Counts(4, 2, 0, 2, 0));
        assertThat(rejects(second)).hasContent("n,text\r\n" + UNMAPPABLE + MALFORMED + REFUSED);
        assertThat(unchanged.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(unchanged.counts()).isEqualTo(Counts.NONE);
    }

    @Test
    void correctedRejectsAreImportedWhileTheImportStandsAtItsLimit() throws IOException {
        TestJob job = badRecords("standing");
        Run standing = program.run(job.prepare("chunk-size=1"));
        assertThat(standing.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        String corrected = Files.readString(rejects(standing)).replace("two,", "2,");
        Files.writeString(rejects(standing), corrected);

        Run correction = program.run(job.prepare("files=" + rejects(standing)));

        assertThat(correction.ending()).as(correction.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(correction.counts().written()).isEqualTo(1);
        assertThat(program.plan(standing).state()).isEqualTo(ImportState.UNFINISHED);
        assertThat(program.plan(correction).corrects()).isEqualTo(standing.importNumber());
        assertThat(program.bean(Runs.class).imports("standing", false, Long.MAX_VALUE, 2))
                .extracting(PastImport::isOfWholeInput)
                .containsExactly(false, true);

        Run resumed = program.run(job.prepare("rejects.limit=3"));

        assertThat(resumed.importNumber()).isEqualTo(standing.importNumber());
        assertThat(resumed.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(Files.readString(rejects(standing))).isEqualTo(corrected);
        assertThat(rejects(standing, ".2")).hasContent("n,text\r\n" + UNMAPPABLE + MALFORMED + REFUSED);
        assertThat(Rows.withoutIds(program.documents("standing")))
                .containsExactlyInAnyOrder(row(1, "a"), row(2, "=1+1"), row(3, "c"), row(5, "e"));
    }

    @Test
    void correctionsSurviveARestartOfTheImport() throws IOException {
        TestJob job = badRecords("kept");
        Run standing = program.run(job.prepare("chunk-size=1"));
        Files.writeString(rejects(standing), "n,text\r\n2,=1+1\r\n");

        program.run(job.prepare("rejects.limit=1", "chunk-size=1"));
        program.run(job.prepare("rejects.limit=3"));

        assertThat(rejects(standing)).hasContent("n,text\r\n2,=1+1\r\n");
        assertThat(rejects(standing, ".2")).hasContent("n,text\r\n" + UNMAPPABLE + MALFORMED + REFUSED);
        assertThat(rejects(standing, ".3")).doesNotExist();
    }

    @Test
    void rejectsOfAnotherImportAreRefused() throws IOException {
        TestJob job = badRecords("foreign");
        Run standing = program.run(job.prepare("chunk-size=1"));
        Path other = rejects(standing).resolveSibling("foreign-%d.csv".formatted(standing.importNumber() + 1));
        Files.writeString(other, "n,text\n9,x\n");

        assertThatThrownBy(() -> program.run(job.prepare("files=" + other)))
                .isInstanceOf(ImportRefusedException.class)
                .hasMessageContaining("is unfinished");
    }

    @Test
    void rejectsThatAreNotStoredFailTheRun() {
        TestJob job = badRecords("lost");
        Run standing = program.run(job.prepare("chunk-size=1"));
        program.database()
                .getCollection(RejectStore.COLLECTION)
                .deleteMany(Filters.eq("_id.i", standing.importNumber()));

        Run failed = program.run(job.prepare("rejects.limit=unlimited"));

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(failed.reason()).startsWith("The import counted 3 rejects, but 2 are stored");
        assertThat(program.plan(failed).state()).isEqualTo(ImportState.UNFINISHED);
    }

    /** Returns a job with longer texts, which the server refuses. */
    private TestJob badRecords(String name) {
        program.database()
                .createCollection(
                        name,
                        new CreateCollectionOptions()
                                .validationOptions(new ValidationOptions()
                                        .validator(Document.parse("{text: {$not: /refused/}}"))));
        return TestJob.in(folder, name, "fields: {n: int32}").input(INPUT);
    }

    private Path rejects(Run run) {
        return rejects(run, "");
    }

    private Path rejects(Run run, String charset) {
        String name = run.execution().getJobInstance().getJobName();
        return folder.resolve("rejects/" + name + "-" + run.importNumber() + charset + ".csv");
    }

    private static Document row(int n, String text) {
        return new Document("n", n).append("text", text);
    }
}
