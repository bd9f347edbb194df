package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.Summary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cost of a case, medians of its runs; null if the case failed, or if this system does not report it.
 *
 * @param commands write commands of the warm-up; the bytes are theirs
 */
record CaseCost(
        @Nullable Long commands,
        @Nullable Long bytesSent,
        @Nullable Double allocatedBytesPerDocument,
        @Nullable Double gcSeconds,
        @Nullable Double clientCpuSeconds,
        @Nullable Double serverCpuSeconds,
        @Nullable Double pingMillis) {

    private static final double MEGA = 1e6;

    static CaseCost of(CaseResult result) {
        CaseRun warmUp = result.warmUp();
        List<CaseRun> runs = result.runs();
        return new CaseCost(
                warmUp == null ? null : warmUp.commands(),
                warmUp == null ? null : warmUp.bytesSent(),
                Summary.median(runs, CaseCost::allocatedPerDocument),
                Summary.median(runs, CaseRun::gcSeconds),
                Summary.median(runs, CaseRun::clientCpuSeconds),
                Summary.median(runs, CaseRun::serverCpuSeconds),
                Summary.median(runs, CaseRun::pingMillis));
    }

    private static @Nullable Double allocatedPerDocument(CaseRun run) {
        Long bytes = run.allocatedBytes();
        return bytes == null ? null : (double) bytes / run.documents();
    }

    @Nullable
    Double megabytesSent() {
        return bytesSent == null ? null : bytesSent / MEGA;
    }
}
