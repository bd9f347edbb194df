package dev.mongohaul.job.run;

import io.micrometer.core.instrument.MeterRegistry;

/** Factory of a meter for each run of an import; an optional bean. */
@FunctionalInterface
public interface ImportMeters {

    /** Measures nothing. */
    ImportMeters NONE = (job, writer) -> ImportMeter.NONE;

    /** Returns meters in a registry. */
    static ImportMeters in(MeterRegistry registry) {
        return new RegistryMeters(registry);
    }

    /**
     * Returns the meter of a run.
     *
     * @param writer as a job file names it
     */
    ImportMeter of(String job, String writer);
}
