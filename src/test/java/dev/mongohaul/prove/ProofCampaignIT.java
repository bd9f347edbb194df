package dev.mongohaul.prove;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.mongohaul.TestSize;
import dev.mongohaul.faults.process.Importer;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.process.OwnCommand;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many verifications of large imports of all operations, with one change each or none, also after kills. */
class ProofCampaignIT {

    private static final String FIELDS =
            "fields: {sku: string, region: string, price: decimal, stock: int32, bytes: binary,"
                    + " born: instant, ratio: double, attributes.size: int64, op: {type: string, skip: true}}";
    private static final String HEADER = "sku,region,price,stock,bytes,born,ratio,attributes.size,op\n";

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

    /** Change of a stored document. */
    private enum Change {
        VALUE,
        INTEGER_TO_DOUBLE,
        INTEGER_TO_LONG,
        INTEGER_TO_TEXT,
        BIT,
        SCALE_OF_DECIMAL,
        SIGN_OF_ZERO,
        NOT_A_NUMBER,
        MILLISECOND,
        NESTED,
        FIELD_REMOVED,
        FIELD_ADDED,
        ORDER,
        VALUES_EXCHANGED,
        DOCUMENT_DELETED,
        DOCUMENT_ADDED;

        boolean isOf(Load load) {
            return switch (this) {
                case FIELD_ADDED, ORDER -> !load.updates() && load != Load.ADD;
                case DOCUMENT_ADDED -> load.isWhole();
                case DOCUMENT_DELETED -> true;
                // Some documents were there, and the ids do not say which.
                default -> load != Load.ADD;
            };
        }

        /** Changes a value of the document, and returns the path of its field. */
        String change(BsonDocument document) {
            int stock = document.getInt32("stock").getValue();
            BsonDecimal128 price = document.getDecimal128("price");
            switch (this) {
                case VALUE -> document.put("stock", new BsonInt32(stock + 1));
                case INTEGER_TO_DOUBLE -> document.put("stock", new BsonDouble(stock));
                case INTEGER_TO_LONG -> document.put("stock", new BsonInt64(stock));
                case INTEGER_TO_TEXT -> document.put("stock", new BsonString("" + stock));
                case BIT -> {
                    byte[] bytes = document.getBinary("bytes").getData().clone();
                    bytes[stock % bytes.length] ^= (byte) (1 << stock % 8);
                    document.put("bytes", new BsonBinary(bytes));
                    return "bytes";
                }
                case SCALE_OF_DECIMAL -> {
                    BigDecimal value = price.getValue().bigDecimalValue();
                    document.put("price", new BsonDecimal128(new Decimal128(value.setScale(value.scale() + 1))));
                    return "price";
                }
                case SIGN_OF_ZERO -> {
                    document.put(
                            "ratio", new BsonDouble(-document.getDouble("ratio").getValue()));
                    return "ratio";
                }
                case NOT_A_NUMBER -> {
                    document.put("ratio", new BsonDouble(Double.NaN));
                    return "ratio";
                }
                case MILLISECOND -> {
                    document.put(
                            "born",
                            new BsonDateTime(document.getDateTime("born").getValue() + 1));
                    return "born";
                }
                case NESTED -> {
                    document.getDocument("attributes").put("size", new BsonInt32(stock));
                    return "attributes.size";
                }
                case FIELD_REMOVED -> {
                    document.remove("price");
                    return "price";
                }
                case FIELD_ADDED -> {
                    document.put("added", new BsonInt32(1));
                    return "added";
                }
                case ORDER -> {
                    BsonValue first = document.remove("region");
                    document.put("region", first);
                    return "";
                }
                default -> throw new IllegalStateException("not a change of one document: " + this);
            }
            return "stock";
        }
    }

    static Stream<Load> loads() {
        return TestSize.isNightly() ? Stream.of(Load.values()) : Stream.of(Load.VIEW, Load.MERGE);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void eachChangeIsFoundAndNothingElse(Load load) {
        long seed = TestSize.seed("proof.seed", 1) + load.ordinal();
        Random random = new Random(seed);
        String name = "changes" + load.name().toLowerCase(Locale.ROOT);
        int rows = TestSize.of("proof.rows", 300, 20_000);
        Map<String, Integer> lines = new HashMap<>();
        TestJob job = job(name, load, rows, random, lines);
        fill(name, load, rows);
        Run run = program.run(job.prepare());
        MongoCollection<BsonDocument> stored = stored(name);
        assertThat(verify(run, job).verdict())
                .as("seed %d, %s: %s", seed, load, differences)
                .isEqualTo(Verification.Verdict.EQUAL);

        for (int number = 0; number < TestSize.of("proof.changes", 16, 64); number++) {
            Change change = Change.values()[Math.floorMod(seed + number, Change.values().length)];
            if (load == Load.DELETE) {
                String key = sorted(lines).get(random.nextInt(lines.size()));
                stored.insertOne(new BsonDocument("_id", new BsonString(key)).append("sku", new BsonString(key)));
                assertFound(seed, load, change, run, job, found(Judgement.DELETED, key, lines, ""));
                stored.deleteOne(Filters.eq("sku", key));
            } else if (change.isOf(load)) {
                changed(seed, load, change, run, job, stored, random, lines);
            }
        }

        assertThat(verify(run, job).verdict())
                .as("seed %d, %s: %s", seed, load, differences)
                .isEqualTo(Verification.Verdict.EQUAL);
    }

    private void changed(
            long seed,
            Load load,
            Change change,
            Run run,
            TestJob job,
            MongoCollection<BsonDocument> stored,
            Random random,
            Map<String, Integer> lines) {
        if (change == Change.DOCUMENT_ADDED) {
            stored.insertOne(new BsonDocument("_id", new BsonString("added")).append("region", new BsonString("EU")));
            assertFound(seed, load, change, run, job, "DELETED {\"_id\": \"added\"} null []");
            stored.deleteOne(Filters.eq("added"));
            return;
        }
        List<String> keys = sorted(lines);
        BsonDocument before = drawn(load, stored, keys, random);
        String key = before.getString("sku").getValue();
        BsonDocument after = before.clone();
        if (change == Change.DOCUMENT_DELETED) {
            stored.deleteOne(Filters.eq("_id", before.get("_id")));
            // Other replacements found no document: one more is a difference, and no key is that of it.
            boolean oneOfMany = load == Load.COLUMN && isReplacement(key);
            String[] missing = oneOfMany ? new String[0] : new String[] {found(Judgement.NEW, key, lines, null)};
            assertFound(seed, load, change, run, job, missing);
            stored.insertOne(before);
        } else if (change == Change.VALUES_EXCHANGED) {
            BsonDocument other = drawn(load, stored, keys, random);
            while (other.getString("sku").getValue().equals(key)) {
                other = drawn(load, stored, keys, random);
            }
            BsonDocument otherAfter = other.clone();
            after.put("born", other.get("born"));
            otherAfter.put("born", before.get("born"));
            replace(stored, after);
            replace(stored, otherAfter);
            assertFound(
                    seed,
                    load,
                    change,
                    run,
                    job,
                    found(Judgement.CHANGED, key, lines, "born"),
                    found(Judgement.CHANGED, other.getString("sku").getValue(), lines, "born"));
            replace(stored, before);
            replace(stored, other);
        } else {
            String field = change.change(after);
            replace(stored, after);
            assertFound(seed, load, change, run, job, found(Judgement.CHANGED, key, lines, field));
            replace(stored, before);
        }
    }

    private static List<String> sorted(Map<String, Integer> lines) {
        return lines.keySet().stream().sorted().toList();
    }

    /** Returns whether the record of the key replaces a document, where a column has the operation; it is an insert otherwise. */
    private static boolean isReplacement(String key) {
        return Integer.parseInt(key.substring(1)) % 2 == 0;
    }

    /** Returns a document of one of the keys; of those that a load adds by other keys, one that it has added. */
    private static BsonDocument drawn(
            Load load, MongoCollection<BsonDocument> stored, List<String> keys, Random random) {
        BsonDocument drawn = null;
        while (drawn == null || (load == Load.ADD_BY_MATCH && !drawn.get("_id").isObjectId())) {
            drawn = stored.find(Filters.eq("sku", keys.get(random.nextInt(keys.size()))))
                    .first();
        }
        return drawn;
    }

    private static void replace(MongoCollection<BsonDocument> stored, BsonDocument document) {
        stored.replaceOne(Filters.eq("_id", document.get("_id")), document);
    }

    /** Returns what is to be found of a key, and where. */
    private static String found(Judgement kind, String key, Map<String, Integer> lines, String field) {
        return "%s %s line %d %s"
                .formatted(
                        kind,
                        key,
                        lines.get(key),
                        field == null || kind == Judgement.DELETED ? "[]" : "[" + field + "]");
    }

    private void assertFound(long seed, Load load, Change change, Run run, TestJob job, String... expected) {
        Verification verification = verify(run, job);
        assertThat(verification.verdict())
                .as("seed %d, %s, %s", seed, load, change)
                .isEqualTo(Verification.Verdict.DIFFERENT);
        assertThat(differences.stream().map(difference -> text(difference, job)))
                .as("seed %d, %s, %s", seed, load, change)
                .containsExactlyInAnyOrder(expected);
    }

    private static String text(Difference difference, TestJob job) {
        List<String> fields =
                difference.fields().stream().map(FieldDifference::path).toList();
        String place = difference.place();
        if (place == null) {
            return "%s %s null %s".formatted(difference.kind(), difference.key().toJson(), fields);
        }
        int line = Integer.parseInt(place.substring(place.lastIndexOf(':') + 1));
        String key;
        try (Stream<String> lines = Files.lines(job.folder().resolve("input.csv"))) {
            key = lines.skip(line - 1L).findFirst().orElseThrow().split(",", 2)[0];
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        boolean named = difference.key().get("_id") == null
                || difference.key().get("_id").isObjectId()
                || difference.key().getString("_id").getValue().equals(key);
        return named
                ? "%s %s line %d %s".formatted(difference.kind(), key, line, fields)
                : "another key: " + difference;
    }

    static LongStream equals() {
        return TestSize.seeds("equal", 1_000, LongStream.range(0, 6).toArray());
    }

    /** A third of the imports fails in the middle and is resumed. */
    @ParameterizedTest
    @MethodSource("equals")
    void nothingIsFoundWithoutAChange(long seed) {
        Random random = new Random(seed);
        Load load = Load.values()[Math.floorMod(seed, Load.values().length)];
        String name = "equal" + seed;
        int rows = 20 + random.nextInt(TestSize.of("equal.rows", 200, 2_000));
        TestJob job = job(name, load, rows, random, new HashMap<>());
        fill(name, load, rows);
        Run run = random.nextInt(3) == 0
                ? program.failAfterChunks(random.nextInt(4), job.prepare())
                : program.run(job.prepare());
        boolean resumed = program.plan(run).state() == ImportState.UNFINISHED;
        if (resumed) {
            run = program.run(job.prepare());
        }

        Verification verification = verify(run, job, new VerifyOptions(random.nextBoolean(), plan -> Optional.empty()));

        assertThat(verification.verdict())
                .as("seed %d, %s, resumed %s: %s %s", seed, load, resumed, verification.result(), differences)
                .isEqualTo(Verification.Verdict.EQUAL);
        if (verification.result().digest() != null && load.ownsAll()) {
            Receipt receipt = prover.receipt(
                    verification, job.prepare(), program.database().getName());
            assertThat(prover.against(receipt, new ImportMonitor()).isEqual())
                    .as("seed %d, %s, resumed %s", seed, load, resumed)
                    .isTrue();
        }
        stored(name).drop();
        program.collection(name).drop();
    }

    /** Kills imports, and resumes them; kills comparisons, which leave no trace. */
    @Test
    void killsAreHarmless() throws IOException {
        int kills = TestSize.of("proof.kills", 1, 30);
        Random random = new Random(TestSize.seed("proof.seed", 1));
        Files.createDirectory(folder.resolve("jobs"));
        for (int number = 0; number < kills; number++) {
            Load load = Load.values()[random.nextInt(Load.values().length)];
            String name = "killed" + number;
            int rows = 5_000;
            job(name, load, rows, random, new HashMap<>());
            Files.writeString(
                    folder.resolve("jobs/" + name + ".yml"),
                    String.join("\n", settings(name, load)) + "\nsource: {files: input.csv}\n");
            fill(name, load, rows);
            Importer importer = new Importer(
                    folder,
                    TestServer.uri()
                            .replaceFirst("/(\\?|$)", "/" + program.database().getName() + "$1"));

            killed(importer, random, "import", name);
            assertThat(importer.run("import", name).exitCode())
                    .as("%s: resumed", load)
                    .isIn(0, 10);
            String before = hash();
            killed(importer, random, "diff", name);
            assertThat(hash()).as("%s: killed diff", load).isEqualTo(before);
            String targets = targets();
            killed(importer, random, "verify", name);
            assertThat(targets()).as("%s: killed verify", load).isEqualTo(targets);
            OwnCommand verified = importer.run("verify", name);
            assertThat(verified.exitCode())
                    .as("%s: %s%s", load, verified.out(), verified.err())
                    .isZero();
            assertThat(targets()).isEqualTo(targets);
        }
    }

    private static void killed(Importer importer, Random random, String... command) {
        Launched launched = importer.start(List.of(), List.of(command));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(2_500)));
        launched.process().kill();
    }

    /** Returns the hashes of the collections that are not of the JobRepository, which has the results of verifications. */
    private static String targets() {
        Document collections =
                program.database().runCommand(new Document("dbHash", 1)).get("collections", Document.class);
        collections.keySet().removeIf(name -> name.startsWith("mongohaul_") || name.startsWith("BATCH_"));
        return collections.toJson();
    }

    private static String hash() {
        return program.database().runCommand(new Document("dbHash", 1)).getString("md5");
    }

    private Verification verify(Run run, TestJob job) {
        return verify(run, job, VerifyOptions.NONE);
    }

    private Verification verify(Run run, TestJob job, VerifyOptions options) {
        differences.clear();
        return prover.verify(program.plan(run), job.prepare(), options, new ImportMonitor(), 5, differences::add);
    }

    private static List<String> settings(String name, Load load) {
        List<String> settings = new ArrayList<>(List.of(load.settings(name)));
        settings.add(FIELDS);
        settings.add("rejects: {limit: unlimited}");
        return settings;
    }

    /**
     * Returns a job of records in random order, of which a few are rejected and some have a key that occurs again.
     *
     * @param lines receives the lines of the records whose key is theirs alone
     */
    private TestJob job(String name, Load load, int rows, Random random, Map<String, Integer> lines) {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 0; number < rows; number++) {
            numbers.add(number);
            if (load != Load.UNIQUE && load != Load.COLUMN && load != Load.GENERATED_IDS && number % 50 == 7) {
                numbers.add(number);
            }
        }
        Collections.shuffle(numbers, random);
        StringBuilder csv = new StringBuilder(HEADER);
        int line = 1;
        for (int number : numbers) {
            line++;
            boolean rejected = number % 200 == 11;
            if (!rejected && number % 50 != 7 && !(load == Load.PROCESSOR && number % 10 == 7)) {
                lines.put("k" + number, line);
            }
            byte[] bytes = new byte[9];
            random.nextBytes(bytes);
            csv.append("k%d,EU,%s,%d,%s,%d-0%d-12T00:00:%02dZ,%s,%d,%c%n"
                    .formatted(
                            number,
                            rejected ? "x" : number + "." + "0".repeat(random.nextInt(3) + 1),
                            random.nextInt(1_000),
                            Base64.getEncoder().encodeToString(bytes),
                            1900 + random.nextInt(150),
                            1 + random.nextInt(9),
                            number % 60,
                            random.nextBoolean() ? "0.0" : "-0.0",
                            random.nextInt(),
                            isReplacement("k" + number) ? 'R' : 'I'));
        }
        return TestJob.in(folder, name, settings(name, load).toArray(String[]::new))
                .input(csv.toString());
    }

    /** Adds what the operation changes, and documents that the input lacks. */
    private static void fill(String name, Load load, int rows) {
        MongoCollection<Document> target = program.collection(load == Load.VIEW ? name + "-former" : name);
        List<Document> documents = new ArrayList<>();
        int present = load == Load.OWN_IDS || load == Load.GENERATED_IDS
                ? 0
                : load == Load.REPLACE || load == Load.UPDATE ? rows : rows / 2;
        for (int number = 0; number < present; number += load == Load.COLUMN ? 2 : 1) {
            Document document = load == Load.MATCH ? new Document() : new Document("_id", "k" + number);
            documents.add(
                    document.append("sku", "k" + number).append("region", "EU").append("former", number));
        }
        documents.add(new Document("_id", "other").append("sku", "other").append("region", "US"));
        target.insertMany(documents);
        if (load == Load.VIEW) {
            program.database().createView(name, name + "-former", List.of());
        }
    }

    /** Returns the collection under a target, which may be a view. */
    private static MongoCollection<BsonDocument> stored(String name) {
        return program.database()
                .getCollection(
                        program.database().listCollections().into(new ArrayList<>()).stream()
                                .filter(listed -> listed.getString("name").equals(name)
                                        && listed.getString("type").equals("view"))
                                .map(listed ->
                                        listed.get("options", Document.class).getString("viewOn"))
                                .findFirst()
                                .orElse(name),
                        BsonDocument.class);
    }
}
