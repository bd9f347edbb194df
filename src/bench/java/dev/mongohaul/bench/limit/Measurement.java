package dev.mongohaul.bench.limit;

import org.jspecify.annotations.Nullable;

/**
 * Figures of one run; null if this system does not report them.
 *
 * @param stepSeconds part in which records were read and written
 * @param clientCpuSeconds of all threads
 */
record Measurement(
        double seconds,
        @Nullable Double stepSeconds,
        @Nullable Double clientCpuSeconds,
        @Nullable Double serverCpuSeconds,
        @Nullable Long peakResidentBytes) {

    Measurement withServerCpu(@Nullable Double serverSeconds) {
        return new Measurement(seconds, stepSeconds, clientCpuSeconds, serverSeconds, peakResidentBytes);
    }
}
