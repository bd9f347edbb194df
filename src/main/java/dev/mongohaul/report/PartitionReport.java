package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.report.figure.Figures;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Byte range of the input, with its progress over all runs of an import.
 *
 * @param files that contain it
 * @param from offset of its first byte, over all files of the import
 * @param to offset after its last byte
 * @param doneTo offset up to which everything is written or rejected
 * @param state finished, begun or open
 * @param counts of the import; zeros for an undo
 * @param undone counts of an undo; null for an import
 * @param seconds that runs spent on it; null if unknown
 * @param recordsPerSecond in these seconds; null if unknown
 * @param worker process that imported it last; null if it was that of the run
 */
public record PartitionReport(
        List<String> files,
        long from,
        long to,
        long doneTo,
        String state,
        Counts counts,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UndoCounts undone,

        @Nullable Double seconds,
        @Nullable Long recordsPerSecond,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String worker) {

    boolean isFinished() {
        return state.equals("finished");
    }

    long done() {
        return (isFinished() ? to : doneTo) - from;
    }

    /** Returns the partitions of a plan in the order of the input. */
    static List<PartitionReport> of(ImportPlan plan, List<Run> runs) {
        Map<Long, Duration> spent = new HashMap<>();
        runs.forEach(run -> run.partitionDurations().forEach((from, time) -> spent.merge(from, time, Duration::plus)));
        return plan.partitions().stream()
                .map(partition -> of(partition, plan, spent.get(partition.from())))
                .toList();
    }

    private static PartitionReport of(ImportPartition partition, ImportPlan plan, @Nullable Duration time) {
        boolean undo = plan.identity().isUndo();
        String unfinished = partition.doneTo() > partition.from() ? "begun" : "open";
        return new PartitionReport(
                files(partition, plan.inputs()),
                partition.from(),
                partition.to(),
                partition.doneTo(),
                partition.finished() ? "finished" : unfinished,
                undo ? Counts.NONE : partition.counts(),
                undo ? UndoCounts.of(partition.counts()) : null,
                time == null ? null : (Double) Figures.seconds(time),
                time == null || time.isZero()
                        ? null
                        : (Long) Figures.perSecond(partition.counts().read(), time),
                partition.worker());
    }

    /** An input ends where the next begins. */
    private static List<String> files(ImportPartition partition, List<PlannedInput> inputs) {
        List<String> files = new ArrayList<>();
        for (int index = 0; index < inputs.size(); index++) {
            boolean endsBefore =
                    index + 1 < inputs.size() && inputs.get(index + 1).base() <= partition.from();
            if (!endsBefore && inputs.get(index).base() < Math.max(partition.to(), 1)) {
                files.add(inputs.get(index).path());
            }
        }
        return files;
    }
}
