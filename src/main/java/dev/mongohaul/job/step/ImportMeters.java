package dev.mongohaul.job.step;

import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.Run;
import java.time.Duration;

/** Makes a meter for each run of an import. A bean of it is found where there is one. */
@FunctionalInterface
public interface ImportMeters {

    /** Measures nothing: a command that is over in a second is asked by nobody. */
    ImportMeters NONE = (job, writer) -> ImportMeter.NONE;

    /**
     * The meter of one run.
     *
     * @param writer as a job file names it
     */
    ImportMeter of(String job, String writer);

    /** Is told what one run of an import does. Called by the threads that write, once a chunk: it has to be quick. Thread-safe. */
    public interface ImportMeter {

        /** Measures nothing. */
        ImportMeter NONE = new ImportMeter() {
            @Override
            public void settled(Counts counts, long bytes, Duration writing) {}

            @Override
            public void ended(Run run) {}
        };

        /** The run begins; said once. */
        default void begun(Run run) {}

        /**
         * A chunk is settled.
         *
         * @param counts of its records
         * @param bytes of the input, unpacked
         * @param writing how long the server was waited for; zero where nothing was sent
         */
        void settled(Counts counts, long bytes, Duration writing);

        /** The run is over; said once. */
        void ended(Run run);
    }
}
