package dev.mongohaul.prove;

import dev.mongohaul.repository.plan.ImportPlan;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of a verification.
 *
 * @param plan of the import
 * @param later numbers of later imports and undos that may have changed the target
 * @param perhaps those that may explain further differences, each with the reason why that is not known
 */
public record Verification(ImportPlan plan, ComparisonResult result, List<Long> later, Map<Long, String> perhaps) {

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
        perhaps = Collections.unmodifiableMap(new TreeMap<>(perhaps));
    }

    /** Returns the verdict. Differences that another import explains, or may explain, are no proof. */
    public Verdict verdict() {
        if (result.differences() > 0) {
            return perhaps.isEmpty() ? Verdict.DIFFERENT : Verdict.UNKNOWN;
        }
        boolean known = result.whole()
                && result.notes().isEmpty()
                && result.explained().isEmpty()
                && result.count(Judgement.CHANGED_MEANWHILE) == 0;
        return known ? Verdict.EQUAL : Verdict.UNKNOWN;
    }
}
