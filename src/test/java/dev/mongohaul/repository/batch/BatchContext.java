package dev.mongohaul.repository.batch;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.RepositoryDatabase;
import dev.mongohaul.repository.RepositoryProperties;
import dev.mongohaul.repository.plan.ImportPlans;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.springframework.batch.core.repository.JobRepository;

/** A JobRepository in a database of its own. */
final class BatchContext implements AutoCloseable {

    private static final BsonDocument NONE = new BsonDocument();

    private final AtomicLong replacedSteps = new AtomicLong();
    private final MongoClient client;
    private final RepositoryDatabase database;
    private final JobRepository repository;

    BatchContext(Duration checkpointInterval) {
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(TestServer.uri()))
                .applyToServerSettings(server -> server.heartbeatFrequency(500, TimeUnit.MILLISECONDS))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        BsonDocument command = event.getCommand();
                        boolean replaced = event.getCommandName().equals("update")
                                && command.getArray("updates")
                                        .get(0)
                                        .asDocument()
                                        .getDocument("u", NONE)
                                        .containsKey("stepExecutionId");
                        replacedSteps.addAndGet(replaced ? 1 : 0);
                    }
                })
                .build());
        database = new RepositoryDatabase(client.getDatabase(TestServer.database("batch")));
        repository = BatchRepository.create(
                database,
                new RepositoryProperties(checkpointInterval, Duration.ofSeconds(30)),
                new ImportPlans(database.database(), RetryBudget.NONE),
                new RetryBudget(Duration.ofSeconds(2)));
    }

    MongoDatabase database() {
        return database.database();
    }

    JobRepository repository() {
        return repository;
    }

    /** How often the action saves a step, its context apart. */
    long savedSteps(Runnable action) {
        replacedSteps.set(0);
        action.run();
        return replacedSteps.get();
    }

    @Override
    public void close() {
        database().drop();
        client.close();
    }
}
