package dev.mongohaul.job.launch;

import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decision about a launch. */
sealed interface ImportDecision {

    /** The unfinished import is resumed. */
    record Continue(ImportPlan plan) implements ImportDecision {}

    /**
     * A new import begins.
     *
     * @param corrected unfinished import whose corrected rejects it loads, and which stays unfinished
     */
    record Begin(ImportIdentity identity, List<ImportPlan> superseded, Optional<ImportPlan> corrected)
            implements ImportDecision {}

    /** The content was loaded before. */
    record NothingToDo(ImportPlan loaded) implements ImportDecision {}

    /** An earlier import is in the way; the user has to choose. */
    record Refuse(ImportPlan earlier, Obstacle obstacle) implements ImportDecision {}

    /**
     * Files of the content were loaded before, but not all of it together: their records would be added again.
     *
     * @param loaded the files with the imports that loaded them; not empty
     */
    record RefuseFiles(Map<PlannedInput, ImportPlan> loaded) implements ImportDecision {

        ImportPlan earlier() {
            return loaded.values().iterator().next();
        }
    }
}
