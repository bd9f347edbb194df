package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.mongo.AuthServer;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.prove.Prover;
import dev.mongohaul.prove.Verification;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruned;
import dev.mongohaul.retention.Pruner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports of a user who has only the documented role. */
class LeastPrivilegeIT {

    private static final Pattern ROLE = Pattern.compile("db\\.createRole\\((\\{.*?\\n})\\)", Pattern.DOTALL);
    private static final String PASSWORD = "for this test";

    private static AuthServer server;
    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        server = AuthServer.start();
        Document role = documentedRole();
        server.root()
                .getDatabase("admin")
                .runCommand(new Document("createRole", role.getString("role"))
                        .append("privileges", role.get("privileges"))
                        .append("roles", role.get("roles")));
        server.createUser("loader", PASSWORD, role.getString("role"));
        program = Program.start(address("shop"), Optional.of(address("mongohaul")));
    }

    @AfterAll
    static void stop() {
        program.close();
        server.close();
    }

    private static Document documentedRole() throws IOException {
        Matcher role = ROLE.matcher(Files.readString(Path.of("docs/security.md")));
        assertThat(role.find()).isTrue();
        return Document.parse(role.group(1));
    }

    private static MongoAddress address(String database) {
        return MongoAddress.parse(server.uri("loader", PASSWORD, database), "test");
    }

    @Test
    void insertWithGeneratedIdsIsStoppedAndCompleted() {
        TestJob job = TestJob.in(folder, "inserted").input(Rows.csv(50));
        ImportMonitor monitor = new ImportMonitor();
        monitor.requestStop();

        LaunchResult stopped = program.launch(job.prepare("chunk-size=5"), monitor);
        Run run = program.run(job.prepare("chunk-size=5"));

        assertThat(program.bean(Runs.class)
                        .find(stopped.jobExecutionId())
                        .orElseThrow()
                        .ending())
                .isEqualTo(RunStatus.STOPPED);
        assertCompleted(run);
        assertThat(program.collection("inserted").countDocuments()).isEqualTo(50);
    }

    @Test
    void replaceByAnotherFieldMakesItsIndexes() {
        TestJob job = TestJob.in(
                        folder,
                        "replaced",
                        "target: {collection: replaced, indexes: [{keys: [text]}]}",
                        "write: {operation: upsert, match: [n]}")
                .input(Rows.csv(50));

        assertCompleted(program.run(job.prepare()));

        job.input(Rows.csv(60));
        assertCompleted(program.run(job.prepare()));
        assertThat(program.collection("replaced").countDocuments()).isEqualTo(60);
    }

    @Test
    void oldImportsAreRemoved() {
        TestJob job = TestJob.in(folder, "forgotten", "fields: {n: int32}", "rejects: {limit: unlimited}");
        program.run(job.input(Rows.csv(10) + "x,not a number\n").prepare());
        program.run(job.input(Rows.csv(20)).prepare());

        Pruned pruned =
                program.bean(Pruner.class).prune("forgotten", Instant.now().plusSeconds(60), null, false);

        assertThat(pruned).isEqualTo(new Pruned("forgotten", 1, 1, 1, 0, 0));
    }

    @Test
    void rejectsAreKeptExportedAndWrittenAgain() throws IOException {
        TestJob job = TestJob.in(
                        folder, "rejected", "fields: {n: int32}", "rejects: {limit: unlimited, directory: rejects}")
                .input(Rows.csv(10) + "x,not a number\n");

        Run run = program.run(job.prepare());

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        program.bean(RejectFiles.class).write(program.plan(run), RejectExport.ONLY, again);
        assertThat(again.toString(StandardCharsets.UTF_8)).isEqualTo("n,text\nx,not a number\n");
        assertThat(folder.resolve("rejects/rejected-" + run.importNumber() + ".csv"))
                .hasContent("n,text\nx,not a number\n");
    }

    @Test
    void refusedDuplicatesAreLookedUp() {
        TestJob job = TestJob.in(
                        folder, "doubled", "target: {collection: doubled, id: [n]}", "rejects: {limit: unlimited}")
                .input(Rows.csv(10) + Rows.line(3) + "4,another\n");

        Run run = program.run(job.prepare("grid-size=1"));

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED_WITH_REJECTS);
        assertThat(run.counts().alreadyThere()).isEqualTo(1);
        assertThat(run.counts().rejected()).isEqualTo(1);
    }

    @Test
    void everyWriterWorks() {
        for (String writer :
                new String[] {"direct", "raw", "bulk", "save-all", "save", "reactive", "reactive-buffered"}) {
            TestJob job = TestJob.in(folder, "by-" + writer).input(Rows.csv(20));

            assertCompleted(program.run(job.prepare("writer=" + writer)));
        }
    }

    @Test
    void importIsAbandonedAndRunsAreListed() {
        TestJob job = TestJob.in(folder, "abandoned").input(Rows.csv(20));
        ImportJob prepared = job.prepare();
        ImportMonitor monitor = new ImportMonitor();
        monitor.requestStop();
        program.launch(prepared, monitor);
        Run run = program.bean(Runs.class).recent(1).get(0);

        program.bean(ImportLauncher.class).abandon(program.plan(run));

        assertThat(program.plan(run).state().name()).isEqualTo("ABANDONED");
    }

    @Test
    void importIsVerifiedAndUndone() {
        TestJob job = TestJob.in(
                        folder,
                        "undone",
                        "target: {collection: undone, id: [n]}",
                        "write: {operation: upsert}",
                        "undo: 7d")
                .input(Rows.csv(20));
        for (int n = 0; n < 20; n++) {
            program.collection("undone").insertOne(new Document("_id", String.valueOf(n)).append("text", "before"));
        }
        Run run = program.run(job.prepare());
        assertCompleted(run);

        Prover prover = new Prover(
                program.bean(MongoConnections.class),
                program.bean(ImportPlans.class),
                program.bean(RejectStore.class),
                program.bean(RetryBudget.class));
        assertThat(prover.verify(program.plan(run), job.prepare(), new ImportMonitor(), 1, difference -> {})
                        .verdict())
                .isEqualTo(Verification.Verdict.EQUAL);

        LaunchResult undone = program.bean(UndoLauncher.class).undo(run.id(), false, folder, new ImportMonitor());

        assertCompleted(program.bean(Runs.class).find(undone.jobExecutionId()).orElseThrow());
        assertThat(program.collection("undone").countDocuments(new Document("text", "before")))
                .isEqualTo(20);
    }

    @Test
    void targetsAreReplacedWithTheDocumentedPrivileges() throws IOException {
        String docs = Files.readString(Path.of("docs/security.md"));
        assertThat(docs)
                .contains("| `dropCollection` on `shop` | `write.operation: swap` |")
                .contains("| `createCollection` and `collMod` on `shop` | `swap.by: view` |");
        TestJob renamed =
                TestJob.in(folder, "renamed", "write: {operation: swap}").input(Rows.csv(20));
        TestJob shown = TestJob.in(folder, "shown", "write: {operation: swap}", "swap: {by: view, keep: 0}");

        grant("dropCollection");
        assertCompleted(program.run(renamed.prepare()));
        assertCompleted(program.run(renamed.input(Rows.csv(30)).prepare()));
        grant("createCollection", "collMod");
        assertCompleted(program.run(shown.prepare()));
        assertCompleted(program.run(shown.input(Rows.csv(40)).prepare()));

        assertThat(program.collection("renamed").countDocuments()).isEqualTo(30);
        assertThat(program.collection("shown").countDocuments()).isEqualTo(40);
    }

    private static void grant(String... actions) {
        Document privilege = new Document("resource", new Document("db", "shop").append("collection", ""))
                .append("actions", List.of(actions));
        server.root()
                .getDatabase("admin")
                .runCommand(new Document("grantPrivilegesToRole", "mongohaulImport")
                        .append("privileges", List.of(privilege)));
    }

    private static void assertCompleted(Run run) {
        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
    }
}
