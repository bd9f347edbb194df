package dev.mongohaul.repository;

import java.time.InstantSource;

/** Claims of partitions in memory, which {@link dev.mongohaul.job.launch.ScaleSimulation} uses. */
class MemoryPartitionStoreTests extends PartitionStoreContract {

    @Override
    PartitionStore make() {
        return new MemoryPartitionStore(InstantSource.system());
    }
}
