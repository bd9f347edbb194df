package dev.mongohaul.job.run;

import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.State;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is remembered of a job's imports, and what follows for the next launch.
 *
 * <p>Inserted content is loaded once. Content that replaces, updates or deletes is loaded again when another was loaded
 * after it: Monday's file coming back on Wednesday has Tuesday's to undo. An import that never began to write is in
 * nobody's way.
 */
final class ImportHistory {

    private static final String INSERT = "insert";

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
                unfinished(plan -> plan.begun() && plan.identity().sameContent(wanted));
        if (otherMeaning.isPresent() && !again) {
            return new ImportDecision.Refuse(otherMeaning.get(), true);
        }
        Optional<ImportPlan> otherContent =
                unfinished(plan -> plan.begun() && !plan.identity().sameContent(wanted));
        if (otherContent.isPresent() && !abandonOthers) {
            return new ImportDecision.Refuse(otherContent.get(), false);
        }
        Optional<ImportPlan> loaded = loaded(wanted);
        if (loaded.isPresent() && !again) {
            return new ImportDecision.NothingToDo(loaded.get());
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
}
