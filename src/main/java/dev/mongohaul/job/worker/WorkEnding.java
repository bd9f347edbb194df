package dev.mongohaul.job.worker;

/** How the work on an invitation ended. */
enum WorkEnding {
    /** The partition is finished. */
    FINISHED,
    /** The partition is finished or stopped, or has another owner: there is nothing to do. */
    PASSED,
    /** The partition was given back unfinished. The invitation has to be delivered again. */
    RELEASED,
    /** Another worker has taken the partition over. */
    LOST,
    /** The import cannot succeed. */
    FAILED;

    /** Returns whether the invitation has to be delivered again. */
    public boolean again() {
        return this == RELEASED;
    }
}
