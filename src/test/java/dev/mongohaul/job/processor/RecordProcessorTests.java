package dev.mongohaul.job.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mapping.FilteredRecord;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.repository.partition.ImportPartition;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;

class RecordProcessorTests {

    private static final String OBEDIENT = Processors.Obedient.class.getName();

    @TempDir
    private Path folder;

    /** Returns what becomes of the only record. */
    private MappedItem<Document> process(String record, String processor, String... settings) throws Exception {
        return processTyped("{amount: int32}", record, processor, settings);
    }

    private MappedItem<Document> processTyped(String fields, String record, String processor, String... settings)
            throws Exception {
        ImportJob job = TestJob.in(
                        folder,
                        "one",
                        "processor: '" + processor + "'",
                        "fields: " + fields,
                        String.join("\n", settings))
                .input("id,amount,name\n" + record + "\n")
                .prepare();
        CsvItemReader reader =
                job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1));
        reader.open(new ExecutionContext());
        CsvItem item = reader.read();
        ItemProcessor<CsvItem, MappedItem<Document>> mapper = job.mapper(
                Rendering.DOCUMENT,
                job.generatesIds() ? new GeneratedIds(1, 2) : null,
                Instant.now(),
                ImportOrigin.placeholder(List.of("input.csv")));
        return mapper.process(item);
    }

    private Document document(String record, String processor, String... settings) throws Exception {
        return ((MappedDocument<Document>) process(record, processor, settings)).content();
    }

    private String reason(String record, String... settings) throws Exception {
        return ((UnmappedRecord<Document>) process(record, OBEDIENT, settings)).reason();
    }

    @Test
    void recordIsChangedFilteredOrRejected() throws Exception {
        String processor = Processors.OfDocuments.class.getName();
        String settings = "processor-settings: {suffix: '!'}";

        assertThat(document("a,4,x", processor, settings, "target: {collection: one, id: [id]}"))
                .isEqualTo(new Document("_id", "a")
                        .append("id", "a")
                        .append("amount", 8)
                        .append("name", "X!"));
        assertThat(process("a,-4,x", processor)).isInstanceOf(FilteredRecord.class);
        assertThat(process("a,13,x", processor))
                .isInstanceOfSatisfying(
                        UnmappedRecord.class,
                        reject -> assertThat(reject.reason())
                                .startsWith("Processors$OfDocuments: 13 brings bad luck (IllegalArgumentException,"
                                        + " Processors.java:"));
        assertThat(process("a,many,x", processor))
                .isInstanceOfSatisfying(
                        UnmappedRecord.class,
                        reject -> assertThat(reject.columnName()).isEqualTo("amount"));
    }

    @Test
    void generatedIdIsPutBackAndKept() throws Exception {
        ObjectId id = document("a,1,x", OBEDIENT).getObjectId("_id");

        assertThat(id.getTimestamp()).isEqualTo(1);
        assertThat(document("a,1,no id", OBEDIENT).keySet()).startsWith("_id", "id");
        assertThat(document("a,1,new", OBEDIENT))
                .hasSize(2)
                .containsEntry("amount", 1)
                .containsKey("_id");
        assertThat(reason("a,1,other id")).startsWith("Processors$Obedient: it changed the _id that the import");
    }

    @Test
    void idOfColumnsMayBeChangedUnlessASnapshotNeedsIt() throws Exception {
        String target = "target: {collection: one, id: [id]}";

        assertThat(document("a,1,other id", OBEDIENT, target)).containsEntry("_id", "other");
        assertThat(document("a,1,new", OBEDIENT, target)).isEqualTo(new Document("_id", "a").append("amount", 1));
        assertThat(reason("a,1,other id", target, "write: {operation: snapshot}"))
                .contains("it changed _id, by which a snapshot knows what its input lacks");
    }

    @Test
    void idThatTheJobDoesNotMakeIsRefused() throws Exception {
        String write = "write: {operation: update, match: [id]}";

        assertThat(document("a,1,x", OBEDIENT, write)).doesNotContainKey("_id");
        assertThat(reason("a,1,other id", write)).contains("it set _id, which no column of the job makes");
        assertThat(reason("a,1,dot", write)).contains("an update reaches no field with a dot in its name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        nested null | it returned no document as "address", whose fields an update sets one by one
        nested text | it returned no document as "address", whose fields an update sets one by one
        nested dot  | it returned a field named "geo.lat": an update reaches no field with a dot in its name
        """)
    void documentWhoseFieldsAreUpdatedStaysADocument(String name, String reason) throws Exception {
        String fields = "{amount: {to: address.amount, type: int32}}";
        String insert = "target: {collection: one}";
        String merge = "target: {collection: one, id: [id]}\nwrite: {operation: merge}";

        assertThat(processTyped(fields, "a,1," + name, OBEDIENT, merge))
                .isInstanceOfSatisfying(
                        UnmappedRecord.class,
                        reject -> assertThat(reject.reason()).contains(reason));
        assertThat(processTyped(fields, "a,1," + name, OBEDIENT, insert)).isInstanceOf(MappedDocument.class);
        assertThat(processTyped(fields, "a,1,x", OBEDIENT, merge)).isInstanceOf(MappedDocument.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        object  | it returned what cannot be stored: the field "it", a java.lang.Object
        dollar  | it returned a field named "$it": a name must not begin with $
        deep    | Maximum serialization depth exceeded
        large   | bytes, and MongoDB takes 16 MiB
        checked | Processors$Obedient: IOException, Processors.java:
        """)
    void valuesThatCannotBeStoredRejectTheirRecord(String name, String reason) throws Exception {
        assertThat(reason("a,1," + name)).contains(reason);
    }

    @Test
    void valuesHaveTheTypesOfTheDriver() throws Exception {
        assertThat(document("a,1,date", OBEDIENT).getDate("it").toInstant())
                .isEqualTo(Instant.parse("2026-11-26T00:00:00Z"));
        assertThat(document("a,1,dot", OBEDIENT)).containsEntry("a.b", 1);
    }

    @Test
    void errorEndsTheImport() {
        assertThatThrownBy(() -> process("a,1,no method", OBEDIENT))
                .hasMessageStartingWith("The processor " + OBEDIENT + " failed at ")
                .hasMessageContaining("input.csv:2: com.acme.Library.call() (NoSuchMethodError, Processors.java:")
                .hasMessageContaining("no fault of the record");
    }
}
