package dev.mongohaul.job.run;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.writer.delivery.CompareChoice;
import java.util.Optional;

/** What the writers of the partitions need to know of a run, and what they report to it. Thread-safe. */
public interface RunState {

    ImportJob job();

    /** Returns the number of the import. */
    long importNumber();

    ImportMeter meter();

    /** Returns the choice of the writers whether they compare documents before they send them. */
    CompareChoice comparing();

    /** Called when a partition begins to be read. */
    default void begins() {}

    /** Called before the documents of a chunk are sent. */
    default void sends() {}

    /** Called when the server has answered for every document of a chunk. */
    default void answered() {}

    /** Called after each chunk, and at the end of a partition. */
    default void progressed(ImportPartition partition) {}

    /** Returns the failure of an import that has too many rejects, as far as this process knows. */
    default Optional<RejectLimitExceededException> limitExceeded() {
        return Optional.empty();
    }
}
