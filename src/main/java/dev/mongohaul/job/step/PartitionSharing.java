package dev.mongohaul.job.step;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.ImportRun;
import org.springframework.batch.core.partition.PartitionHandler;

/** Sharing of partitions with other processes. */
public interface PartitionSharing {

    /** Returns whether workers may claim partitions of the job. A job of one partition runs in one process. */
    boolean shares(ImportJob job);

    /** Returns what runs the partitions of a shared import. */
    PartitionHandler handler(ImportRun run);
}
