package dev.mongohaul.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.PartitionStore.PartitionState;
import dev.mongohaul.repository.PartitionStore.SharedPartition;
import java.time.Duration;
import java.util.List;
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

        await().until(() -> plans.partitions().shared(KEY, RUN).get(3).expired());
        List<SharedPartition> shared = plans.partitions().shared(KEY, RUN);
        assertThat(shared).hasSize(PARTITIONS);
        assertThat(shared.subList(0, 5))
                .containsExactly(
                        new SharedPartition(0, 10, 10, 4, true, true, false, 0, false, "first", null, List.of()),
                        new SharedPartition(10, 20, 4, 2, false, true, false, 0, false, "second", null, List.of()),
                        new SharedPartition(
                                20, 30, 0, 0, false, false, false, 1, true, "third", "duplicate ids", List.of()),
                        new SharedPartition(30, 40, 0, 0, false, false, true, 1, false, "fourth", null, List.of()),
                        new SharedPartition(40, 50, 0, 0, false, false, false, 0, false, null, null, List.of()));
        assertThat(shared.subList(0, 5))
                .extracting(SharedPartition::state)
                .containsExactly(
                        PartitionState.FINISHED,
                        PartitionState.RUNNING,
                        PartitionState.FAILED,
                        PartitionState.WAITING,
                        PartitionState.WAITING);
        List.of(finished, running, failed).forEach(PartitionLease::close);
    }
}
