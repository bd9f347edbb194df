package dev.mongohaul.job.run;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.Run;
import java.time.Duration;

/** Meter of one run. The writing threads call it after each chunk, so it has to be fast. Thread-safe. */
public interface ImportMeter {

    /** Measures nothing. */
    ImportMeter NONE = new ImportMeter() {};

    /** Called once, when the run begins. */
    default void begun(Run run) {}

    /**
     * Called when a chunk is completed.
     *
     * @param counts of its records
     * @param bytes of the input, uncompressed
     * @param writing time that the server took; zero if nothing was sent
     */
    default void chunkWritten(Counts counts, long bytes, Duration writing) {}

    /** Called once, when the run has ended. */
    default void ended(Run run) {}

    /** Called when a phase after the load of an import begins, with a pending result, and when it has ended. */
    default void reached(ImportPlan plan, PhaseResult result) {}
}
