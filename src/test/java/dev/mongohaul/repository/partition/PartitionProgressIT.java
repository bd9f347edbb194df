package dev.mongohaul.repository.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.claim.ImportLease;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.Plans;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PartitionProgressIT {

    private static final Counts ONE = new Counts(1, 1, 0, 0, 0);

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("progress"));
    private final ImportPlans plans = new ImportPlans(database, RetryBudget.NONE);
    private final ImportPartition begun = ImportPartition.untouched(0, 100, 1).advanced(10, 2, ONE);
    private final ImportPlan plan = Plans.prepared(Plans.of("job", "A"), 1, null, begun);
    private ImportLease lease;

    @BeforeEach
    void store() {
        plans.insertIfAbsent(plan);
        lease = ImportLease.claim(plans, plan.key(), Duration.ofHours(1)).orElseThrow();
        plans.savePrepared(plan, lease.lease(), tile -> List.of());
    }

    @AfterEach
    void drop() {
        lease.close();
        database.drop();
    }

    @Test
    void everyAdvanceIsSavedWhereTheIntervalIsZero() {
        PartitionProgress progress =
                new PartitionProgress(plans.partitions(), plan.key(), Plans.RUN, begun, lease, Duration.ZERO);

        progress.advance(20, 3, ONE, ColumnFigures.NONE);

        assertThat(stored()).isEqualTo(new ImportPartition(0, 100, 20, 3, false, null, ONE.plus(ONE)));
    }

    @Test
    void advanceWithinTheIntervalIsSavedLater() {
        PartitionProgress progress =
                new PartitionProgress(plans.partitions(), plan.key(), Plans.RUN, begun, lease, Duration.ofDays(1));

        progress.advance(20, 3, ONE, ColumnFigures.NONE);
        progress.advance(30, 4, ONE, ColumnFigures.NONE);

        assertThat(stored()).isEqualTo(begun);
        assertThat(progress.partition().doneTo()).isEqualTo(30);

        progress.save();

        assertThat(stored()).isEqualTo(progress.partition());
    }

    @Test
    void endIsSavedAtOnce() {
        PartitionProgress progress =
                new PartitionProgress(plans.partitions(), plan.key(), Plans.RUN, begun, lease, Duration.ofDays(1));

        progress.end();

        assertThat(stored()).isEqualTo(new ImportPartition(0, 100, 10, 2, true, null, ONE));
    }

    private ImportPartition stored() {
        return plans.find(plan.key()).orElseThrow().partitions().get(0);
    }
}
