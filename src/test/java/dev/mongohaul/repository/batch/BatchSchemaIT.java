package dev.mongohaul.repository.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchSchemaIT {

    private static final int THREADS = 16;
    private static final int EACH = 25;

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("schema"));

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void schemaCreationIsIdempotent() {
        new BatchSchema(database).create();
        List<String> indexes = indexes();

        new BatchSchema(database).create();

        assertThat(indexes())
                .isEqualTo(indexes)
                .contains(
                        "BATCH_JOB_INSTANCE jobName,jobKey unique",
                        "BATCH_JOB_INSTANCE jobInstanceId unique",
                        "BATCH_JOB_EXECUTION jobExecutionId unique",
                        "BATCH_JOB_EXECUTION jobInstanceId,jobExecutionId",
                        "BATCH_STEP_EXECUTION stepExecutionId unique",
                        "BATCH_STEP_EXECUTION jobExecutionId,name");
    }

    private List<String> indexes() {
        List<String> indexes = new ArrayList<>();
        for (String collection : List.of("BATCH_JOB_INSTANCE", "BATCH_JOB_EXECUTION", "BATCH_STEP_EXECUTION")) {
            for (Document index : database.getCollection(collection).listIndexes()) {
                String keys = String.join(",", index.get("key", Document.class).keySet());
                indexes.add(collection + " " + keys + (index.getBoolean("unique", false) ? " unique" : ""));
            }
        }
        return indexes;
    }

    @Test
    void jobInstanceExistsOnce() {
        new BatchSchema(database).create();
        MongoCollection<Document> instances = database.getCollection(BatchSchema.JOB_INSTANCE);
        Document first =
                new Document("jobInstanceId", 1L).append("jobName", "job").append("jobKey", "key");
        instances.insertOne(first);

        assertThatThrownBy(() -> instances.insertOne(new Document("jobInstanceId", 2L)
                        .append("jobName", "job")
                        .append("jobKey", "key")))
                .isInstanceOf(MongoWriteException.class)
                .hasMessageContaining("E11000");
    }

    @Test
    void sequenceGivesEachOfManyThreadsNumbersOfItsOwn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        Callable<List<Long>> drawing = () -> {
            BatchDao records = new BatchDao(database, RetryBudget.NONE);
            return LongStream.range(0, EACH)
                    .mapToObj(draw -> records.next("numbers"))
                    .toList();
        };
        List<Long> drawn = new ArrayList<>();
        for (Future<List<Long>> numbers : threads.invokeAll(Collections.nCopies(THREADS, drawing))) {
            drawn.addAll(numbers.get());
        }
        threads.shutdown();

        assertThat(drawn)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, THREADS * EACH).boxed().toList());
    }

    @Test
    void sequencesCountByThemselves() {
        BatchDao records = new BatchDao(database, RetryBudget.NONE);

        assertThat(List.of(records.next("one"), records.next("one"), records.next("other")))
                .containsExactly(1L, 2L, 1L);
    }
}
