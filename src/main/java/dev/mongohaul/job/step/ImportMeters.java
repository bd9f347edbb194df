package dev.mongohaul.job.step;

import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.Run;
import java.time.Duration;

/** Factory of a meter for each run of an import; an optional bean. */
@FunctionalInterface
public interface ImportMeters {

    /** Measures nothing. */
    ImportMeters NONE = (job, writer) -> ImportMeter.NONE;

    /**
     * Returns the meter of a run.
     *
     * @param writer as a job file names it
     */
    ImportMeter of(String job, String writer);

    /** Meter of one run. The writing threads call it after each chunk, so it has to be fast. Thread-safe. */
    public interface ImportMeter {

        /** Measures nothing. */
        ImportMeter NONE = new ImportMeter() {
            @Override
            public void chunkWritten(Counts counts, long bytes, Duration writing) {}

            @Override
            public void ended(Run run) {}
        };

        /** Called once, when the run begins. */
        default void begun(Run run) {}

        /**
         * Called when a chunk is completed.
         *
         * @param counts of its records
         * @param bytes of the input, uncompressed
         * @param writing time that the server took; zero if nothing was sent
         */
        void chunkWritten(Counts counts, long bytes, Duration writing);

        /** Called once, when the run has ended. */
        void ended(Run run);
    }
}
