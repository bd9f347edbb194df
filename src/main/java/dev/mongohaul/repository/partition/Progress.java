package dev.mongohaul.repository.partition;

import dev.mongohaul.repository.figure.Counts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a run.
 *
 * @param bytes of the input whose records are written or rejected
 * @param unfinished number of unfinished partitions
 * @param claimed number of them that have an owner whose time has not ended
 * @param failed a partition because of which the import cannot succeed; null if there is none
 * @param waiting first unfinished partitions without such an owner
 */
public record Progress(
        Counts counts,
        long bytes,
        long unfinished,
        long claimed,
        @Nullable WaitingPartition failed,
        List<WaitingPartition> waiting) {

    public static final Progress NONE = new Progress(Counts.NONE, 0, 0, 0, null, List.of());
}
