package dev.mongohaul.report.figure;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run has done, for commands, pages, messages and reports.
 *
 * @param seconds from start to end
 * @param recordsPerSecond while records were read and written
 * @param counts of all runs of the import; zeros for an undo
 * @param runCounts of this run; zeros for an undo
 * @param undone counts of all runs of an undo; null for an import
 * @param runUndone counts of this run if it is an undo; null for an import
 * @param times of the threads of all partitions
 * @param drift how the content differs from that of earlier imports
 */
public record RunSummary(
        double seconds,
        long recordsPerSecond,
        Counts counts,
        Counts runCounts,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UndoCounts undone,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UndoCounts runUndone,

        PhaseSeconds times,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Deviation> drift) {

    public static RunSummary of(Run run) {
        Counts ofRun = run.counts();
        Counts counts = Optional.ofNullable(run.plan()).map(ImportPlan::counts).orElse(Counts.NONE);
        boolean undo = run.plan() != null && run.plan().identity().isUndo();
        return new RunSummary(
                Figures.seconds(run.duration()),
                Figures.perSecond(ofRun.read(), run.importing()),
                undo ? Counts.NONE : counts,
                undo ? Counts.NONE : ofRun,
                undo ? UndoCounts.of(counts) : null,
                undo ? UndoCounts.of(ofRun) : null,
                PhaseSeconds.of(run.times()),
                run.drift());
    }
}
