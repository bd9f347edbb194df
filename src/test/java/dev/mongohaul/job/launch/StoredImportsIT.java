package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports whose documents are stored in the format of 0.2.0, in {@code src/test/resources/stored}: a dump of all collections in
 * extended JSON, with the job file and the input. The target database is part of an import's identity, so it is fixed.
 */
class StoredImportsIT {

    private static final Path STORED = Path.of("src/test/resources/stored");
    private static final String DATABASE = "stored-imports";
    private static final String TARGET = "goods";

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        TestServer.client().getDatabase(DATABASE).drop();
        program = Program.start(DATABASE);
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    @Test
    void completedImportIsAlreadyLoaded() throws IOException {
        TestJob job = load("completed");
        List<Document> before = program.documents(TARGET);

        LaunchResult result = program.launch(job.prepare(), new ImportMonitor());

        assertThat(result.nothingToDo()).isTrue();
        assertThat(program.documents(TARGET)).isEqualTo(before).hasSize(11);
        assertThat(program.bean(Runs.class).recent(10)).hasSize(1);
    }

    @Test
    void stoppedImportIsCompleted() throws IOException {
        TestJob job = load("stopped");
        List<Document> before = program.documents(TARGET);
        assertThat(before).hasSizeBetween(1, 38);

        Run run = program.run(job.prepare());

        ImportPlan plan = program.plan(run);
        assertThat(plan.state()).as(run.reason()).isEqualTo(ImportState.COMPLETED);
        assertThat(plan.counts().read()).isEqualTo(40);
        assertThat(plan.counts().written()).isEqualTo(39);
        assertThat(run.counts().written()).isEqualTo(39L - before.size());
        assertThat(program.bean(Runs.class).recent(10)).hasSize(2);
        assertThat(program.documents(TARGET))
                .containsAll(before)
                .extracting(document -> document.getString("sku"))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 40)
                        .filter(row -> row != 1)
                        .mapToObj("s%02d"::formatted)
                        .toList());
    }

    @Test
    void killedImportIsCompleted() throws IOException {
        TestJob job = load("killed");

        Run run = program.run(job.prepare());

        ImportPlan plan = program.plan(run);
        assertThat(plan.state()).as(run.reason()).isEqualTo(ImportState.COMPLETED);
        assertThat(plan.counts()).isEqualTo(new Counts(30, 26, 1, 3, 0));
        assertThat(program.bean(Runs.class).recent(10))
                .extracting(past -> past.execution().getExitStatus().getExitCode())
                .containsExactly("COMPLETED WITH REJECTS", "KILLED");
        assertThat(program.documents(TARGET))
                .extracting(document -> document.getString("_id") + "=" + document.getInteger("stock"))
                .containsExactlyInAnyOrder(
                        "s0=100 s1=101 s2=102 s3=103 s4=104 s5=105 s6=106 s7=107 s8=108 s9=109 s10=110 s11=111 s12=12 s13=13 s14=14 s15=115 s16=116 s17=17 s18=18 s19=19 new1=2 new3=3 new4=4 new5=5 new6=6 new7=7 new8=8"
                                .split(" "));
    }

    @Test
    void heldSnapshotIsCompleted() throws IOException {
        TestJob job = load("held");

        Run run = program.run(job.prepare("max-loss=6"));

        assertThat(program.plan(run).state()).as(run.reason()).isEqualTo(ImportState.COMPLETED);
        assertThat(program.plan(run).deletions()).isEqualTo(new Deletions(20, 6, 0, 0, 0, 0));
        assertThat(stock()).containsExactlyInAnyOrderElementsOf(stock(0, 14));
    }

    @Test
    void snapshotThatFailedBeforeItsDeletionsIsCompleted() throws IOException {
        TestJob job = load("deleting");

        Run run = program.run(job.prepare());

        assertThat(program.plan(run).state()).as(run.reason()).isEqualTo(ImportState.COMPLETED);
        assertThat(stock()).containsExactlyInAnyOrderElementsOf(stock(0, 14));
    }

    @Test
    void undoThatFailedIsCompleted() throws IOException {
        load("undone");
        assertThat(stock()).hasSize(25).contains("s24=124");

        LaunchResult undone = program.bean(UndoLauncher.class).undo(2, false, folder, new ImportMonitor());

        assertThat(undone.run().map(Run::ending)).contains(RunStatus.COMPLETED);
        assertThat(UndoCounts.of(undone.plan().counts())).isEqualTo(new UndoCounts(20, 15L, 5L, 0, 0));
        assertThat(stock()).containsExactlyInAnyOrderElementsOf(stock(0, 20));
        assertThat(program.collection("mongohaul_pre_images").countDocuments(new Document("_id.i", 2L)))
                .isZero();
    }

    private static List<String> stock() {
        return program.documents(TARGET).stream()
                .map(document -> document.getString("_id") + "=" + document.getInteger("stock"))
                .toList();
    }

    private static List<String> stock(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(row -> "s%02d=%d".formatted(row, row))
                .toList();
    }

    private TestJob load(String name) throws IOException {
        for (String collection : program.database().listCollectionNames()) {
            program.collection(collection).deleteMany(new Document());
        }
        BsonDocument.parse(Files.readString(STORED.resolve(name + ".json"))).forEach(StoredImportsIT::insert);
        return TestJob.in(folder, name, Files.readString(STORED.resolve(name + ".yml")))
                .input(name + ".csv", Files.readAllBytes(STORED.resolve(name + ".csv")));
    }

    private static void insert(String collection, BsonValue documents) {
        MongoCollection<BsonDocument> target = program.database().getCollection(collection, BsonDocument.class);
        target.insertMany(
                documents.asArray().stream().map(BsonValue::asDocument).toList());
    }
}
