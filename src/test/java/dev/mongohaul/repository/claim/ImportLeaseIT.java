package dev.mongohaul.repository.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.FailPoint;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.Plans;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ImportLeaseIT {

    private static final Duration SHORT = Duration.ofSeconds(2);

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("lease"));
    private final ImportPlans plans = new ImportPlans(database, RetryBudget.NONE);
    private final ImportPlan plan = Plans.of("job", "A");

    @BeforeEach
    void store() {
        plans.insertIfAbsent(plan);
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void leaseIsRenewedUntilItIsGivenBack() {
        ImportLease lease = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow();
        Instant firstEnd = lease.lease().expiresAt();

        await().until(() -> expiry().isAfter(firstEnd.plus(SHORT)));
        assertThatCode(lease::check).doesNotThrowAnyException();
        lease.close();

        assertThat(plans.find(plan.key()).orElseThrow().lease()).isNull();
    }

    private Instant expiry() {
        Lease lease = plans.find(plan.key()).orElseThrow().lease();
        return lease == null ? Instant.EPOCH : lease.expiresAt();
    }

    @Test
    void ownerSeesAStopRequestForItself() {
        AtomicBoolean asked = new AtomicBoolean();
        try (ImportLease lease = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow()) {
            lease.whenAskedToStop(() -> asked.set(true));

            assertThat(plans.requestStop(plan.key(), lease.lease())).isTrue();
            await().untilTrue(asked);
        }
        asked.set(false);
        try (ImportLease next = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow()) {
            next.whenAskedToStop(() -> asked.set(true));
            await().until(() -> expiry().isAfter(next.lease().expiresAt()));
        }

        assertThat(asked).isFalse();
    }

    @Test
    void requestToStopDoesNotReachTheNextOwner() {
        Lease first;
        try (ImportLease lease = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow()) {
            first = lease.lease();
        }

        try (ImportLease next = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow()) {
            assertThat(next.lease()).isNotEqualTo(first);
            assertThat(plans.requestStop(plan.key(), first)).isFalse();
        }
    }

    @Test
    void outageOfAThirdOfTheLeaseIsSurvived() {
        Duration lasting = Duration.ofSeconds(9);
        try (ImportLease lease = ImportLease.claim(plans, plan.key(), lasting).orElseThrow()) {
            int thirdOfAllRenewals = 20;

            long failures = FailPoint.on("findAndModify")
                    .errorCode(112)
                    .namespace(database.getName() + "." + ImportPlans.COLLECTION)
                    .times(thirdOfAllRenewals)
                    .during(
                            TestServer.client(),
                            () -> await().until(() ->
                                    expiry().isAfter(lease.lease().expiresAt().plusSeconds(3))));

            assertThat(failures).isEqualTo(thirdOfAllRenewals);
            assertThatCode(lease::check).doesNotThrowAnyException();
        }
    }

    @Test
    void lostLeaseStaysLost() {
        ImportLease lease = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow();
        database.getCollection(ImportPlans.COLLECTION)
                .updateOne(Filters.eq(plan.key()), Updates.set("lease.token", "another"));

        assertThat(catchThrowable(lease::confirm)).isInstanceOf(LeaseLostException.class);
        database.getCollection(ImportPlans.COLLECTION)
                .updateOne(
                        Filters.eq(plan.key()),
                        Updates.set("lease.token", lease.lease().token()));

        assertThat(catchThrowable(lease::check)).isInstanceOf(LeaseLostException.class);
        assertThat(catchThrowable(() -> plans.check(lease.lease().token()))).isInstanceOf(LeaseLostException.class);
        lease.close();
    }

    @Test
    void ownerNoticesThatItWasOvertaken() {
        try (ImportLease lease = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow()) {
            database.getCollection(ImportPlans.COLLECTION)
                    .updateOne(Filters.eq(plan.key()), Updates.set("lease.token", "another"));

            await().until(() -> catchThrowable(lease::check) != null);

            assertThat(catchThrowable(lease::check))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("taken over by another process");
        }
        assertThat(plans.find(plan.key()).orElseThrow().lease())
                .extracting(Lease::token)
                .isEqualTo("another");
    }

    @Test
    void ownerThatCannotRenewStopsBeforeTheLeaseEnds() {
        ImportLease lease = ImportLease.claim(plans, plan.key(), SHORT).orElseThrow();

        FailPoint.on("findAndModify")
                .errorCode(112)
                .namespace(database.getName() + "." + ImportPlans.COLLECTION)
                .during(TestServer.client(), () -> await().until(() -> catchThrowable(lease::check) != null));
        lease.close();

        assertThat(catchThrowable(lease::check))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("could not be renewed in time");
    }
}
