package dev.mongohaul.job.launch;

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

    /** An earlier import is in the way; a person has to choose. */
    record Refuse(ImportPlan earlier, Obstacle obstacle) implements ImportDecision {}

    /** Why an earlier import is in the way of a new one. */
    enum Obstacle {
        /** It is unfinished, of another content. */
        OTHER_CONTENT,
        /** It is unfinished, of this content for another target, or with another operation. */
        OTHER_TARGET,
        /** It is unfinished, of this content, by a job that has other settings now. */
        OTHER_MEANING,
        /** It inserted this content by a job that has other settings now: its documents would be there twice. */
        LOADED
    }
}
