package dev.mongohaul.repository.partition;

/** State of a partition that workers can claim. */
public enum PartitionState {
    /** It is unfinished, and no worker has it. */
    WAITING,
    /** A worker has it. */
    RUNNING,
    /** All its records are written or rejected. */
    FINISHED,
    /** The import cannot succeed because of it: its last owner said so, or many owners claimed it without progress. */
    FAILED
}
