package dev.mongohaul.check;

import dev.mongohaul.reject.RejectLimit;

/**
 * How an import would judge the rejects.
 *
 * @param limit of the job
 * @param atRecord the number of records read when the limit was first exceeded, where an import ends; 0 where it was not
 * @param rejects so many by then
 * @param atEnd whether that was known at the end alone
 */
public record LimitVerdict(RejectLimit limit, long atRecord, long rejects, boolean atEnd) {

    static LimitVerdict within(RejectLimit limit) {
        return new LimitVerdict(limit, 0, 0, false);
    }

    public boolean exceeded() {
        return atRecord > 0;
    }

    /** The verdict after so many rejects among so many records: as an import asks after each chunk, and at the end. */
    LimitVerdict after(long rejectsSoFar, long read, boolean end) {
        return !exceeded() && limit.exceededBy(rejectsSoFar, read, end)
                ? new LimitVerdict(limit, read, rejectsSoFar, end)
                : this;
    }
}
