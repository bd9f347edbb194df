package dev.mongohaul.repository.partition;

import java.time.InstantSource;

/** Claims of partitions in memory, which {@link dev.mongohaul.job.worker.ScaleSimulation} uses. */
class MemoryPartitionStoreTests extends PartitionStoreContract {

    @Override
    PartitionStore make() {
        return new MemoryPartitionStore(InstantSource.system());
    }
}
