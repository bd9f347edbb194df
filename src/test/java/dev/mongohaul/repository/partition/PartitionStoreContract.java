package dev.mongohaul.repository.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mongohaul.repository.claim.Claims;
import dev.mongohaul.repository.claim.PartitionLease;
import dev.mongohaul.repository.figure.ColumnFigures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.lease.Rights;
import dev.mongohaul.repository.lease.WriteRight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store of partitions guarantees to workers. */
abstract class PartitionStoreContract {

    static final Duration LONG = Duration.ofHours(1);
    static final int PARTITIONS = 100;
    static final String KEY = "import";
    static final long RUN = 7;

    private PartitionStore store;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    /** Returns an empty store. */
    abstract PartitionStore make();

    @BeforeEach
    void insert() {
        store = make();
        List<ImportPartition> tiles = LongStream.range(0, PARTITIONS)
                .mapToObj(index -> ImportPartition.untouched(10 * index, 10 * index + 10, index + 1))
                .toList();
        store.insert(KEY, RUN, tiles, null, tile -> List.of());
    }

    @AfterEach
    void end() {
        timer.shutdownNow();
    }

    Claims worker(String name, Duration duration) {
        return worker(name, duration, duration);
    }

    private Claims worker(String name, Duration duration, Duration redelivery) {
        Rights rights = new Rights() {

            @Override
            public void add(WriteRight right) {}

            @Override
            public void remove(WriteRight right) {}
        };
        return new Claims(store, rights, name, duration, redelivery, timer, System::nanoTime);
    }

    @Test
    void partitionHasOneOwner() {
        Claims first = worker("first", LONG);
        Claims second = worker("second", LONG);

        try (PartitionLease owner = first.claim(KEY, RUN, 10, "message 1").orElseThrow()) {
            assertThat(second.claim(KEY, RUN, 10, "message 2")).isEmpty();
            owner.confirm();
            assertThat(owner.index()).isEqualTo(1);
            assertThat(owner.partition().from()).isEqualTo(10);
        }
        assertThat(second.claim(KEY, RUN, 11, "message 3")).as("unknown").isEmpty();
        assertThat(second.claim(KEY, RUN + 1, 10, "message 3")).as("other run").isEmpty();
    }

    @Test
    void sameMessageTakesThePartitionOver() {
        PartitionLease first =
                worker("first", LONG).claim(KEY, RUN, 0, "message").orElseThrow();

        PartitionLease second =
                worker("second", LONG).claim(KEY, RUN, 0, "message").orElseThrow();

        assertThat(first.takeoverCause()).isEmpty();
        assertThat(second.takeoverCause()).contains(Takeover.REDELIVERED);
        assertThatThrownBy(() -> progress(first).end()).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(first::check).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(first::confirm).isInstanceOf(LeaseLostException.class);
        first.release("too late", false);
        progress(second).end();
        assertThat(store.progress(KEY, RUN, 0).unfinished()).isEqualTo(PARTITIONS - 1);
        first.close();
        second.close();
    }

    @Test
    void ownerAsksTheServerWhenAnotherWorkerMayHaveBeenInvited() {
        PartitionLease first = worker("first", LONG, Duration.ofNanos(1))
                .claim(KEY, RUN, 0, "message")
                .orElseThrow();
        first.check();

        worker("second", LONG).claim(KEY, RUN, 0, "message").orElseThrow().close();

        assertThatThrownBy(first::check).isInstanceOf(LeaseLostException.class);
        first.close();
    }

    @Test
    void claimEndsInTheServersTimeUnlessItIsRenewed() {
        Duration duration = Duration.ofMillis(1500);
        PartitionLease renewed =
                worker("renewed", duration).claim(KEY, RUN, 0, "message 1").orElseThrow();
        PartitionLease dead =
                worker("dead", duration).claim(KEY, RUN, 10, "message 2").orElseThrow();
        dead.close();

        Claims other = worker("other", LONG);
        PartitionLease taken = await().until(() -> other.claim(KEY, RUN, 10, "message 3"), Optional::isPresent)
                .orElseThrow();

        assertThat(taken.takeoverCause()).contains(Takeover.EXPIRED);
        assertThatThrownBy(dead::check).isInstanceOf(LeaseLostException.class);
        assertThat(other.claim(KEY, RUN, 0, "message 4")).isEmpty();
        renewed.confirm();
        taken.close();
        renewed.close();
    }

    @Test
    void partitionThatIsGivenBackContinuesElsewhere() {
        PartitionLease first =
                worker("first", LONG).claim(KEY, RUN, 0, "message 1").orElseThrow();
        PartitionProgress progress = progress(first);
        progress.advance(4, 2, new Counts(2, 1, 0, 1, 0), ColumnFigures.NONE);
        progress.save();

        first.release("the disk is full", false);

        assertThat(waiting(0)).isEqualTo(new WaitingPartition(0, 10, false, 0, false, "first", "the disk is full"));
        PartitionLease second =
                worker("second", LONG).claim(KEY, RUN, 0, "message 2").orElseThrow();
        assertThat(second.takeoverCause()).as("given back, not taken").isEmpty();
        assertThat(second.partition().doneTo()).isEqualTo(4);
        Progress sums = store.progress(KEY, RUN, PARTITIONS);
        assertThat(sums.waiting()).extracting(WaitingPartition::from).doesNotContain(0L);
        assertThat(sums.claimed()).isEqualTo(1);
        assertThat(sums.counts()).isEqualTo(new Counts(2, 1, 0, 1, 0));
        assertThat(sums.bytes()).isEqualTo(4);
        second.close();
    }

    @Test
    void claimsWithoutProgressAreCounted() {
        for (int attempt = 1; attempt <= 3; attempt++) {
            PartitionLease lease =
                    worker("w", LONG).claim(KEY, RUN, 0, "message " + attempt).orElseThrow();
            lease.release(null, false);
            assertThat(waiting(0).attempts()).isEqualTo(attempt);
        }
        PartitionLease last = worker("w", LONG).claim(KEY, RUN, 0, "message").orElseThrow();
        progress(last).advance(1, 2, Counts.NONE, ColumnFigures.NONE);

        last.release(null, false);
        assertThat(waiting(0).attempts()).isZero();
    }

    @Test
    void fiveClaimsWithoutProgressAreAFailure() {
        for (int attempt = 1; attempt <= PartitionStore.MOST_ATTEMPTS; attempt++) {
            assertThat(store.progress(KEY, RUN, 1).failed()).isNull();
            worker("w", LONG)
                    .claim(KEY, RUN, 500, "message " + attempt)
                    .orElseThrow()
                    .release("no disk", false);
        }

        assertThat(store.progress(KEY, RUN, 1).failed())
                .as("is not among the first partitions")
                .isEqualTo(new WaitingPartition(500, 510, false, 5, false, "w", "no disk"));
        assertThat(worker("w", LONG).claim(KEY, RUN, 500, "another")).isEmpty();
    }

    @Test
    void fatalFailureIsReported() {
        worker("w", LONG).claim(KEY, RUN, 500, "message").orElseThrow().release("no such class", true);

        assertThat(store.progress(KEY, RUN, 0).failed())
                .isEqualTo(new WaitingPartition(500, 510, false, 1, true, "w", "no such class"));
        assertThat(worker("w", LONG).claim(KEY, RUN, 500, "another")).isEmpty();
    }

    @Test
    void firstPartitionsWithoutAnOwnerAreReturned() {
        PartitionLease claimed =
                worker("w", LONG).claim(KEY, RUN, 10, "message").orElseThrow();

        Progress progress = store.progress(KEY, RUN, 3);

        assertThat(progress.waiting()).extracting(WaitingPartition::from).containsExactly(0L, 20L, 30L);
        assertThat(progress.unfinished()).isEqualTo(PARTITIONS);
        assertThat(progress.claimed()).isEqualTo(1);
        assertThat(store.progress(KEY, RUN, 0).waiting()).isEmpty();
        claimed.close();
    }

    @Test
    void closedAndFinishedPartitionsCannotBeClaimed() {
        PartitionLease finished =
                worker("w", LONG).claim(KEY, RUN, 0, "message 1").orElseThrow();
        PartitionLease open = worker("w", LONG).claim(KEY, RUN, 10, "message 2").orElseThrow();
        progress(finished).end();

        store.close(KEY, RUN + 1);
        open.confirm();
        store.close(KEY, RUN);

        assertThatThrownBy(() -> progress(open).end()).isInstanceOf(LeaseLostException.class);
        assertThat(worker("w", LONG).claim(KEY, RUN, 0, "message 1")).isEmpty();
        assertThat(worker("w", LONG).claim(KEY, RUN, 10, "message 2")).isEmpty();
        assertThat(worker("w", LONG).claimAny(KEY, RUN)).isEmpty();
        finished.close();
        open.close();
    }

    @Test
    void partitionsOfAnOwnerWithoutWorkersCannotBeClaimed() {
        store.insert(KEY, RUN, List.of(ImportPartition.untouched(0, 10, 1)), "of the import", tile -> List.of());

        assertThat(worker("w", LONG).claim(KEY, RUN, 0, "message")).isEmpty();
        assertThat(worker("w", LONG).claimAny(KEY, RUN)).isEmpty();
    }

    @Test
    void manyThreadsClaimEachPartitionOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        List<Callable<Integer>> claimers = new ArrayList<>();
        List<PartitionLease> claimed = Collections.synchronizedList(new ArrayList<>());
        for (int thread = 0; thread < 16; thread++) {
            Claims claims = worker("worker " + thread, LONG);
            boolean byMessage = thread % 2 == 0;
            String name = "message of " + thread;
            claimers.add(() -> {
                int count = 0;
                for (long from = 0; from < 10 * PARTITIONS; from += 10) {
                    Optional<PartitionLease> lease =
                            byMessage ? claims.claim(KEY, RUN, from, name + " " + from) : claims.claimAny(KEY, RUN);
                    lease.ifPresent(claimed::add);
                    count += lease.isPresent() ? 1 : 0;
                }
                return count;
            });
        }
        int sum = 0;
        for (Future<Integer> count : threads.invokeAll(claimers)) {
            sum += count.get();
        }
        threads.shutdown();

        assertThat(sum).isEqualTo(PARTITIONS);
        assertThat(claimed).extracting(PartitionLease::index).doesNotHaveDuplicates();
        claimed.forEach(PartitionLease::close);
    }

    PartitionProgress progress(PartitionLease lease) {
        return new PartitionProgress(store, KEY, RUN, lease.partition(), lease, Duration.ZERO);
    }

    private WaitingPartition waiting(long from) {
        return store.progress(KEY, RUN, PARTITIONS).waiting().stream()
                .filter(partition -> partition.from() == from)
                .findFirst()
                .orElseThrow();
    }
}
