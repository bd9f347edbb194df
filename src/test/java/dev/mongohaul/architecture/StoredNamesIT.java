package dev.mongohaul.architecture;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.processor.Processors;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStage;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.Reports;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.BatchCounts;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.schedule.PendingNotifications;
import dev.mongohaul.schedule.Slot;
import dev.mongohaul.schedule.SlotClaim;
import dev.mongohaul.schedule.SlotState;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.schedule.pause.FileWait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.batch.core.repository.JobRepository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stored fields of imports of every kind, and the fields of their reports. */
class StoredNamesIT {

    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");
    private static final int WRITE_CONFLICT = 112;

    @TempDir
    private static Path folder;

    private static Program program;
    private static ImportLease lease;
    private static Run completed;
    private static Run refused;
    private static Run failed;

    @BeforeAll
    static void importSomeFiles() {
        program = Program.start(TestServer.database("names"));
        for (int number = 0; number < 4; number++) {
            completed = program.run(plain(number).prepare("grid-size=2"));
        }
        program.run(twoCharsets().prepare());
        program.run(TestJob.in(
                        folder,
                        "filtered",
                        "processor: " + Processors.OfDocuments.class.getName(),
                        "fields: {amount: int32}")
                .input("amount,name\n-1,a\n")
                .prepare());
        TestJob swapped = TestJob.in(folder, "swapped", "write: {operation: swap}", "swap: {by: view}");
        program.run(swapped.input("n\n1\n").prepare());
        program.run(swapped.input("n\n2\n").prepare());
        refused = program.run(mixed("mixed").prepare("rejects.limit=unlimited"));
        program.run(held().prepare());
        TestJob standing = mixed("standing");
        long limited = program.run(standing.prepare()).importNumber();
        program.run(standing.prepare("files=" + folder.resolve("rejects/standing-%d.csv".formatted(limited))));
        undo();
        count(completed);
        TestJob unfinished = mixed("unfinished");
        FailPoint.on("insert", "update", "delete")
                .errorCode(WRITE_CONFLICT)
                .namespace(program.database().getName() + ".unfinished")
                .during(TestServer.client(), () -> failed = program.run(unfinished.prepare()));
        ImportPlans plans = program.bean(ImportPlans.class);
        FileId moved = new FileId("remote", "data.remote", "s3://bucket/in/a.csv", "digest");
        plans.files()
                .saveIfAbsent(new KnownFile(
                        moved,
                        new ObjectMark(1, NIGHT, null, "tag"),
                        FileState.COMPLETED,
                        null,
                        1,
                        NIGHT,
                        Instant.now().plus(Duration.ofDays(1)),
                        "s3://bucket/done/a.csv",
                        true));
        lease = ImportLease.claim(plans, program.plan(failed).key(), Duration.ofMinutes(1))
                .orElseThrow();
        makeSlots();
    }

    @AfterAll
    static void stop() {
        lease.close();
        program.database().drop();
        program.close();
    }

    /** Returns a job with generated ids, rejects, and records with too few or too many cells. */
    private static TestJob plain(int number) {
        return TestJob.in(
                        folder,
                        "plain",
                        "source: {files: input.csv, ragged: lenient, stray-quotes: reject}",
                        "fields: {n: int32}",
                        "rejects: {limit: unlimited}",
                        "verify: true")
                .input("n,text\n%d,one\nnone,two\n3,th\"ree\n4\n5,five,surplus\n".formatted(number));
    }

    private static TestJob twoCharsets() {
        return TestJob.in(folder, "charsets", "source: {files: 'in-*.csv'}")
                .input("in-1.csv", "n\n1\n".getBytes(StandardCharsets.UTF_8))
                .input("in-2.csv", "\uFEFFn\n2\n".getBytes(StandardCharsets.UTF_16LE));
    }

    /** Returns a snapshot that holds its deletions. */
    private static TestJob held() {
        program.collection("held").insertOne(new Document("_id", "old"));
        return TestJob.in(
                        folder,
                        "held",
                        "target: {collection: held, id: [id]}",
                        "write: {operation: snapshot}",
                        "rejects: {limit: 1, directory: held}")
                .input("id,n\na,1\nb\n");
    }

    /** Takes back an import of which a document was changed since, after one that kept nothing. */
    private static void undo() {
        String[] keyed = {"target: {collection: kept, id: [id]}", "write: {operation: upsert}"};
        try (Program keepingNothing =
                Program.start(TestServer.uri(), program.database().getName(), "mongohaul.import.max-undo-size=1B")) {
            keepingNothing.run(TestJob.in(folder, "dropped", keyed[0], keyed[1], "undo: 1d")
                    .input("id,n\na,0\n")
                    .prepare());
        }
        Run kept = program.run(TestJob.in(folder, "kept", keyed[0], keyed[1], "undo: 1d")
                .input("id,n\na,1\nb,1\n")
                .prepare());
        program.collection("kept").updateOne(Filters.eq("a"), Updates.set("n", "changed"));
        program.bean(UndoLauncher.class).undo(kept.id(), false, folder.resolve("held"), new ImportMonitor());
        Run forced = program.run(TestJob.in(folder, "forced").input("n\n1\n").prepare());
        program.bean(UndoLauncher.class).undo(forced.id(), true, folder.resolve("held"), new ImportMonitor());
    }

    /** Stores the counts of a run with workers. */
    private static void count(Run run) {
        BatchCounts.set(run.counts(), run.execution());
        program.bean(JobRepository.class).updateExecutionContext(run.execution());
    }

    /** Returns a job whose operations have every kind of pre-check note. */
    private static TestJob mixed(String name) {
        program.collection(name)
                .insertMany(Stream.of("a", "b", "c", "d")
                        .map(id -> new Document("_id", id).append("id", id).append("n", id))
                        .toList());
        return TestJob.in(
                        folder,
                        name,
                        "target: {collection: " + name + ", id: [id]}",
                        "write: {operation: {column: op, values: {I: insert, U: update, D: delete}}, unmatched: reject}")
                .input("op,id,n\nI,a,a\nI,b,other\nU,none,1\nI,new,1\nU,new,2\nU,c,2\nI,c,c\nD,d,\n");
    }

    private static void makeSlots() {
        Slots slots = program.bean(Slots.class);
        PendingNotifications pending = program.bean(PendingNotifications.class);
        slots.createIndexes();
        pending.createIndexes();
        slots.watch("plain", "daily", NIGHT);
        SlotClaim claim = slots.claim(slot(1), "daily", Duration.ofMinutes(1)).orElseThrow();
        slots.complete(claim, SlotState.RAN, completed.id(), List.of(), null);
        SlotClaim other = slots.claim(slot(2), "daily", Duration.ofMinutes(1)).orElseThrow();
        slots.late(other, "waits for a file");
        pending.claim(Duration.ofMinutes(1))
                .ifPresent(late -> pending.markNotified(late, List.of("late"), "answered 410"));
        slots.complete(other, SlotState.REFUSED, null, List.of(), "no file came");
        slots.complete(slot(3), "daily", SlotState.MISSED, "no process served", 2);
        pending.markNotified(pending.claim(Duration.ofMinutes(1)).orElseThrow(), List.of("failed"), "answered 410");
        pending.postpone(pending.claim(Duration.ofMinutes(1)).orElseThrow(), Duration.ofHours(1), true);
        slots.defer(slot(4), "daily");
        SlotClaim again = slots.claim(slot(-1), "daily", Duration.ofMinutes(1)).orElseThrow();
        slots.complete(again, SlotState.REFUSED, null, List.of(), "no file came");
        slots.deferAgain(slot(-1));
        slots.pauses().pause("plain", "anna", NIGHT);
        slots.pauses().resume("plain", "bob", NIGHT);
        slots.pauses().pause("plain", "anna", NIGHT);
        SlotClaim open = slots.claim(slot(5), "daily", Duration.ofMinutes(1)).orElseThrow();
        slots.waits(open, new FileWait("in.csv", NIGHT));
        SlotClaim files = slots.claim(new Slot("files", NIGHT), "daily", Duration.ofMinutes(1))
                .orElseThrow();
        slots.ran(files, completed.id());
        slots.left(files, "b.csv: has no record");
    }

    private static Slot slot(int day) {
        return new Slot("plain", NIGHT.plus(Duration.ofDays(day)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongohaul_imports",
                "mongohaul_partitions",
                "mongohaul_figures",
                "mongohaul_files",
                "mongohaul_rejects",
                "mongohaul_reject_reasons",
                "mongohaul_seen_ids",
                "mongohaul_pre_images",
                "mongohaul_slots",
                "mongohaul_pauses",
                "BATCH_JOB_INSTANCE",
                "BATCH_JOB_EXECUTION",
                "BATCH_STEP_EXECUTION",
                "BATCH_SEQUENCES"
            })
    void documentFieldsAreUnchanged(String collection) {
        List<BsonDocument> documents = program.database()
                .getCollection(collection, BsonDocument.class)
                .find()
                .into(new ArrayList<>());

        StoredNames.checkDocuments(collection, documents);
    }

    @Test
    void collectionsAndIndexesAreUnchanged() {
        List<String> indexes = new ArrayList<>();
        for (String collection : program.database().listCollectionNames()) {
            if (collection.startsWith("mongohaul") || collection.startsWith("BATCH")) {
                program.collection(collection)
                        .listIndexes()
                        .forEach(index -> indexes.add(collection + " " + index.getString("name")));
            }
        }
        StoredNames.check("indexes", indexes);
    }

    @Test
    void stepsAndParametersAreUnchanged() {
        StoredNames.check("steps", values("BATCH_STEP_EXECUTION", "name"));
        StoredNames.check("parameters", values("BATCH_JOB_EXECUTION", "jobParameters.name"));
        StoredNames.check("sequences", values("BATCH_SEQUENCES", "_id"));
    }

    private static Set<String> values(String collection, String field) {
        Set<String> values = new TreeSet<>();
        program.collection(collection)
                .distinct(field, String.class)
                .forEach(value -> values.add(value.replaceAll("[0-9]+", "N")));
        return values;
    }

    @Test
    void storedAndPublishedWordsAreUnchanged() {
        StoredNames.check("states of imports", names(ImportState.values()));
        StoredNames.check("states of slots", names(SlotState.values()));
        StoredNames.check("stages of rejects", names(RejectStage.values()));
        StoredNames.check(
                "exit codes of runs",
                Arrays.stream(RunStatus.values())
                        .filter(status -> status != RunStatus.RUNNING)
                        .map(RunStatus::exitCode)
                        .toList());
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    @Test
    void reportFieldsAreUnchanged() {
        Reports reports =
                new Reports(program.bean(Runs.class), program.bean(RejectStore.class), program.bean(Slots.class));

        checkReport("report of the last runs", reports.recent(20));
        checkReport("report of all jobs", reports.jobs());
        checkReport("report of a job", List.of(reports.job("plain", 20).orElseThrow()));
        checkReport(
                "report of a run",
                Stream.of(completed, refused, failed).map(reports::run).toList());
        checkReport(
                "report of an import",
                Stream.of(completed, refused, failed)
                        .map(run -> reports.ofImport(run.importNumber()).orElseThrow())
                        .toList());
    }

    /** Checks reports without their settings, which are those of the job file. */
    private static void checkReport(String section, List<?> reports) {
        JsonNode json = JsonMapper.shared().readTree(Reports.json(reports));
        StoredNames.checkJson(section, json.valueStream().toList(), "settings");
    }

    @Test
    void exportedRejectFieldsAreUnchanged() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve("rejects"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                Files.readAllLines(file)
                        .forEach(line -> lines.add(JsonMapper.shared().readTree(line)));
            }
        }
        StoredNames.checkJson("line of exported rejects", lines);
    }
}
