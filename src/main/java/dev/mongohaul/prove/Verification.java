package dev.mongohaul.prove;

import dev.mongohaul.repository.plan.ImportPlan;
import java.util.List;

/**
 * Result of a verification.
 *
 * @param plan of the import
 * @param later numbers of later imports and undos that may have changed the target
 */
public record Verification(ImportPlan plan, ComparisonResult result, List<Long> later) {

    /** Verdict on the target. */
    public enum Verdict {
        /** It has the documents that the import has written. */
        EQUAL,
        /** It has not. */
        DIFFERENT,
        /** It cannot be known. */
        UNKNOWN
    }

    public Verification {
        later = List.copyOf(later);
    }

    /** Returns the verdict. Differences that a later import may explain are no proof. */
    public Verdict verdict() {
        if (result.differences() > 0) {
            return later.isEmpty() ? Verdict.DIFFERENT : Verdict.UNKNOWN;
        }
        boolean known = result.whole() && result.notes().isEmpty() && result.count(Judgement.CHANGED_MEANWHILE) == 0;
        return known ? Verdict.EQUAL : Verdict.UNKNOWN;
    }
}
