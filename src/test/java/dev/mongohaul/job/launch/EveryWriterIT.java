package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.generate.SampleData;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.writer.WriterType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;
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

    private static final List<String> ENTITIES = List.of("", "entity: dev.mongohaul.sample.Product");

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestServer.database("every-writer"));
    }

    @AfterAll
    static void stop() {
        program.database().drop();
        program.close();
    }

    static Stream<Arguments> jobs() {
        return ENTITIES.stream().flatMap(entity -> WriterType.ALL.stream().map(writer -> Arguments.of(entity, writer)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void productsAreTheSameBytesUnderTheirOwnKeys(String entity, WriterType writer) {
        assertThat(imported("keyed", "id: [sku]", "", WriterType.ALL.get(0)))
                .hasSize(ROWS)
                .isEqualTo(imported("keyed", "id: [sku]", entity, writer));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void productsAreTheSameBytesUnderCompoundKeys(String entity, WriterType writer) {
        assertThat(imported("compound", "id: [category, sku]", "", WriterType.ALL.get(0)))
                .hasSize(ROWS)
                .isEqualTo(imported("compound", "id: [category, sku]", entity, writer));
    }

    /** Compares ids without their first seven bytes, which differ between imports. */
    @ParameterizedTest
    @MethodSource("jobs")
    void productsAreTheSameBytesUnderGeneratedIds(String entity, WriterType writer) {
        assertThat(imported("generated", "id: []", "", WriterType.ALL.get(0)))
                .hasSize(ROWS)
                .isEqualTo(imported("generated", "id: []", entity, writer));
    }

    /** Returns the documents as hexadecimal digits, in the order of their ids. */
    private List<String> imported(String name, String id, String entity, WriterType writer) {
        String collection = name + "-" + writer + (entity.isEmpty() ? "" : "-entity");
        TestJob job = TestJob.in(
                        folder, collection, entity, "target: {collection: " + collection + ", " + id + "}", FIELDS)
                .input("input.csv", products());

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
        List<String> documents = new ArrayList<>();
        for (RawBsonDocument document : program.database()
                .getCollection(collection, RawBsonDocument.class)
                .find()
                .sort(new org.bson.Document("_id", 1))) {
            byte[] bytes = new byte[document.getByteBuffer().remaining()];
            document.getByteBuffer().asNIO().get(bytes);
            String hex = HexFormat.of().formatHex(bytes);
            documents.add(plan.idPrefix() == null ? hex : hex.replaceFirst(plan.idPrefix(), "prefix"));
        }
        return documents;
    }
}
