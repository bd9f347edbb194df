package dev.mongohaul.reject.reason;

import java.util.List;

/**
 * Why an import's records were given up.
 *
 * @param total of the records
 * @param groups the most frequent reasons, the most frequent first
 * @param ungrouped records whose reasons were too many to be listed
 */
public record RejectReasons(long total, List<RejectGroup> groups, long ungrouped) {

    static final RejectReasons NONE = new RejectReasons(0, List.of(), 0);

    public RejectReasons {
        groups = List.copyOf(groups);
    }
}
