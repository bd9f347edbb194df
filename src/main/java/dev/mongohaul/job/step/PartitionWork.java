package dev.mongohaul.job.step;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.RunState;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.writer.send.SendThreads;

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
public record PartitionWork(
        RunState run,
        ImportPlan plan,
        ImportPartition partition,
        int index,
        ImportJob job,
        WriteRight right,
        SendThreads threads) {}
