package dev.mongohaul.compare.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.compare.limit.LimitComparison.Candidate.Measurement;
import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.job.InsertContent;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoConnection;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BareInsertIT {

    private final MongoAddress address = MongoAddress.parse(TestServer.uri(), "the test server");
    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("bare"));
    private final ComparisonProgress progress = new ComparisonProgress(line -> {});

    @TempDir
    private Path folder;

    @AfterEach
    void dropDatabase() {
        database.drop();
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 7", "4, 100"})
    void serverStoresTheDocumentsOfTheJob(int connections, int chunkSize) throws IOException {
        InsertContent content = content(numbers(250), "fields: {n: int32}", "target: {collection: c, id: [n]}");
        List<RawBsonDocument> expected = new ArrayList<>();
        content.each(expected::add);

        Measurement result = send(content, connections, chunkSize);

        assertThat(result.seconds()).isPositive();
        assertThat(database.getCollection("c", RawBsonDocument.class).find().sort(Sorts.ascending("_id")))
                .containsExactlyElementsOf(expected);
    }

    @Test
    void refusedDocumentHasTheServersMessage() {
        InsertContent content = content("n\n1\n2\n1\n", "target: {collection: c, id: [n]}");

        assertThatThrownBy(() -> send(content, 1, 10))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("the server does not accept all documents")
                .hasMessageContaining("E11000 duplicate key error");
    }

    @Test
    void commandIsTheDriversCommand() {
        BsonDocument command = BareInsert.observe(
                address,
                new MongoNamespace(database.getName(), "c"),
                content("n\n1\n", "write: {write-concern: journaled}"));

        assertThat(command).containsKeys("insert", "ordered", "writeConcern", "$db", "lsid");
        assertThat(command).doesNotContainKeys("documents", "txnNumber");
        assertThat(command.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{j: true}"));
    }

    @Test
    void cancellationStopsBetweenMessages() {
        InsertContent content = content(numbers(10));

        assertThatThrownBy(() -> {
                    try (DocumentFile documents = file(content, 1)) {
                        BareInsert insert = insert(content, documents);
                        progress.cancel();
                        insert.send(database.getName(), 2, 1);
                    }
                })
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("was cancelled before");
    }

    private Measurement send(InsertContent content, int connections, int chunkSize) throws IOException {
        try (DocumentFile documents = file(content, chunkSize)) {
            BareInsert insert = insert(content, documents);
            database.drop();
            return insert.send(database.getName(), connections, chunkSize);
        }
    }

    private DocumentFile file(InsertContent content, int chunkSize) throws IOException {
        return new DocumentFile(folder.resolve("documents.bson"), content, List.of(chunkSize), progress);
    }

    private BareInsert insert(InsertContent content, DocumentFile documents) {
        try (MongoConnection connection = MongoConnection.open(address)) {
            return new BareInsert(
                    address,
                    new ServerUnderTest(connection).primary(),
                    new MongoNamespace(database.getName(), content.collection()),
                    content,
                    documents,
                    progress);
        }
    }

    private InsertContent content(String input, String... settings) {
        return InsertContent.of(TestJob.in(folder, "c", settings).input(input).prepare());
    }

    private static String numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> n + ",text " + n + "\n")
                .collect(Collectors.joining("", "n,text\n", ""));
    }
}
