package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.processor.Processors;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.WriterType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Imports with a processor. */
class ProcessorIT {

    private static final int ROWS = 100;
    private static final String OF_DOCUMENTS = "processor: " + Processors.OfDocuments.class.getName();
    private static final String OF_ITEMS = "processor: " + Processors.OfItems.class.getName();
    private static final String ENTITY = "entity: " + Processors.Item.class.getName();
    private static final String UNLIMITED = "rejects: {limit: unlimited}";

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(
                TestServer.uri(),
                TestDatabases.take(),
                "mongohaul.import.smallest-range=1B",
                "mongohaul.repository.checkpoint-interval=0s");
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    private TestJob job(String name, String... settings) {
        return TestJob.in(
                folder,
                name,
                Stream.of(
                                Stream.of("fields: {amount: int32}"),
                                Stream.of(settings),
                                Stream.of("target: {collection: " + name + ", id: [id]}", UNLIMITED)
                                        .filter(usual -> Stream.of(settings)
                                                .noneMatch(own -> own.startsWith(usual.substring(0, 7)))))
                        .flatMap(each -> each)
                        .toArray(String[]::new));
    }

    /** Returns records with the amounts 0 to 99, of which every tenth is negative. */
    private static String csv() {
        return IntStream.range(0, ROWS)
                .mapToObj(id -> "%03d,%d,name %d\n".formatted(id, id % 10 == 7 ? -id : id, id))
                .collect(Collectors.joining("", "id,amount,name\n", ""));
    }

    private static List<Document> expected(boolean entity) {
        return IntStream.range(0, ROWS)
                .filter(id -> id % 10 != 7 && id != 13)
                .mapToObj(id -> {
                    Document document = new Document("_id", "%03d".formatted(id));
                    if (!entity) {
                        document.append("id", "%03d".formatted(id));
                    }
                    return document.append("amount", 2 * id).append("name", "NAME " + id);
                })
                .toList();
    }

    /** Returns each writer with one kind of processor, and the first, which takes bytes, with all kinds. */
    static Stream<Arguments> jobs() {
        List<String> kinds = List.of(OF_DOCUMENTS, OF_DOCUMENTS + "\n" + ENTITY, OF_ITEMS + "\n" + ENTITY);
        List<WriterType> writers = WriterType.ALL;
        return Stream.concat(
                kinds.stream().skip(1).map(kind -> Arguments.of(writers.get(0), kind)),
                IntStream.range(0, writers.size())
                        .mapToObj(index -> Arguments.of(writers.get(index), kinds.get(index % kinds.size()))));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void allWritersStoreWhatTheProcessorMakes(WriterType writer, String types) {
        boolean entity = types.contains("entity");
        int kind = (entity ? 1 : 0) + (types.contains(OF_ITEMS) ? 1 : 0);
        String name = "all-" + writer + "-" + kind;

        Run run = program.run(
                job(name, types).input(csv()).prepare("writer=" + writer, "chunk-size=7", "buffer=3", "grid-size=2"));

        assertThat(run.counts()).isEqualTo(new Counts(ROWS, 89, 0, 1, 0).withFiltered(10));
        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.documents(name))
                .isEqualTo(expected(entity))
                .allSatisfy(document -> assertThat(document.keySet()).startsWith("_id"));
        assertThat(program.bean(RejectStore.class)
                        .reasons(run.importNumber(), run.id())
                        .groups())
                .singleElement()
                .satisfies(group -> assertThat(group.reason())
                        .contains("13 brings bad luck (IllegalArgumentException, Processors.java:"));
    }

    @Test
    void springBatchCountsWhatIsFiltered() {
        Run run = program.run(job("filter-count", OF_DOCUMENTS).input(csv()).prepare("grid-size=1", "chunk-size=7"));

        assertThat(program.database()
                        .getCollection("BATCH_STEP_EXECUTION")
                        .find(Filters.and(Filters.eq("jobExecutionId", run.id()), Filters.gt("readCount", 0)))
                        .into(new java.util.ArrayList<>()))
                .extracting("readCount", "writeCount", "filterCount", "processSkipCount", "writeSkipCount")
                .isNotEmpty()
                .containsOnly(tuple(100L, 89L, 10L, 1L, 0L));
    }

    @Test
    void objectIsCreatedAndClosedForEachPartition() {
        int created = Processors.OfDocuments.CREATED.get();
        int closed = Processors.OfDocuments.CLOSED.get();

        Run run = program.run(job("partitions", OF_DOCUMENTS).input(csv()).prepare("grid-size=4"));

        int partitions = program.plan(run).partitions().size();
        assertThat(partitions).isGreaterThan(1);
        assertThat(Processors.OfDocuments.CREATED).hasValue(created + partitions + 1);
        assertThat(Processors.OfDocuments.CLOSED).hasValue(closed + partitions + 1);
    }

    @Test
    void resumedImportCountsEachRecordOnce() {
        TestJob job =
                job("resumed", OF_DOCUMENTS, "target: {collection: resumed}").input(csv());

        Run failed = program.failAfterChunks(3, job.prepare("grid-size=1", "chunk-size=10"));
        Run resumed = program.run(job.prepare("grid-size=1", "chunk-size=10"));

        assertThat(failed.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(resumed.importNumber()).isEqualTo(failed.importNumber());
        assertThat(failed.counts().filtered()).isEqualTo(3);
        assertThat(program.plan(resumed).counts()).isEqualTo(new Counts(ROWS, 89, 0, 1, 0).withFiltered(10));
        assertThat(program.documents("resumed")).hasSize(89);
    }

    @Test
    void chunksWithoutAnyDocumentArePassed() {
        Run run = program.run(job("nothing", OF_DOCUMENTS)
                .input("id,amount,name\n1,-1,a\n2,-2,b\n3,-3,c\n")
                .prepare("chunk-size=1"));

        assertThat(run.counts()).isEqualTo(new Counts(3, 0, 0, 0, 0).withFiltered(3));
        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void comparisonIsWithWhatTheProcessorMakes() {
        String[] settings = {OF_DOCUMENTS, "write: {operation: upsert}"};
        program.run(job("compared", settings).input(csv()).prepare());

        Run again = program.run(job("compared", settings).input(csv()).prepare(), true);

        assertThat(again.counts())
                .isEqualTo(new Counts(ROWS, 0, 89, 0, 1, 0, again.counts().cells()).withFiltered(10));
    }

    @Test
    void updatesAndDeletesFindDocumentsByTheirNewValues() {
        program.collection("changed")
                .insertMany(List.of(
                        new Document("_id", 1).append("name", "A").append("amount", 0),
                        new Document("_id", 2).append("name", "B").append("amount", 0)));
        String fields = "fields: {amount: int32}";
        String write = "write: {operation: {column: op, values: {u: update, d: delete}}, match: [name]}";

        Run run = program.run(TestJob.in(folder, "changed", OF_DOCUMENTS, fields, write)
                .input("op,amount,name\nu,4,a\nd,1,b\nd,-1,c\n")
                .prepare());

        assertThat(run.counts()).isEqualTo(new Counts(3, 2, 0, 0, 0).withFiltered(1));
        assertThat(program.documents("changed"))
                .containsExactly(new Document("_id", 1).append("name", "A").append("amount", 8));
    }

    @Test
    void snapshotDeletesWhatIsFilteredAndKeepsWhatIsRejected() {
        program.collection("snapshot")
                .insertMany(Stream.of("keep", "filtered", "rejected", "gone")
                        .map(id -> new Document("_id", id))
                        .toList());

        Run run = program.run(job("snapshot", OF_DOCUMENTS, "write: {operation: snapshot, max-loss: unlimited}")
                .input("id,amount,name\nkeep,1,a\nfiltered,-1,b\nrejected,13,c\n")
                .prepare());

        assertThat(run.counts()).isEqualTo(new Counts(3, 1, 0, 1, 0).withFiltered(1));
        assertThat(program.documents("snapshot"))
                .extracting(document -> document.getString("_id"))
                .containsExactly("keep", "rejected");
        assertThat(program.plan(run).deletions().deleted()).isEqualTo(2);
    }

    @Test
    void swapCountsOnlyWhatIsWritten() {
        Run run = program.run(job("swapped", OF_DOCUMENTS, "write: {operation: swap}")
                .input(csv())
                .prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(program.documents("swapped")).hasSize(89);
    }

    @Test
    void errorFailsTheRunAndRejectsNothing() {
        Run run = program.run(job("error", "processor: " + Processors.Obedient.class.getName())
                .input("id,amount,name\n1,1,a\n2,1,no method\n3,1,c\n")
                .prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.counts().rejected()).isZero();
        assertThat(run.reason())
                .startsWith("The processor " + Processors.Obedient.class.getName() + " failed at ")
                .contains("input.csv:3: com.acme.Library.call() (NoSuchMethodError");
    }

    @Test
    void otherSettingsOrVersionsAreOtherImports() {
        TestJob job = job("identity", OF_DOCUMENTS).input(csv());
        Run failed = program.failAfterChunks(1, job.prepare("grid-size=1", "chunk-size=10"));

        assertThatThrownBy(() -> program.run(job.prepare("grid-size=1", "processor-settings={suffix: x}")))
                .hasMessageContaining("begun when the job had other settings")
                .hasMessageContaining("processor-settings");
        program.database()
                .getCollection("mongohaul_imports")
                .updateOne(
                        Filters.eq("jobInstanceId", failed.importNumber()),
                        Updates.set("identity.meaning", "that of another version"));
        assertThatThrownBy(() -> program.launch(job.prepare("grid-size=1"), new ImportMonitor()))
                .hasMessageContaining("the processor " + Processors.OfDocuments.class.getName())
                .hasMessageContaining("had another version");
    }

    @Test
    void rejectsAreExportedAndImportedAgain() throws Exception {
        Path rejects = folder.resolve("rejects");
        Run run = program.run(job("retried", OF_DOCUMENTS, "rejects: {limit: unlimited, directory: '" + rejects + "'}")
                .input("id,amount,name\n1,1,a\n2,13,b\n")
                .prepare());
        Path file = rejects.resolve("retried-" + run.importNumber() + ".csv");
        assertThat(Files.readString(file)).isEqualTo("id,amount,name\n2,13,b\n");
        Files.writeString(file, "id,amount,name\n2,12,b\n");

        Run again =
                program.run(job("retried", OF_DOCUMENTS, "rejects: {limit: unlimited, directory: '" + rejects + "'}")
                        .prepare("source.files=" + file));

        assertThat(again.counts()).isEqualTo(new Counts(1, 1, 0, 0, 0));
        assertThat(program.documents("retried")).hasSize(2);
    }
}
