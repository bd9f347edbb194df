package dev.mongohaul.compare.run;

import org.jspecify.annotations.Nullable;

/**
 * What one run of a cell took; null is what cannot be known here, or was not looked at this time.
 *
 * @param seconds from the first record read to the answer for the last chunk
 * @param documents that were written
 * @param clientCpuSeconds of all threads of this program
 * @param serverCpuSeconds of the server meanwhile
 * @param gcSeconds that this program stood still for, or spent beside, collecting garbage
 * @param allocatedBytes of all threads that lived to the end, and of those that wrote
 * @param commands that write, sent to the server
 * @param bytesSent of these commands, in BSON
 * @param pingMillis round trip to the server just before, the median of some
 * @param missing documents that had not arrived half a minute after the last was sent: without confirmation alone
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
