package dev.mongohaul.job.launch;

import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.run.Run;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Result of a launch.
 *
 * @param run of the launch; if there was nothing to do, the one that did it before, if it is known
 * @param nothing message for a launch that had nothing to do; empty for others
 * @param files that it was the end for, with where they went; empty if the import is not completed
 */
public record LaunchResult(Optional<Run> run, Optional<String> nothing, List<KnownFile> files) {

    static LaunchResult of(Run run, List<KnownFile> files) {
        return new LaunchResult(Optional.of(run), Optional.empty(), files);
    }

    static LaunchResult nothing(Optional<Run> before, String message, List<KnownFile> files) {
        return new LaunchResult(before, Optional.of(message), files);
    }

    public boolean nothingToDo() {
        return nothing.isPresent();
    }

    /** Returns whether a restart reads the input again. */
    boolean leavesInput() {
        return !nothingToDo()
                && run.filter(ended -> !ended.ending().continues()).isEmpty();
    }

    /** Returns the number of the run; 0 if there was nothing to do. */
    public long jobExecutionId() {
        return nothingToDo() ? 0 : run.orElseThrow().id();
    }

    /** Returns the plan of the import, as it is stored now. */
    public ImportPlan plan() {
        return Objects.requireNonNull(run.orElseThrow().plan());
    }
}
