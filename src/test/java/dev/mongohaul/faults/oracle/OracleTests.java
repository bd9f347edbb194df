package dev.mongohaul.faults.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.input.Row;
import dev.mongohaul.faults.oracle.Figures.Counted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oracle finds each kind of violation, and none in a correct result. */
class OracleTests {

    private static final Input INPUT = new Input(7, 5_000, Input.EVERY_REJECT, "\r\n");
    private static final List<Row> REJECTED = INPUT.rejected().toList();
    private static final long GOOD = (long) INPUT.rows() - REJECTED.size();

    @TempDir
    private Path rejects;

    private final List<Document> documents = new ArrayList<>();
    private Counted total = new Counted(INPUT.rows(), GOOD, 0, 0, REJECTED.size(), 0, 0);
    private Counted runs = total;
    private String status = "completed-with-rejects";

    @BeforeEach
    void createCorrectResult() throws IOException {
        INPUT.all()
                .filter(row -> !row.kind().rejected())
                .map(OracleTests::document)
                .forEach(documents::add);
        IntStream.range(0, Input.TAKEN_CODES)
                .mapToObj(number -> new Document("foreign", true))
                .forEach(documents::add);
        writeCsv(REJECTED);
        Files.write(
                rejects.resolve("faults-1.jsonl"),
                REJECTED.stream().map(row -> "{}").toList());
    }

    private static Document document(Row row) {
        return new Document("_id", new ObjectId())
                .append("id", (long) row.id())
                .append("code", row.code())
                .append("amount", row.amount())
                .append("payload", row.payload())
                .append("hash", row.hash());
    }

    private void writeCsv(List<Row> rows) throws IOException {
        Files.writeString(
                rejects.resolve("faults-1.csv"),
                rows.stream()
                        .map(row -> row.text() + "\r\n")
                        .collect(Collectors.joining("", Input.HEADER + "\r\n", "")));
    }

    private List<Invariant> broken() {
        return new Oracle(INPUT, false)
                .check(documents, rejects, "faults-1", new Figures(status, total, runs)).stream()
                        .map(Violation::invariant)
                        .distinct()
                        .toList();
    }

    @Test
    void correctResultHasNoFindings() {
        assertThat(REJECTED).extracting(Row::kind).containsAll(Input.EVERY_REJECT);
        assertThat(broken()).isEmpty();
    }

    @Test
    void lostDocumentIsFound() {
        documents.remove(17);

        assertThat(broken()).containsExactly(Invariant.NOTHING_LOST, Invariant.HONEST_COUNTS);
    }

    @Test
    void duplicateDocumentIsFound() {
        documents.add(new Document(documents.get(3)).append("_id", new ObjectId()));

        assertThat(broken()).containsExactly(Invariant.NOTHING_DOUBLED, Invariant.HONEST_COUNTS);
    }

    @Test
    void alteredDocumentIsFound() {
        documents.get(5).append("payload", "other");

        assertThat(broken()).containsExactly(Invariant.NOTHING_ALTERED);
    }

    @Test
    void documentWithAnExtraFieldIsFound() {
        documents.get(5).append("more", 1);

        assertThat(broken()).containsExactly(Invariant.NOTHING_ALTERED);
    }

    @Test
    void idThatIsNotFromTheColumnIsFound() {
        assertThat(new Oracle(INPUT, true).check(documents, rejects, "faults-1", new Figures(status, total, runs)))
                .extracting(Violation::invariant)
                .containsOnly(Invariant.NOTHING_ALTERED);
    }

    @Test
    void rejectedRecordThatIsADocumentTooIsFound() {
        documents.add(document(REJECTED.get(0)));

        assertThat(broken()).containsExactly(Invariant.NOTHING_DOUBLED, Invariant.HONEST_COUNTS);
    }

    @Test
    void documentOfNoRecordIsFound() {
        documents.add(new Document("_id", 1).append("id", 1_000_000L));

        assertThat(broken()).containsExactly(Invariant.NOTHING_ALTERED);
    }

    @Test
    void lossOfAnOlderDocumentIsFound() {
        documents.remove(documents.size() - 1);

        assertThat(broken()).containsExactly(Invariant.NOTHING_ALTERED);
    }

    @Test
    void rejectThatIsNotInTheFileIsFound() throws IOException {
        writeCsv(REJECTED.subList(1, REJECTED.size()));

        assertThat(broken()).containsExactly(Invariant.NOTHING_LOST);
    }

    @Test
    void rejectThatIsInTheFileTwiceIsFound() throws IOException {
        List<Row> twice = new ArrayList<>(REJECTED);
        twice.add(REJECTED.get(0));
        writeCsv(twice);

        assertThat(broken()).containsExactly(Invariant.NOTHING_DOUBLED);
    }

    @Test
    void otherLineEndsInTheRejectFileAreFound() throws IOException {
        Path csv = rejects.resolve("faults-1.csv");
        Files.writeString(csv, Files.readString(csv).replace("\r\n", "\n"));

        assertThat(broken()).containsExactly(Invariant.NOTHING_ALTERED);
    }

    @Test
    void missingReasonIsFound() throws IOException {
        Files.writeString(rejects.resolve("faults-1.jsonl"), "{}\n");

        assertThat(broken()).containsExactly(Invariant.NOTHING_LOST);
    }

    @Test
    void unfinishedFileIsFound() throws IOException {
        Files.createFile(rejects.resolve(".faults-1.csv.part"));

        assertThat(broken()).containsExactly(Invariant.NO_LEAK);
    }

    @Test
    void wrongCountIsFound() {
        total = new Counted(INPUT.rows(), GOOD - 1, 0, 1, REJECTED.size(), 0, 0);
        runs = total;

        assertThat(broken()).containsExactly(Invariant.HONEST_COUNTS);
    }

    @Test
    void runsThatDoNotAddUpAreFound() {
        runs = new Counted(INPUT.rows() + 1, GOOD + 1, 0, 0, REJECTED.size(), 0, 0);

        assertThat(broken()).containsExactly(Invariant.HONEST_COUNTS);
    }

    @Test
    void statusThatHidesRejectsIsFound() {
        status = "completed";

        assertThat(broken()).containsExactly(Invariant.HONEST_STATUS);
    }
}
