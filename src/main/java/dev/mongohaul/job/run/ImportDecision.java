package dev.mongohaul.job.run;

import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import java.util.List;

/** What a launch comes to, seen what is remembered of the job. */
sealed interface ImportDecision {

    /** An unfinished import is continued. */
    record Continue(ImportPlan plan) implements ImportDecision {}

    /** A new import begins. */
    record Begin(ImportIdentity identity, List<ImportPlan> superseded) implements ImportDecision {}

    /** The content is loaded already. */
    record NothingToDo(ImportPlan loaded) implements ImportDecision {}

    /** An unfinished import is in the way; a person has to choose. */
    record Refuse(ImportPlan unfinished, boolean otherMeaning) implements ImportDecision {}
}
