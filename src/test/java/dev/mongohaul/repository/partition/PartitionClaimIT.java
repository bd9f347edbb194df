package dev.mongohaul.repository.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.claim.PartitionLease;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.SharedPartitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims of partitions in MongoDB. */
class PartitionClaimIT extends PartitionStoreContract {

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("claims"));
    private final ImportPlans plans = new ImportPlans(database, RetryBudget.NONE);

    @Override
    PartitionStore make() {
        plans.createIndexes();
        return plans.partitions();
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void statesOfAllPartitionsAreReadInTheirOrder() {
        PartitionLease finished =
                worker("first", LONG).claim(KEY, RUN, 0, "message 1").orElseThrow();
        PartitionProgress progress = progress(finished);
        progress.advance(8, 5, new Counts(4, 4, 0, 0, 0), ColumnFigures.NONE);
        progress.end();
        PartitionLease running =
                worker("second", LONG).claim(KEY, RUN, 10, "message 2").orElseThrow();
        progress(running).advance(14, 2, new Counts(2, 2, 0, 0, 0), ColumnFigures.NONE);
        PartitionLease failed =
                worker("third", LONG).claim(KEY, RUN, 20, "message 3").orElseThrow();
        failed.release("duplicate ids", true);
        PartitionLease frozen = worker("fourth", Duration.ofMillis(100))
                .claim(KEY, RUN, 30, "message 4")
                .orElseThrow();
        frozen.close();

        for (int attempt = 1; attempt <= PartitionStore.MOST_ATTEMPTS; attempt++) {
            PartitionLease inVain = worker("fifth", LONG)
                    .claim(KEY, RUN, 40, "message 5." + attempt)
                    .orElseThrow();
            inVain.release("the disk is full", false);
            inVain.close();
        }

        await().until(() -> plans.partitions().shared(KEY, RUN).get(3).expired());
        List<SharedPartition> shared = plans.partitions().shared(KEY, RUN);
        assertThat(shared).hasSize(PARTITIONS);
        assertThat(shared.subList(0, 6))
                .containsExactly(
                        new SharedPartition(0, 10, 10, 4, PartitionState.FINISHED, false, 0, "first", null, List.of()),
                        new SharedPartition(10, 20, 4, 2, PartitionState.RUNNING, false, 0, "second", null, List.of()),
                        new SharedPartition(
                                20, 30, 0, 0, PartitionState.FAILED, false, 1, "third", "duplicate ids", List.of()),
                        new SharedPartition(30, 40, 0, 0, PartitionState.WAITING, true, 1, "fourth", null, List.of()),
                        new SharedPartition(
                                40, 50, 0, 0, PartitionState.FAILED, false, 5, "fifth", "the disk is full", List.of()),
                        new SharedPartition(50, 60, 0, 0, PartitionState.WAITING, false, 0, null, null, List.of()));
        assertThat(plans.partitions().progress(KEY, RUN, 9).failed())
                .extracting(WaitingPartition::from)
                .isEqualTo(20L);
        database.getCollection(ImportPlans.COLLECTION)
                .insertOne(new Document("_id", KEY)
                        .append("identity", new Document("job", "job"))
                        .append("state", "UNFINISHED")
                        .append("cut", new Document("run", RUN))
                        .append(
                                "lease",
                                new Document(
                                        "expiresAt", Date.from(Instant.now().plus(LONG)))));
        assertThat(plans.sharedPartitions())
                .as("metrics")
                .contains(
                        new SharedPartitions("job", "failed", 2),
                        new SharedPartitions("job", "running", 1),
                        new SharedPartitions("job", "waiting", PARTITIONS - 4));
        List.of(finished, running, failed).forEach(PartitionLease::close);
    }
}
