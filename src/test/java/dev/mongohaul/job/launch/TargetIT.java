package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationStrength;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.TimeSeriesOptions;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.target.TargetCollection;
import dev.mongohaul.job.target.TargetRefusedException;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.ServerFacts;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Indexes of the target collection, and operations that match by fields other than the id. */
@ExtendWith(OutputCaptureExtension.class)
class TargetIT {

    private static final String BY_SKU = "write: {operation: upsert, match: [sku]}";

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @Test
    void replacementByAFieldKeepsTheExistingId() {
        ObjectId id = new ObjectId();
        program.collection("by-field").insertOne(new Document("_id", id).append("sku", "a"));
        TestJob job = TestJob.in(folder, "by-field", BY_SKU).input("sku,price\na,1\nb,2\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 2, 0, 0, 0));
        assertThat(program.plan(run).idPrefix()).isNull();
        assertThat(program.documents("by-field"))
                .contains(new Document("_id", id).append("sku", "a").append("price", "1"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    texts    | id: [n]    | fields: {n: int32}  | {_id: '7'}              | the key _id in another type than the records, which have it as number: {"_id": "7"}.
                    ints     | id: [n]    | fields: {n: string} | {_id: 7}                | the key _id in another type than the records, which have it as string: {"_id": 7}.
                    doubles  | id: [n]    | fields: {n: int32}  | {_id: 7.0}              |
                    mixed    | id: [n]    | fields: {n: int32}  | {_id: 'other'} {_id: 8} | the key _id in another type than the records, which have it as number: {"_id": "other"}.
                    dates    | id: [n]    | fields: {n: string} | {_id:{$date: 0}}        | the key _id in another type than the records, which have it as string: {"_id": {"$date":
                    autos    | id: [n]    | fields: {n: auto}   | {_id: 'other'} {_id: 8} |
                    empty    | id: [n]    | fields: {n: int32}  |                         |
                    matched  | match: [n] | fields: {n: int32}  | {n: '7'}                | the key n in another type than the records, which have it as number: {"_id":
                    strange  | match: [n] | fields: {n: int32}  | {m: '7'}                |
                    """)
    void keysOfAnotherTypeAreWarnedOf(
            String name,
            String key,
            String fields,
            @Nullable String documents,
            @Nullable String warning,
            CapturedOutput output) {
        String of = "keys-" + name;
        Stream.of(documents == null ? new String[0] : documents.split(" (?=\\{)"))
                .forEach(document -> program.collection(of).insertOne(Document.parse(document)));
        TestJob job = TestJob.in(
                        folder,
                        of,
                        "target: {collection: %s%s}".formatted(of, key.startsWith("id") ? ", " + key : ""),
                        "write: {operation: upsert%s}".formatted(key.startsWith("id") ? "" : ", " + key),
                        fields)
                .input("n,v\n7,a\n");

        program.run(job.prepare());

        String found = "documents of %s.%s have ".formatted(program.database().getName(), of);
        if (warning == null) {
            assertThat(output.getAll()).doesNotContain(found);
        } else {
            assertThat(output.getAll()).contains(found + warning);
        }
    }

    @Test
    void recordWithoutAMatchValueIsRejected() {
        program.collection("blank").insertOne(new Document("_id", 1).append("other", "kept"));
        TestJob job = TestJob.in(folder, "blank", BY_SKU, "rejects: {limit: 1}").input("sku,price\n,1\nb,2\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 1, 0, 1, 0));
        assertThat(program.documents("blank"))
                .contains(new Document("_id", 1).append("other", "kept"))
                .hasSize(2);
    }

    @Test
    void upsertByAFieldCreatesItsUniqueIndex() {
        TestJob job = TestJob.in(folder, "unique", BY_SKU).input("sku,price\na,1\n");

        program.run(job.prepare());

        assertThat(indexOn("unique", "sku").getBoolean("unique")).isTrue();
    }

    @Test
    void upsertByAFieldAcceptsAUniqueIndexOfAnotherName() {
        program.collection("named")
                .createIndex(
                        Indexes.descending("sku"),
                        new IndexOptions().unique(true).name("mine"));
        TestJob job = TestJob.in(folder, "named", BY_SKU).input("sku,price\na,1\n");

        Run run = program.run(job.prepare());

        assertThat(run.ending()).as(run.reason()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.collection("named").listIndexes()).hasSize(2);
    }

    @Test
    void collectionWithACollationIsNotCompared() {
        program.database()
                .createCollection(
                        "collated",
                        new CreateCollectionOptions()
                                .collation(Collation.builder()
                                        .locale("en")
                                        .collationStrength(CollationStrength.SECONDARY)
                                        .build()));
        program.collection("collated").insertOne(new Document("sku", "a").append("price", "1"));
        TestJob job = TestJob.in(folder, "collated", "write: {operation: upsert, match: [sku], ordered: true}")
                .input("sku,price\nA,2\na,1\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 2, 0, 0, 0));
        assertThat(program.documents("collated"))
                .extracting(document -> document.get("sku"))
                .containsExactly("a");
    }

    @Test
    void upsertByAFieldThatIsNotUniqueIsRefused() {
        program.collection("doubled").insertOne(new Document("sku", "a"));
        program.collection("doubled").insertOne(new Document("sku", "a"));
        TestJob job = TestJob.in(folder, "doubled", BY_SKU).input("sku,price\na,1\n");

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason())
                .startsWith(
                        "The unique index {\"sku\": 1} on " + program.database().getName() + ".doubled")
                .contains("cannot be created", "E11000", "(error 11000)")
                .doesNotContain("\n");
        assertThat(program.collection("doubled").countDocuments()).isEqualTo(2);
    }

    @Test
    void uniqueIndexesAreCreatedFirstAndOthersLast() {
        TestJob job = TestJob.in(
                        folder,
                        "indexes",
                        "target: {collection: indexes, indexes: [{keys: n, unique: true}, {keys: text}]}",
                        "rejects: {limit: unlimited}")
                .input(Rows.csv(3) + Rows.line(1));

        Run run = program.run(job.prepare());

        assertThat(run.counts()).isEqualTo(new Counts(4, 3, 0, 1, 0));
        assertThat(indexOn("indexes", "n").getBoolean("unique")).isTrue();
        assertThat(indexOn("indexes", "text")).isNotNull();
    }

    @Test
    void failedImportDoesNotCreateOtherIndexes() {
        TestJob job = TestJob.in(
                        folder, "late", "target: {collection: late, indexes: [{keys: text}]}", "fields: {n: int32}")
                .input("n,text\nx,row\n1,row\n");

        Run run = program.run(job.prepare());

        assertThat(run.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(indexOn("late", "text")).isNull();
    }

    @Test
    void slowIndexBuildIsAwaited() {
        String uri = TestServer.uri() + (TestServer.uri().contains("?") ? "&" : "/?") + "socketTimeoutMS=1000";
        TestJob job = TestJob.in(folder, "slow", "target: {collection: slow, indexes: [{keys: text}]}")
                .input(Rows.csv(3));

        try (Program hasty = Program.start(uri, program.database().getName())) {
            FailPoint.on("createIndexes")
                    .namespace(program.database().getName() + ".slow")
                    .block(Duration.ofMillis(1500))
                    .times(1)
                    .during(
                            TestServer.client(),
                            () -> assertThat(hasty.run(job.prepare()).ending()).isEqualTo(RunStatus.COMPLETED));
        }
        assertThat(indexOn("slow", "text")).isNotNull();
    }

    /** Collections that cannot hold each document once. */
    enum Unfit {
        TIME_SERIES("is a time series collection") {
            @Override
            void create(String name) {
                program.database()
                        .createCollection(
                                name, new CreateCollectionOptions().timeSeriesOptions(new TimeSeriesOptions("t")));
            }
        },
        CAPPED("is a capped collection") {
            @Override
            void create(String name) {
                program.database()
                        .createCollection(
                                name, new CreateCollectionOptions().capped(true).sizeInBytes(4096));
            }
        },
        VIEW("is a view") {
            @Override
            void create(String name) {
                program.database().createView(name, "by-field", List.of());
            }
        };

        private final String message;

        Unfit(String message) {
            this.message = message;
        }

        abstract void create(String name);
    }

    @ParameterizedTest
    @EnumSource(Unfit.class)
    void unfitCollectionIsRefusedBeforePlanning(Unfit unfit) {
        String name = unfit.name().toLowerCase(Locale.ROOT);
        unfit.create(name);
        ImportJob job = TestJob.in(folder, name).input(Rows.csv(3)).prepare();

        assertThatThrownBy(() -> program.run(job))
                .isInstanceOf(TargetRefusedException.class)
                .hasMessageContaining(program.database().getName() + "." + name + " " + unfit.message)
                .satisfies(refused -> assertThat(Refusal.of(refused).kind()).isEqualTo(RefusalKind.WRONG));
        assertThat(program.bean(ImportPlans.class).findByJob(name)).isEmpty();
    }

    private static final String CLUSTERED = "target: {collection: %s, clustered: true}";

    @Test
    void clusteredCollectionIsCreatedAndFound() {
        TestJob first = TestJob.in(folder, "clustered", CLUSTERED.formatted("clustered"));
        TestJob second = TestJob.in(folder, "clustered-too", CLUSTERED.formatted("clustered"));

        Run run = program.run(first.input(Rows.csv(3)).prepare());
        Run next = program.run(second.input(Rows.csv(5)).prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(3, 3, 0, 0, 0));
        assertThat(next.counts()).as(next.reason()).isEqualTo(new Counts(5, 5, 0, 0, 0));
        assertThat(program.collection("clustered").countDocuments()).isEqualTo(8);
        assertThat(program.database()
                        .listCollections()
                        .filter(Filters.eq("name", "clustered"))
                        .first()
                        .get("options", Document.class))
                .containsKey("clusteredIndex");
    }

    @Test
    void ordinaryCollectionIsRefusedIfTheJobAsksForAClusteredOne() {
        program.collection("unclustered").insertOne(new Document());
        ImportJob job = TestJob.in(folder, "unclustered", CLUSTERED.formatted("unclustered"))
                .input(Rows.csv(3))
                .prepare();

        assertThatThrownBy(() -> program.run(job))
                .isInstanceOf(TargetRefusedException.class)
                .hasMessage(
                        "%s.unclustered is not a clustered collection, and target.clustered asks for one. Name another"
                                + " collection in target.collection",
                        program.database().getName())
                .satisfies(refused -> assertThat(Refusal.of(refused).kind()).isEqualTo(RefusalKind.WRONG));
    }

    @Test
    void ordinaryCollectionThatAppearsMeanwhileIsRefused() throws Exception {
        ImportJob job = TestJob.in(folder, "appearing", CLUSTERED.formatted("appearing"))
                .input(Rows.csv(3))
                .prepare();

        Run run = HeldCommand.run(
                job,
                program.database().getName(),
                "create",
                () -> program.collection("appearing").insertOne(new Document()));

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).contains("appearing is not a clustered collection");
    }

    @Test
    void serverWithoutClusteredCollectionsIsRefused() {
        ImportJob job = TestJob.in(folder, "old-server", CLUSTERED.formatted("old-server"))
                .input(Rows.csv(3))
                .prepare();
        ServerFacts server = new ServerFacts(ServerKind.REPLICA_SET, "5.0.31", 13, 16 << 20);

        assertThatThrownBy(() -> TargetCollection.requireFit(
                        program.database(),
                        server,
                        job,
                        program.bean(ImportPlans.class).retries()))
                .isInstanceOf(TargetRefusedException.class)
                .hasMessage("MongoDB 5.0.31 has no clustered collections, which exist from 5.3 on. Remove"
                        + " target.clustered");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void documentsOfANewCollectionAreCountedWithoutAScan(boolean created) {
        String name = created ? "created" : "existing";
        if (!created) {
            program.database().createCollection(name);
        }
        program.database().runCommand(new Document("profile", 2));

        Run run = program.run(TestJob.in(folder, name).input(Rows.csv(30)).prepare());

        program.database().runCommand(new Document("profile", 0));
        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(30, 30, 0, 0, 0));
        List<Document> counts = program.collection("system.profile")
                .find(Filters.and(
                        Filters.eq("ns", program.database().getName() + "." + name),
                        Filters.exists("command.pipeline.0.$match")))
                .into(new ArrayList<>());
        assertThat(counts).hasSize(created ? 0 : 1);
    }

    @Test
    void documentThatIsExchangedInANewCollectionIsMissed() throws Exception {
        ImportJob job = TestJob.in(folder, "exchanged").input(Rows.csv(30)).prepare();

        Run run = HeldCommand.run(job, program.database().getName(), "aggregate", () -> {
            program.collection("exchanged").deleteOne(new Document());
            return program.collection("exchanged").insertOne(new Document("stranger", true));
        });

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).contains("acknowledged but only", "were some deleted meanwhile?");
    }

    @Test
    void newCollectionThatIsExchangedIsCountedInFull() throws Exception {
        ImportJob job = TestJob.in(folder, "dropped").input(Rows.csv(30)).prepare();

        Run run = HeldCommand.run(job, program.database().getName(), "aggregate", () -> {
            program.collection("dropped").drop();
            return program.collection("dropped")
                    .insertMany(IntStream.range(0, 30)
                            .mapToObj(number -> new Document("stranger", number))
                            .toList());
        });

        assertThat(run.ending()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).contains("acknowledged but only 0 of them");
    }

    @Test
    void importThatFoundDocumentsUnchangedMayHaveWrittenThem() {
        program.collection("found").insertOne(new Document("_id", "a").append("n", 1));
        TestJob job = TestJob.in(
                        folder,
                        "found",
                        "target: {collection: found, id: [sku]}",
                        "fields: {sku: {to: _id}, n: int32}",
                        "write: {operation: upsert}")
                .input("sku,n\na,1\nb,none\n");

        Run run = program.run(job.prepare());

        assertThat(run.counts()).as(run.reason()).isEqualTo(new Counts(2, 0, 1L, 0, 1, 0, CellCounts.NONE));
        assertThat(run.ending()).isEqualTo(RunStatus.REJECT_LIMIT_EXCEEDED);
        assertThat(program.plan(run).mayHaveSent()).isTrue();
    }

    private static Document indexOn(String collection, String field) {
        for (Document index : program.collection(collection).listIndexes()) {
            if (index.get("key", Document.class).keySet().contains(field)) {
                return index;
            }
        }
        return null;
    }
}
