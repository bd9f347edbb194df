package dev.mongohaul.reject;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * Reasons of an import's rejects.
 *
 * @param total of the records
 * @param groups the most frequent reasons, the most frequent first
 * @param ungrouped records whose reasons were too many to be listed
 * @param offsets in the input of the samples of all groups
 */
public record RejectReasons(
        long total,
        List<RejectGroup> groups,
        long ungrouped,
        @JsonIgnore List<Long> offsets) {

    static final RejectReasons NONE = new RejectReasons(0, List.of(), 0, List.of());

    public RejectReasons {
        groups = List.copyOf(groups);
        offsets = List.copyOf(offsets);
    }
}
