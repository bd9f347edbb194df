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
 * @param counts of this run; zeros for an undo
 * @param total of all runs of the import; zeros for an undo
 * @param undone counts of this run if it is an undo; null for an import
 * @param undoneTotal counts of all runs of the undo; null for an import
 * @param times of the threads of all partitions
 * @param drift how the content differs from that of earlier imports
 */
public record RunSummary(
        double seconds,
        long recordsPerSecond,
        Counts counts,
        Counts total,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UndoCounts undone,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable UndoCounts undoneTotal,

        PhaseSeconds times,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Deviation> drift) {

    public static RunSummary of(Run run) {
        Counts counts = run.counts();
        Counts total = Optional.ofNullable(run.plan()).map(ImportPlan::counts).orElse(Counts.NONE);
        boolean undo = run.plan() != null && run.plan().identity().isUndo();
        return new RunSummary(
                Figures.seconds(run.duration()),
                Figures.perSecond(counts.read(), run.importing()),
                undo ? Counts.NONE : counts,
                undo ? Counts.NONE : total,
                undo ? UndoCounts.of(counts) : null,
                undo ? UndoCounts.of(total) : null,
                PhaseSeconds.of(run.times()),
                run.drift());
    }
}
