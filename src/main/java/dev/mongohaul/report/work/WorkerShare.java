package dev.mongohaul.report.work;

import dev.mongohaul.repository.partition.PartitionState;
import dev.mongohaul.repository.partition.SharedPartition;
import java.util.List;

/**
 * Partitions whose last owner is the same.
 *
 * @param inWork number of those that it imports now
 * @param records read from the input
 * @param bytes of the input whose records are written or rejected
 */
public record WorkerShare(String worker, long inWork, long finished, long records, long bytes) {

    static WorkerShare of(String worker, List<SharedPartition> owned) {
        return new WorkerShare(
                worker,
                count(owned, PartitionState.RUNNING),
                count(owned, PartitionState.FINISHED),
                owned.stream().mapToLong(SharedPartition::records).sum(),
                owned.stream().mapToLong(SharedPartition::bytes).sum());
    }

    static long count(List<SharedPartition> owned, PartitionState state) {
        return owned.stream().filter(partition -> partition.state() == state).count();
    }
}
