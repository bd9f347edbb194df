package dev.mongohaul.compare.suite;

import org.jspecify.annotations.Nullable;

/**
 * Figures of one run; null if this system does not report them, or if they were not measured in this run.
 *
 * @param seconds from the first record read to the answer for the last chunk
 * @param gcSeconds of garbage collection, in pauses or concurrent
 * @param allocatedBytes of the writing threads and of all threads that lived to the end
 * @param commands write commands sent to the server
 * @param bytesSent of these commands, in BSON
 * @param pingMillis median round trip to the server just before the run
 * @param missing documents that did not arrive within half a minute; unconfirmed writes only
 */
public record CaseRun(
        double seconds,
        long documents,
        @Nullable Double clientCpuSeconds,
        @Nullable Double serverCpuSeconds,
        @Nullable Double gcSeconds,
        @Nullable Long allocatedBytes,
        @Nullable Long commands,
        @Nullable Long bytesSent,
        @Nullable Double pingMillis,
        @Nullable Long missing) {}
