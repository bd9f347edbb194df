package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.WriteConcern;
import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.setting.TargetIndex;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.reject.SampleRejects;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.sample.Product;
import dev.mongohaul.writer.send.WriteOperation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportJobsTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "a,b\n", "a,b"})
    void inputWithoutRecordsIsRefusedUnlessTheJobAllowsIt(String content) {
        TestJob job = TestJob.in(folder, "job").input(content);

        assertThatThrownBy(job::prepare)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("input.csv")
                .hasMessageContaining("has no record")
                .hasMessageContaining("empty: ok");
        assertThat(job.prepare(InputStream.nullInputStream(), Duration.ZERO, "empty=ok"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rejects/whole-7.csv", "rejects/whole-7.UTF-16.csv", "fixed/whole-7.csv"})
    void rejectedRecordsAreNoSnapshot(String file) throws IOException {
        TestJob job = whole();
        Files.createDirectories(folder.resolve("fixed"));
        Files.createDirectories(folder.resolve("rejects"));
        try (OutputStream reasons = Files.newOutputStream(folder.resolve("fixed/whole-7.jsonl"))) {
            RejectExport.appendReason(SampleRejects.many(1).findFirst().orElseThrow(), reasons);
        }
        job.input(file, "a\n1\n".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> job.prepare("files=" + file))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining(
                        "contains the rejects of an import, and this job would remove all other documents")
                .hasMessageEndingWith(
                        "When that import is completed, add operation=upsert to the command, which adds them");
        assertThat(job.prepare("files=" + file, "operation=upsert").importsRejects())
                .isTrue();
        assertThat(job.prepare("files=" + file, "deletes=none").removesUnseen()).isFalse();
        assertThatThrownBy(() -> job.prepare("files=" + file, "operation=swap", "swap.by=view"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageEndingWith(
                        "Correct the records in the whole input, and import that: nothing can be added to a view");
    }

    @Test
    void datedInputIsNoFileOfRejects() {
        TestJob job = whole().input("whole-20260101.csv", "a\n1\n".getBytes(StandardCharsets.UTF_8));

        assertThat(job.prepare("files=whole-20260101.csv").removesUnseen()).isTrue();
    }

    private TestJob whole() {
        return TestJob.in(folder, "whole", "target: {collection: whole, id: [a]}", "write: {operation: snapshot}");
    }

    @Test
    void markOfASnapshotIsNoColumn() {
        TestJob job = TestJob.in(
                        folder,
                        "marked",
                        "target: {collection: marked, id: [a]}",
                        "write: {operation: snapshot}",
                        "snapshot: {deletes: mark, mark-field: b}")
                .input("a,b.c\n1,2\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("column \"b.c\" goes to b.c: use another field for the mark");
    }

    @Test
    void globWithoutAMatchIsRefusedUnlessTheJobAllowsIt() {
        TestJob glob = TestJob.in(folder, "job", "source: {files: '*.csv'}");

        assertThatThrownBy(glob::prepare).isInstanceOf(InputException.class).hasMessageContaining("*.csv");
        assertThat(glob.prepare(InputStream.nullInputStream(), Duration.ZERO, "empty=ok"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fields.c=string", "target.id=c", "unlisted=refuse"})
    void unfitHeaderIsRefused(String parameter) {
        TestJob job = TestJob.in(folder, "job", "fields: {a: string}").input("a,b\n1,2\n");
        String column = parameter.startsWith("unlisted") ? "\"b\"" : "\"c\"";

        assertThatThrownBy(() -> job.prepare(parameter))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageStartingWith("job: ")
                .hasMessageContaining(column);
    }

    @Test
    void missingOperationColumnIsRefused() {
        TestJob job =
                TestJob.in(folder, "job", "target: {collection: job, id: [a]}").input("a,op\n1,U\n");

        assertThatThrownBy(() -> job.prepare("operation={column: po, values: {U: update, D: delete}}"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("the operation names the column \"po\", which the header lacks")
                .hasMessageContaining("The header has: \"a\", \"op\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id: [a] | match: [b] | insert | an insert is known by its _id
            id: []  | match: [b] | insert | beside insert, a replacement needs an _id of columns
            """)
    void indistinguishableInsertsAreRefused(String id, String match, String other, String message) {
        TestJob job = TestJob.in(
                        folder,
                        "job",
                        "target: {collection: job, %s}".formatted(id),
                        "write: {operation: {column: op, values: {I: %s, R: replace}}, %s}".formatted(other, match))
                .input("op,a,b\nI,1,2\n");

        assertThatThrownBy(job::prepare).isInstanceOf(JobRefusedException.class).hasMessageContaining(message);
    }

    @Test
    void propertiesOfTheEntityTakeTheColumns() {
        ImportJob job = TestJob.in(folder, "job", "entity: dev.mongohaul.sample.Product", "fields: {price: decimal}")
                .input("sku,price\nA-1,2\n")
                .prepare();

        assertThat(job.types().entity()).isNotNull();
        assertThat(job.types().entity().type()).isEqualTo(Product.class);
        assertThat(job.rendering().type()).isEqualTo(RawBsonDocument.class);
    }

    @Test
    void matchUsesTheFieldNamesOfTheEntity() {
        ImportJob job = TestJob.in(
                        folder,
                        "job",
                        "entity: dev.mongohaul.mapping.entity.Shop$Article",
                        "fields: {count: int32}",
                        "write: {operation: upsert, match: [count]}")
                .input("name,count\nA-1,2\n")
                .prepare();

        assertThat(job.write().match()).containsExactly("c");
    }

    @Test
    void entityIsOptional() {
        assertThat(TestJob.in(folder, "job").input("a\n1\n").prepare().types().entity())
                .isNull();
    }

    @Test
    void columnWithoutAPropertyIsReported() {
        TestJob job = TestJob.in(folder, "job", "entity: dev.mongohaul.sample.Product")
                .input("colour,price\nred,2\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining(
                        "column \"colour\" goes to \"colour\", but dev.mongohaul.sample.Product has no such"
                                + " property; it has id, sku, name, category, price, attributes, createdAt.");
    }

    @Test
    void firstRecordsShowWhatTheEntityStoresAsAnotherValue() {
        TestJob job = TestJob.in(folder, "job", "entity: dev.mongohaul.sample.Product")
                .input("sku,price\nA-1,\nA-2,2\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOf(JobRefusedException.class)
                .hasMessage(
                        "job: \"price\" is string by the job, but dev.mongohaul.sample.Product stores it as decimal:"
                                + " list its column under fields with that type, or give the property another class");
    }

    @Test
    void missingEntityIsRefused() {
        TestJob job = TestJob.in(folder, "job", "entity: com.example.Gone").input("a\n1\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOf(JobRefusedException.class)
                .hasMessageStartingWith("job: entity: com.example.Gone is n");
    }

    @Test
    void matchByAFieldWithADotInItsNameIsRefused() {
        TestJob job = TestJob.in(
                        folder, "job", "fields: {a: {to: [U.S. Sales]}}", "write: {operation: upsert, match: [a]}")
                .input("a,b\n1,2\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("write.match: column \"a\" goes to a field with a dot in its name");
    }

    @Test
    void writerWithoutTheOperationIsRefused() {
        TestJob job =
                TestJob.in(folder, "job", "target: {collection: job, id: [a]}").input("a,b\n1,2\n");

        assertThatThrownBy(() -> job.prepare("operation=replace", "writer=save-all"))
                .isInstanceOf(JobRefusedException.class)
                .hasMessageStartingWith("job: write.writer: save-all cannot do this");
    }

    @Test
    void settingsOfWritingAreTranslated() {
        ImportJob job = TestJob.in(
                        folder,
                        "job",
                        "target: {collection: docs, id: [a]}",
                        "fields: {b: {to: deep.b}}",
                        "write: {operation: upsert, match: [b], write-concern: w2, ordered: true}")
                .input("a,b\n1,2\n")
                .prepare();

        assertThat(job.write().collection()).isEqualTo("docs");
        assertThat(job.write().operation()).isEqualTo(WriteOperation.UPSERT);
        assertThat(job.write().match()).containsExactly("deep.b");
        assertThat(job.write().writeConcern()).isEqualTo(WriteConcern.W2);
        assertThat(job.write().ordered()).isTrue();
        assertThat(job.needsUniqueMatch()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "insert, '', '', true, false",
        "insert, a, '', false, false",
        "add, a, '', false, false",
        "add, '', b, true, true",
        "add, a, b, false, true",
        "upsert, a, '', false, false",
        "upsert, a, a, false, false",
        "upsert, a, b, false, true",
        "upsert, '', b, false, true",
        "merge, a, b, false, true",
        "replace, a, b, false, false",
    })
    void onlyInsertsWithoutIdColumnsGenerateIds(
            String operation, String id, String match, boolean generates, boolean needsUniqueMatch) {
        ImportJob job = TestJob.in(
                        folder,
                        "job",
                        "target: {collection: job, id: [" + id + "]}",
                        "write: {operation: " + operation + ", match: [" + match + "]}")
                .input("a,b\n1,2\n")
                .prepare();

        assertThat(job.generatesIds()).isEqualTo(generates);
        assertThat(job.needsUniqueMatch()).isEqualTo(needsUniqueMatch);
    }

    @Test
    void matchOnTheIdColumnNeedsNoIndex() {
        ImportJob job = TestJob.in(folder, "job", "write: {operation: upsert, match: [_id]}")
                .input("_id,b\n1,2\n")
                .prepare();

        assertThat(job.needsUniqueMatch()).isFalse();
    }

    @Test
    void constantNeedsNoColumnAndHasItsYamlType() {
        ImportJob job = TestJob.in(
                        folder,
                        "job",
                        "fields:",
                        "  text: {type: constant, value: '5'}",
                        "  number: {type: constant, value: 5}",
                        "  share: {type: constant, value: 0.5}",
                        "  fresh: {type: constant, value: true}")
                .input("a\n1\n")
                .prepare();

        MappedItem<Document> item = job.mapping().to(Rendering.DOCUMENT, null).map(CsvItems.record("1"));

        assertThat(((MappedDocument<Document>) item).content())
                .isEqualTo(Document.parse("{a: '1', fresh: true, number: 5, share: 0.5, text: '5'}"));
    }

    @Test
    void indexesAreTranslated() {
        ImportJob job = TestJob.in(
                        folder,
                        "job",
                        "target:",
                        "  collection: job",
                        "  indexes:",
                        "    - {keys: {a: 1, b: -1}, unique: true}",
                        "    - {keys: {b: hashed}}",
                        "    - {keys: a}")
                .input("a,b\n1,2\n")
                .prepare();

        List<TargetIndex> indexes = job.indexes();
        assertThat(indexes)
                .extracting(TargetIndex::keys)
                .containsExactly(
                        BsonDocument.parse("{a: 1, b: -1}"),
                        BsonDocument.parse("{b: 'hashed'}"),
                        BsonDocument.parse("{a: 1}"));
        assertThat(indexes.get(0).options().isUnique()).isTrue();
        assertThat(indexes.get(2).options().isUnique()).isFalse();
    }

    @Test
    void skippedLinesAreBlankInTheHeadOfTheRejects() {
        ImportJob job = TestJob.in(folder, "job", "source: {files: input.csv, skip-lines: 2}")
                .input("\uFEFFone\r\ntwo\r\na,b\r\n1,2\r\n")
                .prepare();

        assertThat(new String(job.head().bytes().getData(), StandardCharsets.UTF_8))
                .isEqualTo("\uFEFF\r\n\r\na,b\r\n");
        assertThat(job.head().lineEnd().getData()).containsExactly('\r', '\n');
    }

    @Test
    void changedInputsAreDetected() throws IOException {
        ImportJob job = TestJob.in(folder, "job").input("a,b\n1,2\n").prepare();
        Path file = folder.resolve("input.csv");
        Instant modified = Files.getLastModifiedTime(file).toInstant();

        assertThat(job.plannedInputs()).containsExactly(new PlannedInput(file.toString(), 8, modified, 0));
        assertThat(job.inputBytes()).isEqualTo(8);
        assertThat(job.touchedInput()).isEmpty();

        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        assertThat(job.touchedInput())
                .hasValueSatisfying(what ->
                        assertThat(what).endsWith("input.csv was written to, or replaced, while it was imported"));

        Files.writeString(file, "a,b\n1,2\n3,4\n");
        assertThat(job.touchedInput())
                .hasValueSatisfying(what ->
                        assertThat(what).endsWith("input.csv had 8 bytes when the import began and has 12 now"));

        Files.delete(file);
        assertThat(job.touchedInput())
                .hasValueSatisfying(
                        what -> assertThat(what).endsWith("input.csv is not there any more, or cannot be read"));
    }

    @Test
    void inputsAndRejectsStayWithinTheAllowedFolders() throws IOException {
        Path inside = Files.createDirectories(folder.resolve("inside"));
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.createSymbolicLink(inside.resolve("rejects"), outside);
        Files.writeString(inside.resolve("in.csv"), "a\n1\n");
        TestJob job =
                TestJob.in(folder, "job", "source: {files: inside/in.csv}").input("a\n1\n");
        List<Path> roots = List.of(inside);

        assertThat(job.prepareWithin(roots, roots, "directory=inside/deep")).isPresent();
        assertThatThrownBy(() -> job.prepareWithin(roots, roots, "files=input.csv", "directory=inside"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the only place that mongohaul.import.input-roots allows");
        for (String directory : List.of("rejects", "outside", "inside/rejects", "inside/rejects/deep", "inside/..")) {
            assertThatThrownBy(() -> job.prepareWithin(roots, roots, "directory=" + directory))
                    .as(directory)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("the only place that mongohaul.import.output-roots allows");
        }
    }

    @Test
    void lengthOfStandardInputIsUnknown() {
        ImportJob job = TestJob.in(folder, "job", "source: {files: '-'}").prepareFromStandardInput("a\n1\n");

        assertThat(job.inputBytes()).isZero();
        assertThat(job.plannedInputs()).containsExactly(new PlannedInput("-", -1, Instant.EPOCH, 0));
        assertThat(job.touchedInput()).isEmpty();
        assertThat(job.changedInput("standard input")).isEmpty();
    }
}
