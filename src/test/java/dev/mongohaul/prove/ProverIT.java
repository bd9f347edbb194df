package dev.mongohaul.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.TestSize;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison of inputs with their targets, of all operations, before the import and after it. */
class ProverIT {

    private static final String FIELDS =
            "fields: {sku: string, price: decimal, stock: int32, bytes: binary, op: {type: string, skip: true}}";

    private static Program program;
    private static Prover prover;

    @TempDir
    private Path folder;

    private final List<Difference> differences = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
        prover = new Prover(
                program.bean(MongoConnections.class),
                program.bean(ImportPlans.class),
                program.bean(RejectStore.class),
                program.bean(RetryBudget.class));
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    static LongStream cases() {
        return TestSize.seeds("prove", 1_000, LongStream.range(0, 36).toArray());
    }

    static LongStream diffs() {
        return TestSize.seeds("diff", 300, LongStream.range(0, 24).toArray());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachChangeIsFoundAndNothingElse(long seed) {
        Random random = new Random(seed);
        Load load = Load.values()[Math.floorMod(seed, Load.values().length)];
        TestJob job = job("verify" + seed, load, random, false);
        fill("verify" + seed, load, random);
        Run run = program.run(job.prepare());
        MongoCollection<Document> target = stored("verify" + seed);

        Verification equal = verify(run, job);

        assertThat(equal.verdict())
                .as("seed %d, %s: %s %s", seed, load, equal.result(), differences)
                .isEqualTo(Verification.Verdict.EQUAL);

        Change change = change(target, load, random);
        Verification changed = verify(run, job);

        assertThat(changed.verdict())
                .as("seed %d, %s: %s", seed, load, change)
                .isEqualTo(Verification.Verdict.DIFFERENT);
        assertThat(differences)
                .as("seed %d, %s: %s", seed, load, change)
                .extracting(Difference::kind, ProverIT::fieldsOf)
                .containsExactlyElementsOf(Collections.nCopies(change.documents, tuple(change.kind, change.fields)));
    }

    /** Change of a target, and what is to be found. */
    private record Change(String what, Judgement kind, List<String> fields, int documents) {}

    private static List<String> fieldsOf(Difference difference) {
        return difference.fields().stream()
                .map(field -> field.path() + (field.ofOrder() ? "order" : ""))
                .toList();
    }

    /** Changes a document that the input has. */
    private static Change change(MongoCollection<Document> target, Load load, Random random) {
        Bson imported = load == Load.PROCESSOR ? Filters.exists("more") : Filters.regex("sku", "^k");
        List<Document> loaded = target.find(imported).into(new ArrayList<>());
        if (load == Load.DELETE) {
            target.insertOne(new Document("_id", "k7").append("sku", "k7"));
            return new Change("not deleted", Judgement.DELETED, List.of(), 1);
        }
        Document victim = loaded.get(random.nextInt(loaded.size()));
        Object id = victim.get("_id");
        if (load.adds()) {
            target.updateMany(
                    Filters.and(Filters.ne("_id", id), Filters.type("_id", BsonType.STRING)),
                    Updates.set("stock", "changed by others"));
            if (!(id instanceof ObjectId)) {
                target.deleteOne(Filters.eq(id));
                return new Change("document deleted", Judgement.NEW, List.of(), 1);
            }
        }
        switch (random.nextInt(9)) {
            case 0 -> {
                target.updateOne(Filters.eq(id), Updates.set("stock", -1));
                return new Change("value", Judgement.CHANGED, List.of("stock"), 1);
            }
            case 1 -> {
                target.updateOne(
                        Filters.eq(id),
                        Updates.set("stock", victim.getInteger("stock").doubleValue()));
                return new Change("type", Judgement.CHANGED, List.of("stock"), 1);
            }
            case 2 -> {
                target.updateOne(Filters.eq(id), Updates.unset("price"));
                return new Change("field removed", Judgement.CHANGED, List.of("price"), 1);
            }
            case 3 -> {
                byte[] bytes = victim.get("bytes", Binary.class).getData().clone();
                bytes[0] ^= 1;
                target.updateOne(Filters.eq(id), Updates.set("bytes", new Binary(bytes)));
                return new Change("bit", Judgement.CHANGED, List.of("bytes"), 1);
            }
            case 4 -> {
                target.deleteOne(Filters.eq(id));
                return new Change("document deleted", Judgement.NEW, List.of(), 1);
            }
            case 5 -> {
                Document other = loaded.get((loaded.indexOf(victim) + 1) % loaded.size());
                target.updateOne(Filters.eq(id), Updates.set("price", other.get("price")));
                target.updateOne(Filters.eq(other.get("_id")), Updates.set("price", victim.get("price")));
                return new Change("values exchanged", Judgement.CHANGED, List.of("price"), 2);
            }
            case 6 -> {
                if (load.isWhole()) {
                    target.insertOne(new Document("_id", "more").append("region", "EU"));
                    return new Change("document added", Judgement.DELETED, List.of(), 1);
                }
                target.updateOne(Filters.eq(id), Updates.set("stock", "1"));
                return new Change("text", Judgement.CHANGED, List.of("stock"), 1);
            }
            default -> {
                if (load.updates()) {
                    target.updateOne(Filters.eq(id), Updates.set("stock", (long) victim.getInteger("stock")));
                    return new Change("integer type", Judgement.CHANGED, List.of("stock"), 1);
                }
                if (random.nextBoolean()) {
                    target.updateOne(Filters.eq(id), Updates.set("added", 1));
                    return new Change("field added", Judgement.CHANGED, List.of("added"), 1);
                }
                Document reordered = new Document("_id", id)
                        .append("stock", victim.get("stock"))
                        .append("sku", victim.get("sku"))
                        .append("region", "EU")
                        .append("price", victim.get("price"))
                        .append("bytes", victim.get("bytes"));
                if (load == Load.PROCESSOR) {
                    reordered.append("more", -0.0);
                }
                target.replaceOne(Filters.eq(id), reordered);
                return new Change("order", Judgement.CHANGED, List.of("order"), 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addedDocumentIsComparedIfNoneWasThere(boolean byMatch) {
        String name = "added" + byMatch;
        TestJob job = TestJob.in(
                        folder,
                        name,
                        byMatch
                                ? "target: {collection: %s}".formatted(name)
                                : "target: {collection: %s, id: [sku]}".formatted(name),
                        byMatch ? "write: {operation: add, match: [sku]}" : "write: {operation: add}",
                        "fields: {stock: int32}")
                .input("sku,stock\na,1\nb,2\n");
        Run run = program.run(job.prepare());
        assertThat(verify(run, job).verdict()).isEqualTo(Verification.Verdict.EQUAL);

        program.collection(name).updateOne(Filters.eq("sku", "b"), Updates.set("stock", 3));

        assertThat(verify(run, job).verdict()).isEqualTo(Verification.Verdict.DIFFERENT);
        assertThat(differences)
                .extracting(Difference::kind, ProverIT::fieldsOf)
                .containsExactly(tuple(Judgement.CHANGED, List.of("stock")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"update", "merge"})
    void fieldsOfEachRecordOfAKeyAreCompared(String operation) {
        String name = "fields" + operation;
        TestJob job = TestJob.in(
                        folder,
                        name,
                        "target: {collection: %s, id: [sku]}".formatted(name),
                        "write: {operation: %s}".formatted(operation),
                        "fields: {a: int32, b: int32}")
                .input("sku,a,b\nk,9,\nk,,2\nm,1,\nm,7,\n");
        program.collection(name)
                .insertMany(List.of(
                        new Document("_id", "k")
                                .append("sku", "k")
                                .append("a", 1)
                                .append("b", 2),
                        new Document("_id", "m").append("sku", "m").append("a", 7)));

        ComparisonResult diff = prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add);

        assertThat(diff.count(Judgement.CHANGED)).isEqualTo(1);
        assertThat(differences)
                .filteredOn(difference -> difference.kind() == Judgement.CHANGED)
                .extracting(ProverIT::fieldsOf)
                .containsExactly(List.of("a"));
        Run run = program.run(job.prepare());
        assertThat(verify(run, job).verdict()).isEqualTo(Verification.Verdict.EQUAL);
        program.collection(name).updateOne(Filters.eq("sku", "k"), Updates.set("a", 1));
        assertThat(verify(run, job).verdict()).isEqualTo(Verification.Verdict.DIFFERENT);
        assertThat(differences)
                .extracting(Difference::kind, ProverIT::fieldsOf)
                .containsExactly(tuple(Judgement.CHANGED, List.of("a")));
    }

    @ParameterizedTest
    @MethodSource("diffs")
    void diffSaysWhatTheImportChanges(long seed) {
        Random random = new Random(seed);
        Load load = Load.values()[Math.floorMod(seed, Load.values().length)];
        TestJob job = job("diff" + seed, load, random, load != Load.UNIQUE);
        fill("diff" + seed, load, random);
        Map<Object, BsonDocument> before = dump("diff" + seed);

        ComparisonResult diff = prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add);
        Run run = program.run(job.prepare());

        Map<Object, BsonDocument> after = dump("diff" + seed);
        Set<Object> added = new HashSet<>(after.keySet());
        added.removeAll(before.keySet());
        Set<Object> removed = new HashSet<>(before.keySet());
        removed.removeAll(after.keySet());
        after.keySet().stream()
                .filter(before::containsKey)
                .filter(id -> ((Bytes) after.get(id)).marked && !((Bytes) before.get(id)).marked)
                .forEach(removed::add);
        long changed = after.keySet().stream()
                .filter(before::containsKey)
                .filter(id -> !removed.contains(id))
                .filter(id -> !Objects.equals(before.get(id), after.get(id)))
                .count();
        assertThat(List.of(diff.count(Judgement.NEW), diff.count(Judgement.CHANGED), diff.count(Judgement.DELETED)))
                .as("seed %d, %s: %s, import: %s", seed, load, diff, run.counts())
                .isEqualTo(List.of((long) added.size(), changed, (long) removed.size()));
        assertThat(differences)
                .filteredOn(difference -> difference.kind().isDifference())
                .hasSize((int) diff.differences());
        assertThat(differences)
                .filteredOn(difference -> !difference.kind().isDifference())
                .extracting(Difference::kind)
                .isSubsetOf(Judgement.UNMATCHED, Judgement.REJECTED);
        assertThat(differences)
                .filteredOn(difference -> difference.kind() != Judgement.DELETED)
                .allSatisfy(difference -> assertThat(difference.place()).matches(".*input\\.csv:\\d+"));
        assertThat(diff.count(Judgement.REJECTED))
                .as("seed %d, %s: %s", seed, load, diff)
                .isEqualTo(run.counts().rejected());
        if (diff.count(Judgement.REPEATED) == 0 && !load.isWhole()) {
            assertThat(diff.count(Judgement.UNMATCHED))
                    .as("seed %d, %s", seed, load)
                    .isEqualTo(run.counts().unmatched());
            assertThat(diff.count(Judgement.NEW) + diff.count(Judgement.CHANGED) + diff.count(Judgement.DELETED))
                    .as("seed %d, %s", seed, load)
                    .isEqualTo(run.counts().written());
        }
    }

    private static Map<Object, BsonDocument> dump(String collection) {
        Map<Object, BsonDocument> documents = new HashMap<>();
        program.collection(collection)
                .withDocumentClass(RawBsonDocument.class)
                .find()
                .forEach(document -> documents.put(document.get("_id"), new Bytes(document)));
        return documents;
    }

    /** Document that is equal to another one with the same bytes only. */
    private static final class Bytes extends BsonDocument {

        private static final long serialVersionUID = 1L;

        private final byte[] bytes;
        private final boolean marked;

        Bytes(RawBsonDocument document) {
            marked = document.containsKey("gone");
            bytes = new byte[document.getByteBuffer().remaining()];
            document.getByteBuffer().get(bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes document && Arrays.equals(bytes, document.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    @ParameterizedTest
    @EnumSource(Load.class)
    void nothingIsWritten(Load load) {
        Random random = new Random(1);
        String name = "quiet" + load.name().toLowerCase(Locale.ROOT);
        TestJob job = job(name, load, random, true);
        fill(name, load, random);
        Run run = program.run(job.prepare());
        String hash = hash();
        Document writes = writes();

        prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add);
        verify(run, job);

        assertThat(hash()).isEqualTo(hash);
        assertThat(writes()).isEqualTo(writes);
    }

    private static String hash() {
        return program.database().runCommand(new Document("dbHash", 1)).getString("md5");
    }

    private static Document writes() {
        Document counters = TestServer.client()
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("opcounters", Document.class);
        return new Document("insert", counters.get("insert"))
                .append("update", counters.get("update"))
                .append("delete", counters.get("delete"));
    }

    @Test
    void changedInputCannotBeVerified() {
        TestJob job = job("other", Load.OWN_IDS, new Random(1), false);
        Run run = program.run(job.prepare());
        job.input("sku,region,price,stock,bytes,op\nk1,EU,1,1,AAAA,I\n");

        assertThatThrownBy(() -> verify(run, job))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("its input has changed since");
    }

    @Test
    void laterImportsExplainDifferencesOfTheirKeys() {
        TestJob job = job("later", Load.UPSERT, new Random(1), false);
        Run run = program.run(job.prepare());
        TestJob other = TestJob.in(
                        folder,
                        "other-later",
                        "source: {files: other.csv}",
                        Load.UPSERT.settings("later")[0],
                        FIELDS,
                        "write: {operation: upsert}")
                .input(
                        "other.csv",
                        "sku,region,price,stock,bytes,op\nk1,EU,999,1,AAAA,I\n".getBytes(StandardCharsets.UTF_8));
        Run later = program.run(other.prepare());
        VerifyOptions options = new VerifyOptions(false, plan -> Optional.of(other.prepare()));

        Verification explained = verify(run, job, options);

        assertThat(explained.verdict()).isEqualTo(Verification.Verdict.UNKNOWN);
        assertThat(explained.later()).containsExactly(later.importNumber());
        assertThat(explained.perhaps()).isEmpty();
        assertThat(explained.result().explained()).isEqualTo(Map.of(later.importNumber(), 1L));
        assertThat(explained.result().differences()).isZero();
        assertThat(differences)
                .extracting(ProverIT::fieldsOf, Difference::explainedBy)
                .containsExactly(tuple(List.of("price", "bytes"), later.importNumber()));

        program.collection("later").updateOne(Filters.eq("k2"), Updates.set("stock", -1));

        assertThat(verify(run, job, options).verdict()).isEqualTo(Verification.Verdict.DIFFERENT);
        Verification perhaps = verify(run, job);
        assertThat(perhaps.verdict()).isEqualTo(Verification.Verdict.UNKNOWN);
        assertThat(perhaps.perhaps()).isEqualTo(Map.of(later.importNumber(), "its input is gone"));
        assertThat(perhaps.result().differences()).isEqualTo(2);
    }

    @Test
    void importThatIsContinuedAfterAnotherExplainsDifferences() {
        String content = "sku,region,price,stock,bytes,op\nk1,EU,x,1,AAAA,I\nk1,EU,999,1,AAAA,I\n";
        TestJob older = TestJob.in(
                        folder,
                        "older-continued",
                        "source: {files: other.csv}",
                        Load.UPSERT.settings("continued")[0],
                        FIELDS,
                        "write: {operation: upsert, chunk-size: 1}")
                .input("other.csv", content.getBytes(StandardCharsets.UTF_8));
        assertThat(program.run(older.prepare()).ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        TestJob job = job("continued", Load.UPSERT, new Random(1), false);
        Run run = program.run(job.prepare());
        Run last = program.run(older.prepare("rejects.limit=1"));
        assertThat(program.documents("continued"))
                .extracting(document -> document.get("price", Decimal128.class))
                .contains(Decimal128.parse("999"));

        Verification verification =
                verify(run, job, new VerifyOptions(false, plan -> Optional.of(older.prepare("rejects.limit=1"))));

        assertThat(verification.verdict()).isEqualTo(Verification.Verdict.UNKNOWN);
        assertThat(verification.later()).containsExactly(last.importNumber());
        assertThat(verification.result().explained()).isEqualTo(Map.of(last.importNumber(), 1L));
    }

    @Test
    void laterSnapshotExplainsWhatItRemoved() {
        TestJob job = job("removed", Load.UPSERT, new Random(1), false);
        Run run = program.run(job.prepare());
        TestJob snapshot = TestJob.in(
                        folder,
                        "other-removed",
                        "source: {files: other.csv}",
                        Load.WITHIN.settings("removed")[0],
                        FIELDS,
                        "write: {operation: snapshot, max-loss: 100%}")
                .input(
                        "other.csv",
                        "sku,region,price,stock,bytes,op\nk1,EU,999,1,AAAA,I\n".getBytes(StandardCharsets.UTF_8));
        Run later = program.run(snapshot.prepare());

        Verification verification = verify(run, job, new VerifyOptions(false, plan -> Optional.of(snapshot.prepare())));

        assertThat(verification.result().explained()).isEqualTo(Map.of(later.importNumber(), 200L));
        assertThat(verification.result().differences()).isZero();
    }

    /** The ping between the two readings is where others can change the documents. */
    @Test
    void documentsThatChangeBetweenTwoReadingsAreNoDifferences() {
        TestJob job = job("moving", Load.UPSERT, new Random(1), false);
        Run run = program.run(job.prepare());
        MongoCollection<Document> target = program.collection("moving");
        target.updateOne(Filters.eq("k1"), Updates.set("stock", -1));
        target.updateOne(Filters.eq("k2"), Updates.set("stock", -1));
        target.updateOne(Filters.eq("k3"), Updates.set("stock", -1));
        AtomicInteger pings = new AtomicInteger();
        CommandListener others = new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                if (event.getCommandName().equals("ping") && pings.incrementAndGet() == 2) {
                    target.updateOne(Filters.eq("k1"), Updates.set("stock", 1));
                    target.updateOne(Filters.eq("k2"), Updates.set("stock", -2));
                }
            }
        };
        MongoAddress address = MongoAddress.parse(
                TestServer.uri()
                        .replaceFirst("/(\\?|$)", "/" + program.database().getName() + "$1"),
                "test");

        try (MongoConnection watched = MongoConnection.open(
                address,
                MongoConnection.driverSettings(address)
                        .addCommandListener(others)
                        .build())) {
            differences.clear();
            Verification verification = new Prover(
                            MongoConnections.of(List.of(watched), watched),
                            program.bean(ImportPlans.class),
                            program.bean(RejectStore.class),
                            program.bean(RetryBudget.class))
                    .verify(program.plan(run), job.prepare(), new ImportMonitor(), 5, differences::add);

            assertThat(verification.result().count(Judgement.CHANGED_MEANWHILE)).isEqualTo(2);
            assertThat(differences)
                    .extracting(difference -> difference.key().getString("_id").getValue())
                    .containsExactly("k3");
        }
    }

    @Test
    void valuesThatLookEqualAreDifferences() {
        TestJob job = TestJob.in(
                        folder,
                        "alike",
                        "target: {collection: alike, id: [sku, day], clustered: true}",
                        "fields: {price: decimal, ratio: double, day: {type: date, pattern: yyyy-MM-dd}, a.b: int32}",
                        "write: {operation: upsert}")
                .input("sku,day,price,ratio,a.b\nx,1899-12-31,1.00,-0.0,1\ny,1969-12-31,1.0,0.0,1\n");
        Run run = program.run(job.prepare());
        assertThat(verify(run, job).verdict()).isEqualTo(Verification.Verdict.EQUAL);
        MongoCollection<Document> target = program.collection("alike");
        Document id = target.find(Filters.eq("sku", "x")).first().get("_id", Document.class);

        assertThat(found(run, job, id, "price", new Decimal128(new BigDecimal("1.0"))))
                .containsExactly("price");
        assertThat(found(run, job, id, "ratio", 0.0)).containsExactly("ratio");
        assertThat(found(run, job, id, "ratio", Double.NaN)).containsExactly("ratio");
        assertThat(found(run, job, id, "day", new Date(id.getDate("day").getTime() + 1)))
                .containsExactly("day");
        assertThat(found(run, job, id, "a.b", 1L)).containsExactly("a.b");
        assertThat(found(run, job, id, "a", List.of(1))).containsExactly("a");
        assertThat(verify(run, job).verdict()).isEqualTo(Verification.Verdict.EQUAL);

        target.deleteOne(Filters.eq(id));
        Document exchanged = new Document("day", id.get("day")).append("sku", "x");
        target.insertOne(new Document("_id", exchanged));

        assertThat(verify(run, job).result().count(Judgement.NEW)).isEqualTo(1);
    }

    /** Returns the fields that differ while the value of a document is another one. */
    private List<String> found(Run run, TestJob job, Object id, String field, Object value) {
        MongoCollection<Document> target =
                program.collection(job.prepare().write().collection());
        Document before = target.find(Filters.eq(id)).first();
        target.updateOne(Filters.eq(id), Updates.set(field, value));
        verify(run, job);
        target.replaceOne(Filters.eq(id), before);
        return differences.stream().flatMap(found -> fieldsOf(found).stream()).toList();
    }

    @Test
    void collationOfTheTargetIsRefused() {
        program.database()
                .createCollection(
                        "collated",
                        new CreateCollectionOptions()
                                .collation(Collation.builder().locale("en").build()));
        TestJob job = job("collated", Load.REPLACE, new Random(1), false);

        assertThatThrownBy(() -> prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("it has a collation");
    }

    @ParameterizedTest
    @EnumSource(Load.class)
    void receiptIsComparedWithoutTheInput(Load load) {
        String name = "receipt" + load.name().toLowerCase(Locale.ROOT);
        TestJob job = job(name, load, new Random(1), load != Load.UNIQUE && load != Load.UPDATE);
        fill(name, load, new Random(1));
        Run run = program.run(job.prepare());
        MongoCollection<Document> target = stored(name);

        Verification verification = verify(run, job, new VerifyOptions(true, plan -> Optional.empty()));
        Receipt receipt =
                prover.receipt(verification, job.prepare(), program.database().getName());

        if (!load.ownsAll()) {
            assertThatThrownBy(() -> prover.against(receipt, new ImportMonitor()))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining("only its input says which are its own");
            return;
        }
        assertThat(receipt.documents().count()).isEqualTo(ownDocuments(target, load));
        ReceiptCheck same = prover.against(receipt, new ImportMonitor());
        assertThat(same.isEqual()).as("%s: %s", load, same).isTrue();
        target.updateOne(Filters.eq("sku", "k2"), Updates.set("stock", 2L));
        ReceiptCheck changed = prover.against(receipt, new ImportMonitor());
        assertThat(changed.isEqual()).isFalse();
        assertThat(changed.stable()).isTrue();
        assertThat(changed.now().count()).isEqualTo(receipt.documents().count());
    }

    private static long ownDocuments(MongoCollection<Document> target, Load load) {
        return switch (load) {
            case WITHIN -> target.countDocuments(Filters.eq("region", "EU"));
            case MARK -> target.countDocuments(Filters.exists("gone", false));
            default -> target.countDocuments(Filters.regex("sku", "^k"));
        };
    }

    @Test
    void importedContentIsComparedWithItsDocuments() {
        TestJob job = job("again", Load.GENERATED_IDS, new Random(1), false);
        assertThat(prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add)
                        .count(Judgement.NEW))
                .isEqualTo(200);
        program.run(job.prepare());

        ComparisonResult result = prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add);

        assertThat(result.count(Judgement.EQUAL)).isEqualTo(200);
        assertThat(result.notes()).containsExactly("This content was imported before: an import would write nothing");
    }

    @Test
    void keysOfAnotherTypeAreNoted() {
        TestJob job = TestJob.in(
                        folder, "keytypes", "target: {collection: keytypes, id: [sku]}", "fields: {sku: string}")
                .input("sku,n\n7,a\n");
        program.collection("keytypes").insertOne(new Document("_id", 7));

        ComparisonResult result = prover.diff(job.prepare(), new ImportMonitor(), 5, differences::add);

        assertThat(result.count(Judgement.NEW)).isEqualTo(1);
        assertThat(result.notes()).singleElement().asString().contains("as string: {\"_id\": 7}", "give the column");
    }

    private Verification verify(Run run, TestJob job) {
        return verify(run, job, VerifyOptions.NONE);
    }

    private Verification verify(Run run, TestJob job, VerifyOptions options) {
        differences.clear();
        return prover.verify(program.plan(run), job.prepare(), options, new ImportMonitor(), 5, differences::add);
    }

    private TestJob job(String name, Load load, Random random, boolean messy) {
        List<String> settings = new ArrayList<>(List.of(load.settings(name)));
        settings.add(FIELDS);
        settings.add("rejects: {limit: unlimited}");
        TestJob job = TestJob.in(folder, name, settings.toArray(String[]::new));
        return messy ? messy(job, load, random) : job(job, random);
    }

    /** Adds 200 records with keys of their own, in another order for each seed. */
    private static TestJob job(TestJob job, Random random) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            numbers.add(number);
        }
        Collections.shuffle(numbers, random);
        StringBuilder csv = new StringBuilder("sku,region,price,stock,bytes,op\n");
        numbers.forEach(number -> csv.append("k%d,EU,%d.50,%d,AAA%c,%c%n"
                .formatted(number, number, number, 'A' + number % 20, number < 100 ? 'R' : 'I')));
        return job.input(csv.toString());
    }

    /** Adds records with rejects, repeated keys and, by column, all operations. */
    private static TestJob messy(TestJob job, Load load, Random random) {
        StringBuilder csv = new StringBuilder("sku,region,price,stock,bytes,op\n");
        // Of several operations on one key, only the last one is compared.
        int repetitions = load == Load.COLUMN ? 0 : random.nextInt(3);
        for (int row = 0; row < 200; row++) {
            int number = load != Load.GENERATED_IDS && random.nextInt(100) < repetitions * 10
                    ? random.nextInt(row + 1)
                    : row;
            csv.append("k%d,EU,%s,%s,AAAA,%c%n"
                    .formatted(
                            number,
                            random.nextInt(50) == 0
                                    ? "x"
                                    : random.nextInt(6) == 0 ? "" : number + random.nextInt(3) + ".50",
                            random.nextInt(6) == 0 ? "" : number % (1 + random.nextInt(2) * 1000),
                            "IURD".charAt(random.nextInt(4))));
        }
        return job.input(csv.toString());
    }

    /** Adds documents with keys of the input, which are equal or not, and others. */
    private static void fill(String name, Load load, Random random) {
        MongoCollection<Document> target = program.collection(load == Load.VIEW ? name + "-former" : name);
        if (load == Load.VIEW) {
            program.database().createView(name, name + "-former", List.of());
        }
        List<Document> documents = new ArrayList<>();
        int last = load == Load.OWN_IDS || load == Load.GENERATED_IDS
                ? 0
                : load == Load.REPLACE || load == Load.UPDATE ? 200 : 100;
        for (int number = 0; number < last; number++) {
            Document document = load == Load.MATCH ? new Document() : new Document("_id", "k" + number);
            document.append("sku", "k" + number)
                    .append("region", "EU")
                    .append("price", new Decimal128(new BigDecimal(number + random.nextInt(2) + ".50")))
                    .append("stock", number)
                    .append("bytes", new Binary(new byte[3]));
            if (random.nextInt(4) == 0) {
                document.append("other", 1);
            }
            documents.add(document);
        }
        documents.add(new Document("_id", "other").append("sku", "other").append("region", "US"));
        target.insertMany(documents);
    }

    /** Returns the collection under a target, which may be a view. */
    private static MongoCollection<Document> stored(String name) {
        return program.collection(program.database().listCollections().into(new ArrayList<>()).stream()
                .filter(listed -> listed.getString("name").equals(name)
                        && listed.getString("type").equals("view"))
                .map(listed -> listed.get("options", Document.class).getString("viewOn"))
                .findFirst()
                .orElse(name));
    }
}
