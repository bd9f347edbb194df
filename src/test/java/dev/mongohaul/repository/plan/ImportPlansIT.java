package dev.mongohaul.repository.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.Lease;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.lease.PartitionId;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.PartitionStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportPlansIT {

    private static final Duration LONG = Duration.ofHours(1);

    private static final MongoClientSettings SETTINGS = MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(TestServer.uri()))
            .uuidRepresentation(UuidRepresentation.STANDARD)
            .build();

    private final MongoClient client = MongoClients.create(SETTINGS);
    private final MongoDatabase database = client.getDatabase(TestServer.database("plans"));
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
        client.close();
    }

    @Test
    void plansOfAFileAreFoundAmongManyOthers() {
        MongoCollection<Document> stored = database.getCollection("mongohaul_imports");
        for (int number = 0; number < 50; number++) {
            stored.updateMany(Filters.empty(), Updates.set("state", "COMPLETED"));
            plans.insertIfAbsent(Plans.of("job", "content " + number));
        }
        stored.updateMany(Filters.empty(), Updates.set("state", "COMPLETED"));
        database.runCommand(new Document("profile", 2));

        assertThat(plans.findByFile("job", "content 7", "/in/a.csv")).hasSize(1);

        database.runCommand(new Document("profile", 0));
        assertThat(database.getCollection("system.profile")
                        .find(Filters.eq("command.find", "mongohaul_imports"))
                        .map(query -> query.getInteger("docsExamined")))
                .containsExactly(1);
    }

    @Test
    void planComesBackAsItWasStored() {
        assertThat(plans.find(plan.key()))
                .contains(new ImportPlan(
                        plan.key(),
                        plan.identity(),
                        0,
                        null,
                        ImportState.UNFINISHED,
                        plan.request(),
                        plan.head(),
                        plan.inputs(),
                        null,
                        List.of(),
                        null,
                        false,
                        null,
                        Instant.ofEpochMilli(plan.created().toEpochMilli()),
                        null,
                        List.of(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    @Test
    void preparedPlanComesBackWithItsPartitions() {
        Lease lease = claim().orElseThrow();
        ImportPlan prepared = Plans.prepared(plan, 42, "00112233445566", ImportPartition.untouched(0, 10, 1));

        plans.savePrepared(prepared, lease, tile -> List.of());
        save(ImportPartition.untouched(0, 10, 1).advanced(4, 2, new Counts(2, 1, 0, 1, 0)), lease);

        ImportPlan found = plans.findByInstance(42).orElseThrow();
        assertThat(found.idPrefix()).isEqualTo("00112233445566");
        assertThat(found.partitions())
                .containsExactly(new ImportPartition(0, 10, 4, 2, false, null, new Counts(2, 1, 0, 1, 0)));
    }

    @Test
    void onlyTheRunThatHasCutTheInputIsOpen() {
        Lease lease = claim().orElseThrow();
        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease, tile -> List.of());

        assertThat(plans.isOpen(plan.key(), Plans.RUN)).isTrue();
        assertThat(plans.isOpen(plan.key(), Plans.RUN + 1)).isFalse();
    }

    @Test
    void importThatWasTakenBackKeepsItsFormerVerification() {
        Lease lease = claim().orElseThrow();
        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease, tile -> List.of());
        plans.end(plans.findByInstance(42).orElseThrow(), ImportState.UNDONE, lease);

        plans.save(42, new ImportVerification(Verified.DIFFERENT, Instant.now(), 1, 0, 1, 0, 0, 0, List.of(), null));

        assertThat(plans.findByInstance(42).orElseThrow().verification()).isNull();
    }

    @Test
    void partitionsOfALaterRunReplaceTheFormerOnes() {
        Lease lease = claim().orElseThrow();
        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease, tile -> List.of());
        ImportPartition done = ImportPartition.untouched(0, 4, 1).ended();
        ImportPartition left = ImportPartition.untouched(4, 10, 2);
        ImportPlan next = plan.prepared(
                new PlannedCut(Plans.RUN + 1, 2), 42, null, plan.request(), plan.inputs(), List.of(done, left));

        plans.savePrepared(next, lease, tile -> List.of());
        plans.savePrepared(next, lease, tile -> List.of());

        assertThat(plans.find(plan.key()).orElseThrow().partitions()).containsExactly(done, left);
        assertThat(database.getCollection(PartitionStore.COLLECTION).countDocuments())
                .isEqualTo(2);
    }

    @Test
    void planThatIsSwitchedWhileItIsReadIsReadAgain() {
        Lease lease = claim().orElseThrow();
        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease, tile -> List.of());
        ImportPartition later = ImportPartition.untouched(4, 10, 2);
        ImportPlan next = plan.prepared(
                new PlannedCut(Plans.RUN + 1, 1), 42, null, plan.request(), plan.inputs(), List.of(later));
        CommandListener switchAfterTheFirstRead = new CommandListener() {
            private boolean switched;

            @Override
            public void commandSucceeded(CommandSucceededEvent event) {
                if (event.getCommandName().equals("find") && !switched) {
                    switched = true;
                    plans.savePrepared(next, lease, tile -> List.of());
                }
            }
        };
        MongoClientSettings listened = MongoClientSettings.builder(SETTINGS)
                .addCommandListener(switchAfterTheFirstRead)
                .build();

        try (MongoClient other = MongoClients.create(listened)) {
            ImportPlans reader = new ImportPlans(other.getDatabase(database.getName()), RetryBudget.NONE);

            assertThat(reader.find(plan.key()).orElseThrow().partitions()).containsExactly(later);
        }
    }

    @Test
    void laterRunBeginsWithoutSessions() {
        Lease lease = claim().orElseThrow();
        plans.addSession(plan.key(), UUID.randomUUID(), lease);

        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease, tile -> List.of());

        assertThat(plans.find(plan.key()).orElseThrow().sessions()).isEmpty();
    }

    @Test
    void importsThatMayHaveChangedATargetAreFound() {
        assertThat(plans.findByTarget("db.target")).isEmpty();

        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)),
                claim().orElseThrow(),
                tile -> List.of());

        assertThat(plans.findByTarget("db.target")).extracting(ImportPlan::key).containsExactly(plan.key());
        assertThat(plans.findByTarget("db.another")).isEmpty();
    }

    @Test
    void partitionsOfAnotherRunThatThePlanDoesNotNameAreIgnored() {
        Lease lease = claim().orElseThrow();
        ImportPartition partition = ImportPartition.untouched(0, 10, 1);
        plans.savePrepared(Plans.prepared(plan, 42, null, partition), lease, tile -> List.of());

        plans.partitions()
                .insert(
                        plan.key(),
                        Plans.RUN + 1,
                        List.of(partition.ended()),
                        "killed before it was named",
                        tile -> List.of());

        assertThat(plans.find(plan.key()).orElseThrow().partitions()).containsExactly(partition);
    }

    @Test
    void importWhosePartitionsAreMissingIsReadAgain() {
        Lease lease = claim().orElseThrow();
        plans.savePrepared(
                Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), lease, tile -> List.of());

        database.getCollection(PartitionStore.COLLECTION).drop();

        ImportPlan found = plans.find(plan.key()).orElseThrow();

        assertThat(found.importNumber()).isEqualTo(42);
        assertThat(found.partitions()).isEmpty();
        assertThat(found.isFinished()).isFalse();
        assertThat(plans.findByJob("job"))
                .singleElement()
                .satisfies(listed -> assertThat(listed.begun()).isTrue());
    }

    @Test
    void partitionOfAnotherOwnerIsNotSaved() {
        Lease lease = claim().orElseThrow();
        ImportPartition partition = ImportPartition.untouched(0, 10, 1);
        plans.savePrepared(Plans.prepared(plan, 42, null, partition), lease, tile -> List.of());
        UUID session = UUID.randomUUID();
        PartitionId id = new PartitionId(plan.key(), Plans.RUN, 0);
        assertThat(plans.partitions().addSession(id, session, lease.token())).isTrue();

        ImportPlan taken =
                plans.takeOver(plans.findWithoutPartitions(plan.key()).orElseThrow());

        assertThat(taken.sessions()).containsExactly(session);
        assertThat(save(partition.ended(), lease)).isFalse();
        assertThat(plans.partitions().addSession(id, UUID.randomUUID(), lease.token()))
                .isFalse();
        assertThat(plans.find(plan.key()).orElseThrow()).isEqualTo(taken);
    }

    @Test
    void jobHasOneUnfinishedImportAtATime() {
        ImportPlan other = Plans.of("job", "B");

        assertThat(plans.insertIfAbsent(plan)).isTrue();
        assertThat(plans.insertIfAbsent(other)).isFalse();
        assertThat(plans.insertIfAbsent(Plans.of("another", "B"))).isTrue();

        plans.end(plan, ImportState.ABANDONED, claim().orElseThrow());

        assertThat(plans.insertIfAbsent(other)).isTrue();
        assertThat(plans.findByJob("job")).extracting(ImportPlan::key).containsExactly(other.key(), plan.key());
    }

    @Test
    void importOfRejectsIsUnfinishedBesideTheImportThatItCorrects() {
        ImportPlan correction = Plans.of("job", "rejects").correcting(7);

        assertThat(plans.insertIfAbsent(plan)).isTrue();
        assertThat(plans.insertIfAbsent(correction)).isTrue();
        assertThat(plans.insertIfAbsent(correction)).isTrue();
        assertThat(plans.insertIfAbsent(Plans.of("job", "others").correcting(7)))
                .isFalse();
        assertThat(plans.insertIfAbsent(Plans.of("job", "B"))).isFalse();
        assertThat(plans.find(correction.key()).orElseThrow().corrects()).isEqualTo(7);
    }

    @Test
    void leaseHasOneHolder() {
        Lease first = claim().orElseThrow();

        assertThat(claim()).isEmpty();
        assertThat(plans.isHeld(plan.key())).isTrue();

        plans.release(plan.key(), first, false);

        assertThat(plans.isHeld(plan.key())).isFalse();
        assertThat(claim()).isPresent();
    }

    @Test
    void releasedPlanKeepsItsTarget() {
        Lease first = plans.claim(plan.key(), Lease.ofThisProcess().changing("shop.orders"), LONG)
                .map(ImportPlan::lease)
                .orElseThrow();
        plans.requestStop(plan.key(), first);
        ImportPlan another = Plans.of("another", "A");
        plans.insertIfAbsent(another);

        plans.release(plan.key(), first, true);

        assertThat(plans.isHeld(plan.key())).isFalse();
        assertThat(plans.claim(another.key(), Lease.ofThisProcess().changing("shop.orders"), LONG))
                .isEmpty();
        Lease second = claim().orElseThrow();
        assertThat(second.changes()).isEqualTo("shop.orders");
        assertThat(plans.renew(plan.key(), second, LONG, LONG)).isFalse();

        plans.release(plan.key(), second, false);

        assertThat(plans.claim(another.key(), Lease.ofThisProcess().changing("shop.orders"), LONG))
                .isPresent();
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
                Instant.now().plus(LONG),
                null));

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
                Instant.now().plus(LONG),
                null));

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
                Instant.now().plus(LONG),
                null));

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
                Instant.now().plus(LONG),
                null));

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
                Instant.now().plus(LONG),
                null));
        assertThat(claim()).isEmpty();

        store(new Lease("away", "elsewhere", "another boot pid:[1]", 1, Instant.EPOCH, Instant.EPOCH, null));
        assertThat(plans.isHeld(plan.key())).isFalse();
        assertThat(claim()).isPresent();
    }

    @Test
    void ownerThatWasOvertakenWritesNoMore() {
        Lease old = claim().orElseThrow();
        plans.savePrepared(Plans.prepared(plan, 42, null, ImportPartition.untouched(0, 10, 1)), old, tile -> List.of());
        plans.release(plan.key(), old, false);
        Lease successor = claim().orElseThrow();
        ImportPlan stored =
                plans.takeOver(plans.findWithoutPartitions(plan.key()).orElseThrow());

        assertThat(save(ImportPartition.untouched(0, 10, 1).ended(), old)).isFalse();
        assertThatThrownBy(() -> plans.renew(plan.key(), old, LONG, LONG))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("taken over by another process");
        assertThatThrownBy(() -> plans.savePrepared(stored, old, tile -> List.of()))
                .isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> plans.end(stored, ImportState.COMPLETED, old)).isInstanceOf(LeaseLostException.class);
        plans.release(plan.key(), old, false);

        assertThat(plans.find(plan.key())).contains(stored);
        assertThat(stored.lease()).isEqualTo(successor);
    }

    @Test
    void renewalMovesTheEnd() {
        Lease lease = plans.claim(plan.key(), Lease.ofThisProcess(), Duration.ofSeconds(5))
                .map(ImportPlan::lease)
                .orElseThrow();

        plans.renew(plan.key(), lease, LONG, LONG);

        assertThat(plans.find(plan.key()).map(ImportPlan::lease).orElseThrow().expiresAt())
                .isAfter(lease.expiresAt().plusSeconds(60));
    }

    private boolean save(ImportPartition progress, Lease lease) {
        return plans.partitions()
                .save(new PartitionId(plan.key(), Plans.RUN, progress.from()), progress, lease.token(), null);
    }

    private Optional<Lease> claim() {
        return plans.claim(plan.key(), Lease.ofThisProcess(), LONG).map(ImportPlan::lease);
    }

    private void store(Lease lease) {
        database.getCollection(ImportPlans.COLLECTION).updateOne(Filters.eq(plan.key()), Updates.set("lease", lease));
    }
}
