package dev.mongohaul.job.launch;

import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.State;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decision about a launch, made from the plans of the job's earlier imports.
 *
 * <p>Inserted content is loaded once, even if the job has other settings now. Content that replaces, updates or deletes
 * documents is loaded again if other content was loaded after it: if Monday's file comes back on Wednesday, it has to
 * undo Tuesday's changes. An import that never began, or sent no document before the job was changed, does not block
 * others.
 */
final class ImportHistory {

    private static final String INSERT = "insert";
    private static final String DELETE = "delete";

    private final List<ImportPlan> plans;

    /** @param plans of the job, newest first */
    ImportHistory(List<ImportPlan> plans) {
        this.plans = List.copyOf(plans);
    }

    /**
     * Decides what a launch has to do.
     *
     * @param wanted identity of the content, without a repetition number
     * @param again whether the user asked to load content that was loaded before
     * @param abandonOthers whether an unfinished import of other content is abandoned
     */
    ImportDecision decide(ImportIdentity wanted, boolean again, boolean abandonOthers) {
        Optional<ImportPlan> own = unfinished(plan -> sameImport(plan, wanted))
                .filter(plan -> !again || plan.identity().again() > 0);
        if (own.isPresent()) {
            return new ImportDecision.Continue(own.get());
        }
        Optional<ImportPlan> otherMeaning =
                unfinished(plan -> plan.mayHaveSent() && plan.identity().sameContent(wanted));
        if (otherMeaning.isPresent() && !again) {
            return new ImportDecision.Refuse(otherMeaning.get(), ImportDecision.Obstacle.OTHER_MEANING);
        }
        Optional<ImportPlan> other =
                unfinished(plan -> plan.begun() && !plan.identity().sameContent(wanted));
        if (other.isPresent() && !abandonOthers) {
            boolean sameBytes = other.get().identity().content().equals(wanted.content());
            return new ImportDecision.Refuse(
                    other.get(),
                    sameBytes ? ImportDecision.Obstacle.OTHER_TARGET : ImportDecision.Obstacle.OTHER_CONTENT);
        }
        Optional<ImportPlan> loaded = loaded(wanted);
        if (loaded.isPresent() && !again) {
            return new ImportDecision.NothingToDo(loaded.get());
        }
        Optional<ImportPlan> inserted = loadedOtherwise(wanted);
        if (inserted.isPresent() && !again) {
            return new ImportDecision.Refuse(inserted.get(), ImportDecision.Obstacle.LOADED);
        }
        List<ImportPlan> superseded =
                plans.stream().filter(plan -> plan.state() == State.UNFINISHED).toList();
        return new ImportDecision.Begin(wanted.withAgain(nextNumber(wanted)), superseded);
    }

    private Optional<ImportPlan> loaded(ImportIdentity wanted) {
        if (wanted.operation().equals(INSERT)) {
            return plans.stream()
                    .filter(plan -> plan.state() == State.COMPLETED && sameImport(plan, wanted))
                    .findFirst();
        }
        return plans.stream()
                .filter(plan -> plan.begun() && plan.identity().target().equals(wanted.target()))
                .findFirst()
                .filter(plan -> plan.state() == State.COMPLETED && sameImport(plan, wanted));
    }

    /**
     * Returns an import that inserted this content with other settings, so that its documents would be inserted twice.
     */
    private Optional<ImportPlan> loadedOtherwise(ImportIdentity wanted) {
        if (!wanted.operation().equals(INSERT)) {
            return Optional.empty();
        }
        return plans.stream()
                .filter(plan -> plan.state() == State.COMPLETED
                        && plan.identity().sameBytes(wanted)
                        && !plan.identity().operation().equals(DELETE)
                        && !sameImport(plan, wanted))
                .findFirst();
    }

    /** Returns whether documents of this content were written into the target. */
    boolean hasStored(ImportIdentity wanted) {
        return plans.stream()
                .anyMatch(plan -> plan.counts().written() > 0 && plan.identity().sameBytes(wanted));
    }

    private int nextNumber(ImportIdentity wanted) {
        return plans.stream()
                .filter(plan -> sameImport(plan, wanted))
                .mapToInt(plan -> plan.identity().again() + 1)
                .max()
                .orElse(0);
    }

    private Optional<ImportPlan> unfinished(Predicate<ImportPlan> which) {
        return plans.stream()
                .filter(plan -> plan.state() == State.UNFINISHED)
                .filter(which)
                .findFirst();
    }

    private static boolean sameImport(ImportPlan plan, ImportIdentity wanted) {
        return plan.identity().withAgain(0).equals(wanted.withAgain(0));
    }

    /** Decision about a launch. */
    sealed interface ImportDecision {

        /** The unfinished import is resumed. */
        record Continue(ImportPlan plan) implements ImportDecision {}

        /** A new import begins. */
        record Begin(ImportIdentity identity, List<ImportPlan> superseded) implements ImportDecision {}

        /** The content was loaded before. */
        record NothingToDo(ImportPlan loaded) implements ImportDecision {}

        /** An earlier import is in the way; the user has to choose. */
        record Refuse(ImportPlan earlier, Obstacle obstacle) implements ImportDecision {}

        /** Reason why an earlier import is in the way of a new one. */
        enum Obstacle {
            /** It is unfinished and has other content. */
            OTHER_CONTENT,
            /** It is unfinished and has this content, but another target or operation. */
            OTHER_TARGET,
            /** It is unfinished and has this content, but the job has other settings now. */
            OTHER_MEANING,
            /** It inserted this content, but the job has other settings now: documents would be inserted twice. */
            LOADED
        }
    }
}
