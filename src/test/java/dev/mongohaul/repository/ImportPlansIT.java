package dev.mongohaul.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.ImportLease.Lease;
import dev.mongohaul.repository.ImportLease.LeaseLostException;
import dev.mongohaul.repository.ImportPlan.ImportPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportPlansIT {

    private static final Duration LONG = Duration.ofHours(1);

    private final MongoDatabase database = TestServer.client().getDatabase(TestServer.database("plans"));
    private final ImportPlans plans = new ImportPlans(database, RetryBudget.NONE);
    private final ImportPlan plan = Plans.of("job", "A");

    @BeforeEach
    void create() {
        plans.createIndexes();
        plans.insertIfAbsent(plan);
    }

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void planComesBackAsItWasStored() {
        assertThat(plans.find(plan.key()))
                .contains(new ImportPlan(
                        plan.key(),
                        plan.identity(),
                        0,
                        null,
                        ImportPlan.State.UNFINISHED,
                        plan.request(),
                        plan.head(),
                        plan.inputs(),
                        List.of(),
                        false,
                        null,
                        Instant.ofEpochMilli(plan.created().toEpochMilli()),
                        null,
                        List.of()));
    }

    @Test
    void preparedPlanComesBackWithItsPartitions() {
        Lease lease = claim().orElseThrow();
        ImportPlan prepared = Plans.prepared(plan, 42, "00112233445566", ImportPartition.untouched(0, 10, 1));

        plans.savePrepared(prepared, lease);
        plans.savePartition(
                plan.key(), 0, ImportPartition.untouched(0, 10, 1).advanced(4, 2, new Counts(2, 1, 0, 1, 0)), lease);

        ImportPlan found = plans.findByInstance(42).orElseThrow();
        assertThat(found.idPrefix()).isEqualTo("00112233445566");
        assertThat(found.partitions())
                .containsExactly(new ImportPartition(0, 10, 4, 2, false, null, new Counts(2, 1, 0, 1, 0)));
    }

    @Test
    void planOfAnEarlierVersionHasNoCells() {
        Counts counts = new Counts(2, 1, 0, 1, 0, new Counts.Cells(5, 0));
        Lease lease = claim().orElseThrow();
        plans.savePrepared(Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease);
        plans.savePartition(plan.key(), 0, ImportPartition.untouched(0, 10, 1).advanced(4, 2, counts), lease);

        database.getCollection(ImportPlans.COLLECTION)
                .updateMany(new Document(), Updates.unset("pieces.$[].counts.cells"));

        assertThat(plans.findByInstance(42).orElseThrow().counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
    }

    @Test
    void jobHasOneUnfinishedImportAtATime() {
        ImportPlan other = Plans.of("job", "B");

        assertThat(plans.insertIfAbsent(plan)).isTrue();
        assertThat(plans.insertIfAbsent(other)).isFalse();
        assertThat(plans.insertIfAbsent(Plans.of("another", "B"))).isTrue();

        plans.abandon(plan.key(), claim().orElseThrow());

        assertThat(plans.insertIfAbsent(other)).isTrue();
        assertThat(plans.findByJob("job")).extracting(ImportPlan::key).containsExactly(other.key(), plan.key());
    }

    @Test
    void leaseHasOneHolder() {
        Lease first = claim().orElseThrow();

        assertThat(claim()).isEmpty();
        assertThat(plans.isHeld(plan.key())).isTrue();

        plans.release(plan.key(), first);

        assertThat(plans.isHeld(plan.key())).isFalse();
        assertThat(claim()).isPresent();
    }

    @Test
    void leaseEndsInTheServersTime() {
        Instant before = serverTime();

        Lease lease = claim().orElseThrow();

        assertThat(lease.expiresAt()).isBetween(before.plus(LONG), serverTime().plus(LONG));
    }

    private Instant serverTime() {
        return database.runCommand(new Document("hello", 1))
                .getDate("localTime")
                .toInstant();
    }

    @Test
    void leaseOfADeadProcessOfThisHostIsTakenAtOnce() {
        Lease mine = Lease.ofThisProcess();
        store(new Lease(
                "dead",
                mine.host(),
                mine.processes(),
                Integer.MAX_VALUE,
                Instant.now(),
                Instant.now().plus(LONG)));

        assertThat(plans.isHeld(plan.key())).isFalse();
        assertThat(claim()).isPresent();
    }

    /** Of a cloned machine, another container of this one, a version that did not say, or a hidden user. */
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"another boot", "another namespace"})
    void leaseOfAProcessThatCannotBeSeenIsWaitedFor(@Nullable String hidden) {
        Lease mine = Lease.ofThisProcess();
        String[] seen = String.valueOf(mine.processes()).split(" ", -1);
        String processes =
                hidden == null ? null : hidden.equals("another boot") ? "0 " + seen[1] : seen[0] + " pid:[1]";
        store(new Lease(
                "unseen",
                mine.host(),
                processes,
                Integer.MAX_VALUE,
                Instant.now(),
                Instant.now().plus(LONG)));

        assertThat(plans.isHeld(plan.key())).isTrue();
        assertThat(claim()).isEmpty();
    }

    @Test
    void leaseOfALaterProcessOfTheSameNumberIsNotTheOwners() {
        Lease mine = Lease.ofThisProcess();
        store(new Lease(
                "dead",
                mine.host(),
                mine.processes(),
                mine.pid(),
                Instant.EPOCH,
                Instant.now().plus(LONG)));

        assertThat(claim()).isPresent();
    }

    @Test
    void clockThatWasSetDoesNotMakeTheOwnerDead() {
        Lease mine = Lease.ofThisProcess();
        Instant start = mine.processStart().plusSeconds(2);
        store(new Lease(
                "alive",
                mine.host(),
                mine.processes(),
                mine.pid(),
                start,
                Instant.now().plus(LONG)));

        assertThat(claim()).isEmpty();
    }

    @Test
    void leaseOfAnotherHostIsTakenWhenItHasExpired() {
        store(new Lease(
                "away",
                "elsewhere",
                "another boot pid:[1]",
                1,
                Instant.EPOCH,
                Instant.now().plus(LONG)));
        assertThat(claim()).isEmpty();

        store(new Lease("away", "elsewhere", "another boot pid:[1]", 1, Instant.EPOCH, Instant.EPOCH));
        assertThat(plans.isHeld(plan.key())).isFalse();
        assertThat(claim()).isPresent();
    }

    @Test
    void ownerThatWasOvertakenWritesNoMore() {
        Lease old = claim().orElseThrow();
        plans.savePrepared(Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), old);
        plans.release(plan.key(), old);
        Lease successor = claim().orElseThrow();
        ImportPlan stored = plans.find(plan.key()).orElseThrow();

        assertThatThrownBy(() -> plans.savePartition(
                        plan.key(), 0, ImportPartition.untouched(0, 10, 1).ended(), old))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("taken over by another process");
        assertThatThrownBy(() -> plans.renew(plan.key(), old, LONG, LONG)).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> plans.savePrepared(stored, old)).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> plans.complete(plan.key(), old)).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> plans.abandon(plan.key(), old)).isInstanceOf(LeaseLostException.class);
        plans.release(plan.key(), old);

        assertThat(plans.find(plan.key())).contains(stored);
        assertThat(stored.lease()).isEqualTo(successor);
    }

    @Test
    void renewalMovesTheEnd() {
        Lease lease = plans.claim(plan.key(), Lease.ofThisProcess(), Duration.ofSeconds(5))
                .orElseThrow();

        plans.renew(plan.key(), lease, LONG, LONG);

        assertThat(plans.find(plan.key()).map(ImportPlan::lease).orElseThrow().expiresAt())
                .isAfter(lease.expiresAt().plusSeconds(60));
    }

    private Optional<Lease> claim() {
        return plans.claim(plan.key(), Lease.ofThisProcess(), LONG);
    }

    private void store(Lease lease) {
        database.getCollection(ImportPlans.COLLECTION).updateOne(Filters.eq(plan.key()), Updates.set("lease", lease));
    }
}
