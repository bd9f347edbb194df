package dev.mongohaul.reject;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.mongohaul.reject.Reject.RejectedCell;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * Rejects with one reason.
     *
     * @param reason without the cell's value, and with an ellipsis for each figure that differs
     * @param column the name of the column at fault; null where it is the record as a whole, or a cell after the last name
     * @param code the one that a server gives, or would give; null where it was not asked
     * @param count of the records
     * @param samples the first of them
     */
    public record RejectGroup(
            String reason,
            @Nullable String column,
            @Nullable Integer code,
            long count,
            List<RejectSample> samples) {}

    /**
     * Example of a group.
     *
     * @param line on which it begins in its file, from 1
     * @param value of the cell at fault, shortened; null where there is none
     * @param text the full reason
     */
    public record RejectSample(
            String file, long line, @Nullable String value, String text) {

        static RejectSample of(Reject reject) {
            RejectedCell cell = reject.reason().cell();
            return new RejectSample(
                    reject.record().file(),
                    reject.record().line(),
                    cell == null ? null : cell.value(),
                    reject.reason().text());
        }
    }
}
