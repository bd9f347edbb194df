package dev.mongohaul.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.processor.Processors;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.delivery.ChunkPlan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckLauncherTests {

    private static final String INT32 = "a whole number from -2147483648 to 2147483647";

    private final ImportMonitor monitor = new ImportMonitor();

    @TempDir
    private Path folder;

    @Test
    void numbersThatASpreadsheetShortenedAreNamed() {
        String input = "ean,mass\n4006381333931,1.5E+12\n4.00638E+12,6.02E+23\n";

        CheckResult result = check(job("fields: {ean: decimal, mass: double}").input(input));

        assertThat(result.notes())
                .singleElement()
                .asString()
                .contains("Column \"ean\" has 1 number that a spreadsheet shortened", "\"4.00638E+12\"", ":3.");
    }

    @Test
    void firstDocumentsAreShownWithoutGeneratedIds() {
        CheckResult result = check(job("fields: {n: int64}").input("n,text\n1,a\n2,b\n3,c\n4,d\n"));

        assertThat(result.ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(result.counts()).isEqualTo(new Counts(4, 4, 0, 0, 0));
        assertThat(result.documents())
                .containsExactly(
                        document("{n: {$numberLong: '1'}, text: 'a'}"),
                        document("{n: {$numberLong: '2'}, text: 'b'}"),
                        document("{n: {$numberLong: '3'}, text: 'c'}"));
        assertThat(result.rejects()).isEmpty();
    }

    @Test
    void firstFilledCellOfEachColumnIsShownWithItsValue() {
        CheckResult result = check(job(
                        "fields: {n: {type: int32, nulls: [NA]}, 'b.x': {to: [a.b, c]}, d: {type: boolean, true: ja}}",
                        "unlisted: drop",
                        "rejects: {limit: unlimited}")
                .input("n,b.x,d,e\nNA,,,1\nx,no,,2\nNA,y,,3\n07,z,,4\n8,z,ja,5\n"));

        assertThat(result.firstValues())
                .isEqualTo(Map.of(
                        "n", new FirstValue("07", new BsonInt32(7)),
                        "b.x", new FirstValue("y", new BsonString("y")),
                        "d", new FirstValue("ja", BsonBoolean.TRUE)));
    }

    @Test
    void idOfColumnsIsShown() {
        CheckResult result = check(job("target: {collection: c, id: [n]}").input("n,text\n1,a\n"));

        assertThat(result.documents()).containsExactly(document("{_id: '1', n: '1', text: 'a'}"));
    }

    @Test
    void rejectsAreReportedByReason() {
        CheckResult result = check(
                job("fields: {n: int32}", "rejects: {limit: unlimited}").input("n,text\n1,a\nx,b\n2\ny,c\n3,d\n"));

        assertThat(result.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(result.counts()).isEqualTo(new Counts(5, 2, 0, 3, 0));
        assertThat(result.rejects())
                .containsExactly(
                        new RejectGroup(
                                "is not an int32: " + INT32,
                                "n",
                                null,
                                2,
                                List.of(
                                        sample(3, "x", "\"x\" is not an int32: " + INT32),
                                        sample(5, "y", "\"y\" is not an int32: " + INT32))),
                        new RejectGroup(
                                "1 cell where the header has 2",
                                "text",
                                null,
                                1,
                                List.of(sample(4, null, "1 cell where the header has 2"))));
    }

    @Test
    void documentThatNothingFindsIsRejected() {
        CheckResult result = check(job("write: {operation: upsert, match: [n]}", "rejects: {limit: unlimited}")
                .input("n,text\n,a\n1,b\n"));

        assertThat(result.counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
        assertThat(result.rejects())
                .extracting(RejectGroup::reason)
                .containsExactly("\"n\" is blank, and the document is found by it");
    }

    @Test
    void duplicateOfAPromisedUniqueKeyIsRejected() {
        CheckResult result = check(job(
                        "target: {collection: job, id: [n]}",
                        "fields: {n: double}",
                        "write: {operation: update, keys: unique}",
                        "rejects: {limit: unlimited}")
                .input("n,text\n1,a\n2,b\n1.0,c\n3,d\n"));

        assertThat(result.counts()).isEqualTo(new Counts(4, 3, 0, 1, 0));
        assertThat(result.rejects())
                .extracting(RejectGroup::reason)
                .singleElement()
                .asString()
                .startsWith("an earlier record has the same key");
    }

    @Test
    void repeatedIdsOfInsertsAreAlreadyThereOrRejected() {
        TestJob job = job(
                        "target: {collection: job, id: [n]}",
                        "fields: {n: int32}",
                        "write: {operation: insert}",
                        "rejects: {limit: unlimited}")
                .input("n,text\n1,a\n2,b\n1,a\n1,c\n1,c\n3,d\n");

        CheckResult result = check(job);

        assertThat(result.counts()).isEqualTo(new Counts(6, 3, 1, 2, 0));
        assertThat(result.rejects())
                .extracting(RejectGroup::reason)
                .containsExactly("an earlier record of the input has the same _id, with other content");
        assertThat(CheckLauncher.unknowns(job.prepare())).noneMatch(text -> text.contains("two records"));
    }

    @Test
    void impossibleDocumentIsRejectedWithTheServersCode() {
        String record = "1," + "x".repeat((16 << 20) - 2);

        CheckResult result = check(job("rejects: {limit: unlimited}").input("n,text\n" + record + "\n2,a\n"));

        assertThat(result.counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
        assertThat(result.rejects()).singleElement().satisfies(group -> {
            assertThat(group.code()).isEqualTo(2);
            assertThat(group.reason()).startsWith("object to insert too large.");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 4, false",
        "0, 5, 5, false",
        "1, 1, 7, false",
        "2, 100, 0, false",
        "10%, 1, 10, true",
        "20%, 1, 0, false"
    })
    void limitIsExceededInTheSameChunkAsInAnImport(String limit, int chunkSize, long atRecord, boolean atEnd) {
        TestJob job = job("fields: {n: int32}").input("n\n1\n2\n3\nx\n5\n6\ny\n8\n9\n10\n");

        CheckResult result = check(job, "rejects.limit=" + limit, "chunk-size=" + chunkSize);

        assertThat(result.counts()).isEqualTo(new Counts(10, 8, 0, 2, 0));
        assertThat(result.limit().atRecord()).isEqualTo(atRecord);
        assertThat(result.limit().atEnd()).isEqualTo(atEnd);
        assertThat(result.ending())
                .isEqualTo(atRecord > 0 ? RunStatus.REJECT_LIMIT_EXCEEDED : RunStatus.COMPLETED_WITH_REJECTS);
    }

    @Test
    void chunksThatEndAtBytesAreReadToTheEnd() {
        String rows = IntStream.range(0, 1000)
                .mapToObj(n -> n + "," + "x".repeat(100) + "\n")
                .collect(Collectors.joining());

        CheckResult result = check(job().input("n,text\n" + rows), "write.chunk-bytes=1000B", "chunk-size=100000");

        assertThat(result.counts()).isEqualTo(new Counts(1000, 1000, 0, 0, 0));
        assertThat(monitor.counts()).isEqualTo(result.counts());
        assertThat(monitor.position()).isEqualTo(monitor.end());
    }

    @ParameterizedTest
    @CsvSource({"true, 5, 0", "false, 4, 1"})
    void planCountsTheCommandsOfMixedChunks(boolean ordered, int commands, int waiting) {
        TestJob job = job(
                        "target: {collection: checked, id: [n]}",
                        "rejects: {limit: 1}",
                        "write: {operation: {column: op, values: {U: update, D: delete}}}")
                .input("op,n\nU,1\nD,2\nU,3\n?,4\nU,5\nD,1\nU,6\nU,7\n");

        CheckResult result = check(job, "chunk-size=6", "write.ordered=" + ordered);

        assertThat(result.plan()).isEqualTo(new ChunkPlan(2, commands, waiting));
        assertThat(result.rejects())
                .singleElement()
                .satisfies(group -> assertThat(group.reason())
                        .contains("does not say what is to be done: write U to update, D to delete"));
        assertThat(result.documents().get(0)).isEqualTo(document("{_id: '1', n: '1'}"));
    }

    @Test
    @Timeout(60)
    void stopEndsAfterTheChunkAndShowsItsFindings() {
        ImportJob job = job("source: {files: '-'}")
                .prepare(new Endless(monitor), Duration.ZERO, "chunk-size=10")
                .orElseThrow();

        CheckResult result = CheckLauncher.launch(job, monitor);

        assertThat(result.ending()).isEqualTo(RunStatus.STOPPED);
        assertThat(result.counts().read())
                .isPositive()
                .satisfies(read -> assertThat(read % 10).isZero());
        assertThat(result.documents()).hasSize(CheckItemWriter.MOST_DOCUMENTS);
    }

    @Test
    void inputThatChangesDuringTheCheckHasNoVerdict() throws IOException {
        TestJob test = job().input("n\n1\n");
        ImportJob job = test.prepare();
        Files.setLastModifiedTime(folder.resolve("input.csv"), FileTime.from(Instant.EPOCH));

        CheckResult result = CheckLauncher.launch(job, monitor);

        assertThat(result.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).contains("input.csv", "check a file when it is complete");
    }

    @Test
    void totalsOfTheTrailerAreCompared() {
        String source = "source: {files: input.csv, expect: {trailer: {pattern: 'T,(\\d+),(.+)', records: 1,"
                + " sum: {column: b, group: 2}}}}";
        TestJob job = job(source, "fields: {a: int32, b: decimal}", "rejects: {limit: 1}");

        assertThat(check(job.input("a,b\n1,0.10\nx,0.20\nT,2,0.30\n")).ending())
                .isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        CheckResult wrong = check(job.input("a,b\n1,0.10\n2,\nT,3,0.30\n"));

        assertThat(wrong.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(wrong.reason())
                .startsWith(
                        "2 records were read, and the trailer says 3; the sum of b is 0.10, and the trailer says 0.30");
    }

    @Test
    void wrongChecksumIsRefused() throws IOException {
        TestJob job = job("source: {files: input.csv, expect: {checksum: '{file}.md5'}}")
                .input("a\n1\n");
        Files.writeString(folder.resolve("input.csv.md5"), "0".repeat(32));

        assertThatThrownBy(() -> check(job)).hasMessageContaining("is damaged or not complete: its MD5 is ");
    }

    @Test
    void unreadableRestIsReportedInOneLine() {
        byte[] whole = "n\n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        ImportJob job = job("source: {files: '-'}")
                .prepare(new Broken(whole), Duration.ZERO)
                .orElseThrow();

        CheckResult result = CheckLauncher.launch(job, monitor);

        assertThat(result.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(result.reason()).contains("the line is dead").hasLineCount(1);
    }

    @Test
    void processorIsPartOfTheCheck() {
        CheckResult result = check(processed(Processors.OfDocuments.class).input("amount,name\n1,a\n-1,b\n13,c\n"));

        assertThat(result.counts()).isEqualTo(new Counts(3, 1, 0, 1, 0).withFiltered(1));
        assertThat(result.documents()).containsExactly(document("{amount: 2, name: 'A'}"));
        assertThat(result.rejects())
                .singleElement()
                .satisfies(group -> assertThat(group.reason()).contains("13 brings bad luck"));
    }

    private TestJob processed(Class<?> processor) {
        return job("processor: " + processor.getName(), "fields: {amount: int32}", "rejects: {limit: unlimited}");
    }

    private TestJob job(String... settings) {
        return TestJob.in(folder, "checked", settings);
    }

    private CheckResult check(TestJob job, String... parameters) {
        return CheckLauncher.launch(job.prepare(parameters), monitor);
    }

    private RejectSample sample(long line, @Nullable String value, String text) {
        return new RejectSample(folder.resolve("input.csv").toString(), line, value, text);
    }

    private static BsonDocument document(String json) {
        return BsonDocument.parse(json);
    }

    /** Endless stream of numbers that requests a stop after some of them. */
    private static final class Endless extends InputStream {

        private static final int STOP_AFTER_BYTES = 1_000_000;

        private final ImportMonitor monitor;
        private int position;

        private Endless(ImportMonitor monitor) {
            this.monitor = monitor;
        }

        @Override
        public int read() {
            if (position == STOP_AFTER_BYTES) {
                monitor.requestStop();
            }
            return position++ % 2 == 0 ? 'n' : '\n';
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            for (int index = offset; index < offset + length; index++) {
                bytes[index] = (byte) read();
            }
            return length;
        }
    }

    /** Stream that fails after its bytes. */
    private static final class Broken extends InputStream {

        private final ByteArrayInputStream whole;

        private Broken(byte[] whole) {
            this.whole = new ByteArrayInputStream(whole);
        }

        @Override
        public int read() throws IOException {
            int octet = whole.read();
            if (octet < 0) {
                throw new IOException("the line is dead");
            }
            return octet;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = whole.read(bytes, offset, length);
            if (read < 0) {
                throw new IOException("the line is dead");
            }
            return read;
        }
    }
}
