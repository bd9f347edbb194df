package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports of files whose sender tells when they are complete. */
class ExpectIT {

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start("expect");
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @Test
    void wrongChecksumIsRefusedBeforeAnythingIsWritten() {
        TestJob job = TestJob.in(folder, "damaged", "source: {files: input.csv, expect: {checksum: '{file}.sha256'}}")
                .input("a\n1\n")
                .input("input.csv.sha256", bytes(DigestUtils.sha256Hex("a\n1\n2\n") + "  input.csv\n"));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is damaged or not complete");
        assertThat(program.documents("damaged")).isEmpty();

        Run run = program.run(job.input("a\n1\n2\n").prepare());
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents("damaged")).hasSize(2);
    }

    @Test
    void wrongNumberOfRecordsDoesNotReplaceTheTarget() {
        program.collection("short").insertOne(new Document("_id", 1).append("old", true));
        TestJob job = TestJob.in(
                        folder,
                        "short",
                        "source: {files: input.csv, expect: {records: '{file}.count'}}",
                        "write: {operation: swap}")
                .input(Rows.csv(20))
                .input("input.csv.count", bytes("21\n"));

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(run.reason()).startsWith("20 records were read, and source.expect.records says 21");
        assertThat(program.documents("short")).hasSize(1).allMatch(document -> document.getBoolean("old"));

        Run corrected = program.run(job.input("input.csv.count", bytes("20\n")).prepare());
        assertThat(corrected.ending()).as(corrected.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(corrected.counts()).as("nothing is loaded again").isEqualTo(Counts.NONE);
        assertThat(program.documents("short")).hasSize(20);
    }

    @Test
    void controlSumIsThatOfAllRunsAndPartitions() {
        String records = IntStream.rangeClosed(1, 1000)
                .mapToObj(number -> number + ";" + number + ".10")
                .collect(Collectors.joining("\n"));
        TestJob job = sums("sums").input("n;amount\n" + records + "\nx;0.01\nT;1001;500600.01\n");

        Run failed = program.failAfterChunks(3, job.prepare());
        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        Run run = program.run(job.prepare());

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.documents("sums")).hasSize(1000);
    }

    @Test
    void wrongControlSumExceedsALimit() {
        Run run = program.run(
                sums("wrong").input("n;amount\n1;0.10\n2;0.20\nT;2;0.31\n").prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.LIMIT_EXCEEDED);
        assertThat(run.reason()).startsWith("the sum of amount is 0.30, and the trailer says 0.31");
    }

    @Test
    void inputIsReadBeforeItsTrailer() {
        Run run = program.run(
                sums("whole").input("n;amount\n1;0.10\nx;0.20\nT;2;0.30\n").prepare("rejects.limit=0"));

        assertThat(run.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(run.reason()).endsWith("and the whole input is read.");
    }

    private TestJob sums(String name) {
        return TestJob.in(
                folder,
                name,
                "source: {files: input.csv, delimiter: ';', expect: {trailer: {pattern: 'T;(\\d+);([\\d.]+)', records: 1, sum: {column: amount, group: 2}}}}",
                "fields: {n: int32, amount: double}",
                "write: {chunk-size: 50}",
                "partition: {grid-size: 4}",
                "rejects: {limit: 1}");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
