package dev.mongohaul.report.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.repository.partition.PartitionState;
import dev.mongohaul.repository.partition.PartitionStore;
import dev.mongohaul.repository.partition.SharedPartition;
import dev.mongohaul.repository.partition.Takeover;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedWorkTests {

    private static final SharedPartition WAITING = partition(PartitionState.WAITING, 0, null, null);
    private static final SharedPartition RUNNING = partition(PartitionState.RUNNING, 1, "a", null);
    private static final SharedPartition FINISHED = partition(PartitionState.FINISHED, 1, "a", null);
    private static final SharedPartition FAILED =
            partition(PartitionState.FAILED, PartitionStore.MOST_ATTEMPTS, "b", "the disk is full");

    @Test
    void eachPartitionOfAFewHasItsTile() {
        SharedWork work = work(List.of(FINISHED, RUNNING, FAILED, WAITING));

        assertThat(work.tiles()).containsExactly("finished", "running", "failed", "waiting");
        assertThat(work.partitionsPerTile()).isEqualTo(1);
    }

    @Test
    void twoHundredPartitionsAreNotMerged() {
        assertThat(work(Collections.nCopies(200, WAITING)).tiles()).hasSize(200);
        assertThat(work(Collections.nCopies(201, WAITING)).tiles()).hasSize(101);
        assertThat(work(Collections.nCopies(2000, WAITING)).tiles()).hasSize(200);
        assertThat(work(Collections.nCopies(2001, WAITING)).tiles()).hasSize(182);
    }

    @Test
    void mergedTileShowsTheMostUrgentState() {
        List<SharedPartition> many = new ArrayList<>(Collections.nCopies(2000, FINISHED));
        many.set(9, WAITING);
        many.set(10, WAITING);
        many.set(19, RUNNING);
        many.set(20, RUNNING);
        many.set(29, FAILED);
        SharedWork work = work(many);

        assertThat(work.tiles()).startsWith("waiting", "running", "failed", "finished");
        assertThat(work.tiles().subList(3, 200)).containsOnly("finished");
        assertThat(work.counts().toString()).isEqualTo("{waiting=2, running=2, finished=1995, failed=1}");
        assertThat(work.partitionsPerTile()).isEqualTo(10);
    }

    @Test
    void importWithoutPartitionsHasNoTiles() {
        assertThat(work(List.of()).tiles()).isEmpty();
        assertThat(work(List.of()).partitionsPerTile()).isEqualTo(1);
    }

    @Test
    void partitionsAreAddedUpByTheirLastWorker() {
        SharedWork work = work(List.of(
                FINISHED, FINISHED, RUNNING, FAILED, WAITING, partition(PartitionState.FINISHED, 0, null, null)));

        assertThat(work.workers())
                .containsExactly(
                        new WorkerShare("a", 1, 2, 6, 12),
                        new WorkerShare("b", 0, 0, 2, 4),
                        new WorkerShare(SharedWork.NOT_SHARED, 0, 1, 2, 4));
    }

    @Test
    void partitionsThatWereGivenBackOrLostAreListed() {
        SharedPartition given = partition(PartitionState.RUNNING, 1, "b", "the disk is full");
        SharedPartition again = partition(PartitionState.RUNNING, 2, "b", null);
        SharedPartition expired =
                new SharedPartition(0, 10, 4, 2, PartitionState.WAITING, true, 1, "a", null, List.of());
        SharedPartition done = partition(PartitionState.FINISHED, 2, "b", "the disk is full");

        assertThat(work(List.of(WAITING, RUNNING, FINISHED, given, again, expired, done))
                        .givenBack())
                .containsExactly(given, again, expired);
    }

    @Test
    void takeoversAreListedFromTheNewest() {
        Takeover early = new Takeover("a", Instant.ofEpochSecond(1), Takeover.REDELIVERED);
        Takeover late = new Takeover("b", Instant.ofEpochSecond(2), Takeover.EXPIRED);
        SharedPartition partition =
                new SharedPartition(0, 10, 10, 2, PartitionState.FINISHED, false, 0, "c", null, List.of(early, late));

        assertThat(work(List.of(WAITING, partition)).takeovers())
                .extracting(past -> past.takeover().from() + ": " + past.cause())
                .containsExactly("b: the time of the claim ended", "a: the broker lost the connection");
    }

    @Test
    void waitingPartitionsWithoutAnOwnerAreAWarning() {
        assertThat(work(List.of(WAITING, FINISHED)).warning())
                .startsWith("No worker has a partition; 1 partition is waiting.");
        assertThat(work(List.of(WAITING, WAITING)).warning()).contains("2 partitions are waiting.");
        assertThat(work(List.of(WAITING, RUNNING)).warning()).isEmpty();
        assertThat(work(List.of(FINISHED)).warning()).isEmpty();
        assertThat(new SharedWork(true, false, List.of(WAITING)).warning())
                .as("stopped")
                .isEmpty();
    }

    private static SharedWork work(List<SharedPartition> partitions) {
        return new SharedWork(true, true, partitions);
    }

    /** Of 10 bytes, 4 of them with 2 records done. */
    private static SharedPartition partition(
            PartitionState state, int attempts, @Nullable String worker, @Nullable String failure) {
        return new SharedPartition(0, 10, 4, 2, state, false, attempts, worker, failure, List.of());
    }
}
