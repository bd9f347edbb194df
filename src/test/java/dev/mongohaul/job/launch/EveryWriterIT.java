package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.generate.SampleData;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.writer.WriterType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Writers with and without the entity of the sample, which all store the same bytes. */
class EveryWriterIT {

    private static final int ROWS = 120;

    private static final String FIELDS = """
            fields:
              sku: string
              name: string
              category: string
              price: decimal
              attributes.color: string
              attributes.size: string
              createdAt: instant
            """;

    private static final String RULES = """
            fields:
              sku: { required: true, matches: "SKU-[0-9]+[1-8]" }
              name: string
              category: { one-of: [furniture, kitchen, lighting, outdoor] }
              price: { type: decimal, min: 50, max: "900.00" }
              attributes.color: { skip: true, matches: "[a-z]+" }
              attributes.size: { default: none }
              createdAt: { type: instant, max: "2100-01-01T00:00:00Z" }
            rejects: { limit: unlimited }
            """;

    private static final List<String> ENTITIES = List.of("", "entity: dev.mongohaul.sample.Product");

    private static final Map<String, List<String>> FIRST = new HashMap<>();
    private static final List<String> ALLOWED = new ArrayList<>();

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

    /** Returns each writer with and without the entity. */
    static Stream<Arguments> jobs() {
        return ENTITIES.stream().flatMap(entity -> WriterType.ALL.stream().map(writer -> Arguments.of(entity, writer)));
    }

    /** Returns each writer once, by turns with and without the entity. */
    static Stream<Arguments> byTurns() {
        return IntStream.range(0, WriterType.ALL.size())
                .mapToObj(index -> Arguments.of(ENTITIES.get((index + 1) % 2), WriterType.ALL.get(index)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void productsAreTheSameBytesUnderTheirOwnKeys(String entity, WriterType writer) {
        storesTheSameAsTheFirstWriter("keyed", "id: [sku]", entity, writer);
    }

    @ParameterizedTest
    @MethodSource("byTurns")
    void productsAreTheSameBytesUnderCompoundKeys(String entity, WriterType writer) {
        storesTheSameAsTheFirstWriter("compound", "id: [category, sku]", entity, writer);
    }

    /** Compares ids without their first seven bytes, which differ between imports. */
    @ParameterizedTest
    @MethodSource("byTurns")
    void productsAreTheSameBytesUnderGeneratedIds(String entity, WriterType writer) {
        storesTheSameAsTheFirstWriter("generated", "id: []", entity, writer);
    }

    private void storesTheSameAsTheFirstWriter(String name, String id, String entity, WriterType writer) {
        List<String> expected = FIRST.computeIfAbsent(name, first -> imported(first, id, "", WriterType.ALL.get(0)));

        assertThat(expected).hasSize(ROWS).isEqualTo(imported(name, id, entity, writer));
    }

    @ParameterizedTest
    @MethodSource("byTurns")
    void productsThatKeepTheRulesAreTheSameBytes(String entity, WriterType writer) {
        List<String> expected = allowed();

        Run run = program.run(
                job("ruled-" + writer, "id: sku", entity, RULES).prepare("writer=" + writer, "chunk-size=50"), true);

        assertThat(expected).hasSizeBetween(5, ROWS - 5);
        assertThat(run.counts()).isEqualTo(new Counts(ROWS, expected.size(), 0, ROWS - expected.size(), 0));
        assertThat(read(run, "ruled-" + writer).stream().map(EveryWriterIT::hex))
                .containsExactlyElementsOf(expected);
    }

    /** Returns the documents that a job without rules stores, without those that break the rules, and with their fields. */
    private List<String> allowed() {
        if (ALLOWED.isEmpty()) {
            Run run = program.run(job("plain", "id: sku", "", FIELDS).prepare(), true);
            read(run, "plain").stream()
                    .map(bytes -> bytes.decode(new DocumentCodec()))
                    .filter(EveryWriterIT::keepsRules)
                    .map(EveryWriterIT::ruled)
                    .map(document -> hex(new RawBsonDocument(document, new DocumentCodec())))
                    .forEach(ALLOWED::add);
        }
        return ALLOWED;
    }

    private static boolean keepsRules(Document product) {
        BigDecimal price = product.get("price", Decimal128.class).bigDecimalValue();
        return product.getString("sku").matches("SKU-\\d+[1-8]")
                && List.of("furniture", "kitchen", "lighting", "outdoor").contains(product.getString("category"))
                && price.compareTo(new BigDecimal(50)) >= 0
                && price.compareTo(new BigDecimal(900)) <= 0;
    }

    private static Document ruled(Document product) {
        Document size = new Document(
                "size",
                Objects.requireNonNullElse(product.getEmbedded(List.of("attributes", "size"), String.class), "none"));
        Document ruled = new Document();
        for (String name : List.of("_id", "sku", "name", "category", "price", "attributes", "createdAt")) {
            Object value = name.equals("attributes") ? size : product.get(name);
            if (value != null) {
                ruled.append(name, value);
            }
        }
        return ruled;
    }

    private TestJob job(String collection, String id, String entity, String settings) {
        return TestJob.in(folder, collection, entity, "target: {collection: " + collection + ", " + id + "}", settings)
                .input("input.csv", products());
    }

    /** Returns the documents as hexadecimal digits, in the order of their ids. */
    private List<String> imported(String name, String id, String entity, WriterType writer) {
        String collection = name + "-" + writer + (entity.isEmpty() ? "" : "-entity");
        TestJob job = job(collection, id, entity, FIELDS);

        Run run = program.run(job.prepare("writer=" + writer, "chunk-size=50", "buffer=20"), true);

        assertThat(run.counts()).isEqualTo(new Counts(ROWS, ROWS, 0, 0, 0));
        List<String> documents = documents(collection, program.plan(run));
        program.database().getCollection(collection).drop();
        return documents;
    }

    private static byte[] products() {
        ByteArrayOutputStream csv = new ByteArrayOutputStream();
        try {
            SampleData.PRODUCTS.write(csv, ROWS, 7);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return csv.toByteArray();
    }

    private static List<String> documents(String collection, ImportPlan plan) {
        return sorted(collection).stream()
                .map(EveryWriterIT::hex)
                .map(hex -> plan.idPrefix() == null ? hex : hex.replaceFirst(plan.idPrefix(), "prefix"))
                .toList();
    }

    /** Returns the documents of a collection, which is dropped. */
    private static List<RawBsonDocument> read(Run run, String collection) {
        assertThat(run.counts().read()).isEqualTo(ROWS);
        List<RawBsonDocument> documents = sorted(collection);
        program.database().getCollection(collection).drop();
        return documents;
    }

    private static List<RawBsonDocument> sorted(String collection) {
        return program.database()
                .getCollection(collection, RawBsonDocument.class)
                .find()
                .sort(new Document("_id", 1))
                .into(new ArrayList<>());
    }

    private static String hex(RawBsonDocument document) {
        byte[] bytes = new byte[document.getByteBuffer().remaining()];
        document.getByteBuffer().asNIO().get(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
