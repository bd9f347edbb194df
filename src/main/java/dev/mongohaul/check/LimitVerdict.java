package dev.mongohaul.check;

import dev.mongohaul.reject.PassingLimit;
import dev.mongohaul.reject.RejectLimit;

/**
 * Verdict of the reject limit.
 *
 * @param limit of the job
 * @param atRecord number of records read when the limit was first exceeded and an import would end; 0 if it was not
 * @param rejects number of rejects by then
 * @param atEnd whether the limit was only exceeded at the end of the input
 * @param passing limits that the records so far do not exceed
 */
public record LimitVerdict(RejectLimit limit, long atRecord, long rejects, boolean atEnd, PassingLimit passing) {

    public static LimitVerdict within(RejectLimit limit) {
        return new LimitVerdict(limit, 0, 0, false, PassingLimit.OF_NOTHING);
    }

    public boolean exceeded() {
        return atRecord > 0;
    }

    /**
     * Returns the verdict after these numbers of rejects and records, as an import does after each chunk and at the
     * end.
     */
    LimitVerdict after(long rejectsSoFar, long read, boolean end) {
        PassingLimit now = passing.after(rejectsSoFar, read, end);
        return !exceeded() && limit.exceededBy(rejectsSoFar, read, end)
                ? new LimitVerdict(limit, read, rejectsSoFar, end, now)
                : new LimitVerdict(limit, atRecord, rejects, atEnd, now);
    }
}
