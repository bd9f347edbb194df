package dev.mongohaul.compare.run;

import dev.mongohaul.compare.suite.BenchmarkCase;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that was measured of one cell.
 *
 * @param warmUp the run before all others, in which commands were counted
 * @param runs those that are told; where the first took too long for more, it alone
 * @param failure why it was left out
 */
public record CaseResult(
        BenchmarkCase cell,
        @Nullable CaseRun warmUp,
        List<CaseRun> runs,
        @Nullable String failure) {

    public CaseResult {
        runs = List.copyOf(runs);
    }

    /** Empty where it failed. */
    public Optional<Summary> seconds() {
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Summary.of(runs.stream().mapToDouble(CaseRun::seconds).toArray()));
    }

    /** Whether the run that counts commands had to be the one that is told. */
    public boolean once() {
        return warmUp != null && runs.equals(List.of(warmUp));
    }

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
}
