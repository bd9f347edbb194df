package dev.mongohaul.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.writer.delivery.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Another client adds the document after an upsert has looked for it, and before the upsert adds it. */
class UpsertRaceIT {

    private static final String BEFORE_INSERT = "hangBeforeUpsertPerformsInsert";

    @ParameterizedTest
    @CsvSource({
        "direct, STANDALONE",
        "direct, REPLICA_SET",
        "raw, STANDALONE",
        "raw, REPLICA_SET",
        "bulk, STANDALONE",
        "bulk, REPLICA_SET"
    })
    void documentThatAppearsMeanwhileIsUpdated(String writer, ServerKind kind) {
        WriterBench<?> bench = WriterBench.of(WriterBench.type(writer)).on(kind);
        BsonDocument document = Samples.document(1);

        List<Outcome> outcomes =
                whileUpserting(bench, document, Samples.document(1).append("old", new BsonInt32(1)));

        assertThat(outcomes).containsExactly(Outcome.WRITTEN);
        assertThat(bench.contents())
                .isEqualTo(WriterBench.stored(List.of(document.clone().append("old", new BsonInt32(1)))));
    }

    private static List<Outcome> whileUpserting(WriterBench<?> bench, BsonDocument document, BsonDocument older) {
        MongoDatabase admin = TestServer.client().getDatabase("admin");
        Document on = new Document("configureFailPoint", BEFORE_INSERT).append("mode", "alwaysOn");
        long before = admin.runCommand(on).get("count", Number.class).longValue();
        CompletableFuture<List<Outcome>> outcomes;
        try {
            outcomes = CompletableFuture.supplyAsync(
                    () -> bench.write(bench.insert().update(true), List.of(document)));
            admin.runCommand(new Document("waitForFailPoint", BEFORE_INSERT)
                    .append("timesEntered", before + 1)
                    .append("maxTimeMS", 60_000));
            bench.given(List.of(older));
        } finally {
            admin.runCommand(new Document("configureFailPoint", BEFORE_INSERT).append("mode", "off"));
        }
        return outcomes.join();
    }
}
