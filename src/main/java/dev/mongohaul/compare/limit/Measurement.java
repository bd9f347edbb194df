package dev.mongohaul.compare.limit;

import org.jspecify.annotations.Nullable;

/**
 * What one try of a contender took; null is what cannot be known here.
 *
 * @param seconds from its start to its end
 * @param stepSeconds of them, while records were read and written
 * @param clientCpuSeconds of all its threads
 * @param serverCpuSeconds of the server meanwhile
 * @param peakResidentBytes of a process of its own
 */
public record Measurement(
        double seconds,
        @Nullable Double stepSeconds,
        @Nullable Double clientCpuSeconds,
        @Nullable Double serverCpuSeconds,
        @Nullable Long peakResidentBytes) {

    Measurement withServerCpu(@Nullable Double serverSeconds) {
        return new Measurement(seconds, stepSeconds, clientCpuSeconds, serverSeconds, peakResidentBytes);
    }
}
