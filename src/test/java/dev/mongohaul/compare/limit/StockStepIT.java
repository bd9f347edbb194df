package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Projections;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.WriteContent;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StockStepIT {

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("stock"));

    @TempDir
    private Path folder;

    @AfterEach
    void dropDatabase() {
        database.drop();
    }

    @Test
    void simpleTypesAreStoredAsByAnImport() throws IOException {
        TestJob job = job("fields: {n: int32, price: decimal, a.b: string, at: instant}")
                .input("n,price,a.b,at\n1,2.50,x,2026-01-01T00:00:00Z\n2,3,\"y, z\",2026-01-01T00:00:00.5Z\n");
        List<BsonDocument> expected = new ArrayList<>();
        WriteContent.of(job.prepare()).each((operation, document) -> {
            BsonDocument withoutId = document.decode(new BsonDocumentCodec());
            withoutId.remove("_id");
            expected.add(withoutId);
        });

        run(job);

        assertThat(database.getCollection("job", BsonDocument.class).find().projection(Projections.excludeId()))
                .containsExactlyElementsOf(expected);
        assertThat(database.getCollection("BATCH_STEP_EXECUTION").countDocuments())
                .isEqualTo(1);
    }

    @Test
    void unreadableRecordHasItsReason() {
        TestJob job = job("fields: {n: int32}").input("n\n1\nx\n");

        assertThatThrownBy(() -> run(job))
                .isInstanceOf(ComparisonException.class)
                .hasMessageStartingWith("the stock step is FAILED: ")
                .hasMessageContaining("input.csv");
    }

    @Test
    void unsupportedInputIsRefused() {
        TestJob packed = job("source: {files: input.csv.gz}").input("input.csv.gz", gzip());
        TestJob deleting = job("target: {collection: c, id: [n]}", "write: {operation: delete}")
                .input("n\n1\n");
        TestJob unquoted = job("source: {files: input.csv, quote: none}").input("n\n1\n");

        assertThat(StockStep.refusal(packed.file().source(), WriteContent.of(packed.prepare())))
                .contains("FlatFileItemReader does not read compressed files");
        assertThat(StockStep.refusal(deleting.file().source(), WriteContent.of(deleting.prepare())))
                .contains("it only inserts");
        assertThat(StockStep.refusal(unquoted.file().source(), WriteContent.of(unquoted.prepare())))
                .contains("DelimitedLineTokenizer needs a quote character");
    }

    private static byte[] gzip() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("n\n1\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private TestJob job(String... settings) {
        return TestJob.in(folder, "job", settings);
    }

    private void run(TestJob job) {
        String uri = MongoAddress.parse(TestServer.uri(), "the test server").uriOf(database.getName());
        StockStep.run(job.file().source(), WriteContent.of(job.prepare()), uri);
    }
}
