package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.writer.WriterType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports of only new rows. */
class AddIT {

    private static final String BY_ID = ", id: [sku]}";
    private static final String BY_MATCH = "}";

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

    /** @param key by which documents are found */
    private TestJob job(String name, String key, String... settings) {
        String match = key.equals(BY_ID) ? "" : ", match: [sku]";
        String[] usual = {
            "target: {collection: %s%s".formatted(name, key),
            "fields: {price: int32}",
            "write: {operation: add, chunk-size: 7%s}".formatted(match)
        };
        return TestJob.in(
                folder, name, Stream.of(usual, settings).flatMap(Stream::of).toArray(String[]::new));
    }

    private static String csv(int from, int to, int price) {
        return IntStream.range(from, to)
                .mapToObj(row -> "s%04d,%d\n".formatted(row, price))
                .collect(Collectors.joining("", "sku,price\n", ""));
    }

    private static void given(String collection, String key, int... numbers) {
        program.collection(collection)
                .insertMany(IntStream.of(numbers)
                        .mapToObj(row -> {
                            String sku = "s%04d".formatted(row);
                            Document document = key.equals(BY_ID) ? new Document("_id", sku) : new Document();
                            return document.append("sku", sku).append("mine", true);
                        })
                        .toList());
    }

    /** Returns the prices by key, with 0 for the documents that were there. */
    private static List<String> prices(String collection) {
        return program
                .collection(collection)
                .find()
                .sort(Sorts.ascending("sku", "_id"))
                .into(new ArrayList<>())
                .stream()
                .map(document ->
                        document.getOrDefault("sku", document.get("_id")) + " " + document.getInteger("price", 0))
                .toList();
    }

    private static List<String> expected(int rows, int price, int... there) {
        List<Integer> kept = IntStream.of(there).boxed().toList();
        return IntStream.range(0, rows)
                .mapToObj(row -> "s%04d %d".formatted(row, kept.contains(row) ? 0 : price))
                .toList();
    }

    static List<WriterType> writers() {
        return WriterType.ALL;
    }

    @ParameterizedTest
    @MethodSource("writers")
    void rowsThatAreThereAreLeftAlone(WriterType writer) {
        String name = "only-new-" + writer;
        given(name, BY_ID, 3, 8);
        TestJob job = job(name, BY_ID, "rejects: {limit: 0}");

        Run first = program.run(job.input(csv(0, 20, 1) + "s0004,9\n").prepare("writer=" + writer));
        Run second = program.run(job.input(csv(0, 25, 2)).prepare("writer=" + writer));

        assertThat(first.ending()).as(first.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(first.counts()).isEqualTo(new Counts(21, 18, 3, 0, 0));
        assertThat(second.counts()).isEqualTo(new Counts(25, 5, 20, 0, 0));
        List<String> all = new ArrayList<>(expected(20, 1, 3, 8));
        all.addAll(expected(25, 2).subList(20, 25));
        assertThat(prices(name)).isEqualTo(all);
    }

    @ParameterizedTest
    @MethodSource("writers")
    void rowsAreFoundByOtherColumns(WriterType writer) {
        String name = "only-new-match-" + writer;
        given(name, BY_MATCH, 3, 8);

        Run run = program.run(
                job(name, BY_MATCH).input(csv(0, 20, 1) + "s0004,9\n").prepare("writer=" + writer));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.counts()).isEqualTo(new Counts(21, 18, 3, 0, 0));
        assertThat(prices(name)).isEqualTo(expected(20, 1, 3, 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_ID, BY_MATCH})
    void firstRowOfAKeyCountsWhereOrderIsKept(String key) {
        String name = "repeated" + key.length();
        String rows = csv(0, 40, 1) + csv(0, 40, 2).lines().skip(1).collect(Collectors.joining("\n")) + "\n";

        Run run = program.run(job(name, key).input(rows).prepare("grid-size=4", "chunk-size=50"));

        assertThat(program.plan(run).partitions()).hasSize(1);
        assertThat(run.counts()).isEqualTo(new Counts(80, 40, 40, 0, 0));
        assertThat(prices(name)).isEqualTo(expected(40, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_ID, BY_MATCH})
    void uniqueKeysAreReadInPartitions(String key) {
        String name = "partitions" + key.length();
        given(name, key, 3, 150);

        Run run = program.run(job(name, key).input(csv(0, 4000, 1)).prepare("write.keys=unique", "grid-size=4"));

        assertThat(program.plan(run).partitions()).hasSize(4).allMatch(ImportPartition::finished);
        assertThat(run.counts()).isEqualTo(new Counts(4000, 3998, 2, 0, 0));
        assertThat(prices(name)).isEqualTo(expected(4000, 1, 3, 150));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_ID, BY_MATCH})
    void failedRunIsContinued(String key) {
        String name = "continued" + key.length();
        given(name, key, 3, 8);
        TestJob job = job(name, key).input(csv(0, 40, 1));

        Run failed = program.failAfterChunks(2, job.prepare());
        Run second = program.run(job.prepare());

        assertThat(second.importNumber()).isEqualTo(failed.importNumber());
        assertThat(program.plan(second).counts()).isEqualTo(new Counts(40, 38, 2, 0, 0));
        assertThat(prices(name)).isEqualTo(expected(40, 1, 3, 8));
    }

    @Test
    void sameContentIsLoadedAgainAfterOther() {
        TestJob job = job("again", BY_ID);
        program.run(job.input(csv(0, 5, 1)).prepare());

        assertThat(program.launch(job.prepare(), new ImportMonitor()).nothingToDo())
                .isTrue();

        program.run(job.input(csv(5, 9, 1)).prepare());
        program.collection("again").deleteOne(Filters.eq("s0002"));
        Run third = program.run(job.input(csv(0, 5, 1)).prepare());

        assertThat(third.counts()).isEqualTo(new Counts(5, 1, 4, 0, 0));
        assertThat(prices("again")).isEqualTo(expected(9, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {BY_ID, BY_MATCH})
    void undoRemovesOnlyWhatWasAdded(String key) {
        String name = "undone" + key.length();
        given(name, key, 3, 8);
        String rows = csv(0, 20, 1) + "s0003,9\ns0004,9\n";
        Run run = program.run(
                job(name, key, key.equals(BY_ID) ? "undo: 1d" : "").input(rows).prepare());

        LaunchResult undone = program.bean(UndoLauncher.class).undo(run.id(), false, folder, new ImportMonitor());

        assertThat(undone.run().orElseThrow().ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(UndoCounts.of(program.plan(undone.run().orElseThrow()).counts())
                        .takenBack())
                .isEqualTo(18);
        assertThat(program.plan(run).state()).isEqualTo(ImportState.UNDONE);
        assertThat(prices(name)).containsExactly("s0003 0", "s0008 0");
    }

    @Test
    void undoOfIdsFromColumnsNeedsTheKey() {
        Run run = program.run(job("not-kept", BY_ID).input(csv(0, 5, 1)).prepare());
        UndoLauncher undo = program.bean(UndoLauncher.class);

        assertThatThrownBy(() -> undo.undo(run.id(), false, folder, new ImportMonitor()))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("the ids of its documents are from columns, and were not kept");
        assertThat(prices("not-kept")).isEqualTo(expected(5, 1));
    }

    @Test
    void laterAddOfOtherRowsDoesNotPreventAnUndo() {
        TestJob job = job("other-rows", BY_ID, "undo: 1d");
        Run first = program.run(job.input(csv(0, 5, 1)).prepare());
        program.run(job.input(csv(5, 9, 2)).prepare());

        LaunchResult undone = program.bean(UndoLauncher.class).undo(first.id(), false, folder, new ImportMonitor());

        assertThat(undone.run().orElseThrow().ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(prices("other-rows")).containsExactly("s0005 2", "s0006 2", "s0007 2", "s0008 2");
    }

    /** Its rows would be missing after the undo. */
    @Test
    void laterAddThatFoundRowsPreventsAnUndo() {
        TestJob job = job("same-rows", BY_ID, "undo: 1d");
        Run first = program.run(job.input(csv(0, 5, 1)).prepare());
        Run later = program.run(job.input(csv(3, 9, 2)).prepare());
        UndoLauncher launcher = program.bean(UndoLauncher.class);

        assertThatThrownBy(() -> launcher.undo(first.id(), false, folder, new ImportMonitor()))
                .hasMessageContaining("run " + later.id() + ", add into");
        assertThat(prices("same-rows")).hasSize(9);
    }

    @Test
    void rowThatTheServerRefusesIsARejectUnlessItsKeyIsThere() throws IOException {
        Document validator = Document.parse("{validator: {price: {$ne: 13}}}");
        program.database().createCollection("validated");
        program.database()
                .runCommand(new Document("collMod", "validated").append("validator", validator.get("validator")));
        given("validated", BY_ID, 1);
        TestJob job = job("validated", BY_ID, "rejects: {limit: unlimited}");

        Run run = program.run(job.input("sku,price\ns0000,1\ns0001,13\ns0002,13\ns0003,x\ns0002,1\n")
                .prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(run.counts()).isEqualTo(new Counts(5, 2, 1, 2, 0));
        assertThat(prices("validated")).isEqualTo(expected(3, 1, 1));

        Files.writeString(folder.resolve("corrected.csv"), "sku,price\ns0002,7\ns0003,7\n");
        Run corrected = program.run(job.prepare("files=corrected.csv"));

        assertThat(corrected.counts()).isEqualTo(new Counts(2, 1, 1, 0, 0));
        assertThat(prices("validated")).containsExactly("s0000 1", "s0001 0", "s0002 1", "s0003 7");
    }

    @Test
    void processorEntityAndDerivedValidatorApply() {
        TestJob entity = TestJob.in(
                folder,
                "entities",
                "entity: dev.mongohaul.sample.Product",
                "target: {collection: entities, id: [sku], validator: derive}",
                "fields: {price: decimal}",
                "write: {operation: add}");
        program.run(entity.input("sku,price\na,1.50\n").prepare());

        Run run = program.run(entity.input("sku,price\na,9.00\nb,2.50\n").prepare("writer=bulk"));

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 1, 1, 0, 0));
        assertThat(program.documents("entities"))
                .extracting(document -> document.get("_id") + " " + document.get("price"))
                .containsExactlyInAnyOrder("a 1.50", "b 2.50");
    }

    @Test
    void columnCanName() {
        given("column", BY_ID, 1, 2, 3);
        TestJob job = TestJob.in(
                        folder,
                        "column",
                        "target: {collection: column, id: [sku]}",
                        "fields: {price: int32}",
                        "write: {operation: {column: op, values: {A: add, U: update, D: delete}}, chunk-size: 4}")
                .input(
                        "sku,price,op\ns0000,1,A\ns0001,1,A\ns0002,1,U\ns0002,9,A\ns0003,,D\ns0003,1,A\ns0003,9,A\ns0000,9,A\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(8, 4, 4, 0, 0));
        assertThat(prices("column")).containsExactly("s0000 1", "s0001 0", "s0002 1", "s0003 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"target: {collection: refused}", "target: {collection: refused, id: [sku]}"})
    void columnFindsDocumentsByTheirIds(String target) {
        TestJob job = TestJob.in(
                        folder,
                        "refused",
                        target,
                        "write: {operation: {column: op, values: {A: add, U: update}}, match: [code]}")
                .input("sku,code,op\n1,1,A\n");

        assertThatThrownBy(job::prepare)
                .isInstanceOf(JobRefusedException.class)
                .hasMessageContaining("beside other operations, add finds documents by _id");
    }

    @Test
    void onlyOneImportAddsToATargetAtATime() {
        assertThat(job("alone", BY_MATCH).input(csv(0, 1, 1)).prepare().addsUnderOtherIds())
                .isFalse();
        ImportPlan plan = program.plan(program.run(job("alone", BY_MATCH).prepare()));
        assertThat(plan.idPrefix()).isNotNull();
        assertThat(plan.identity().operation()).isEqualTo("add");
    }
}
