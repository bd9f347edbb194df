package dev.mongohaul.job.launch;

import dev.mongohaul.job.launch.ImportLauncher.NothingToDo;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.State;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is remembered of a job's imports, and what follows for the next launch.
 *
 * <p>Inserted content is loaded once, also where the job has other settings now. Content that replaces, updates or deletes
 * is loaded again when another was loaded after it: Monday's file coming back on Wednesday has Tuesday's to undo. An
 * import that never began, or sent no document before the job was changed, stands in no other's way.
 */
final class ImportHistory {

    private static final String INSERT = "insert";
    private static final String DELETE = "delete";

    private final List<ImportPlan> plans;

    /** @param plans of the job, the newest first */
    ImportHistory(List<ImportPlan> plans) {
        this.plans = List.copyOf(plans);
    }

    /**
     * @param wanted the identity without a repetition
     * @param again whether a new import was asked for, whatever is loaded
     * @param abandonOthers whether an unfinished import of another content gives way
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
            return new ImportDecision.Refuse(other.get(), sameBytes ? ImportDecision.Obstacle.OTHER_TARGET : ImportDecision.Obstacle.OTHER_CONTENT);
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

    /** An import that stored this content by other settings, where it would be stored beside that once more. */
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

    /** Whether documents of this content were written into the target. */
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
}
