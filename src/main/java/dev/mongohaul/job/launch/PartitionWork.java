package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.ImportPartition;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.WriteRight;
import dev.mongohaul.writer.delivery.SendThreads;

/**
 * Partition to be imported.
 *
 * @param run receives the progress
 * @param plan of the import, prepared
 * @param index position among the partitions of the run
 * @param job whose inputs are read
 * @param right to write the partition
 * @param threads that send parts of its chunks
 */
record PartitionWork(
        RunState run,
        ImportPlan plan,
        ImportPartition partition,
        int index,
        ImportJob job,
        WriteRight right,
        SendThreads threads) {}
