package dev.mongohaul.reject;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records given up for one reason.
 *
 * @param reason without the cell's value, and with an ellipsis for each figure that the records differ in
 * @param column the name of the column at fault; null where it is the record as a whole, or a cell behind the last name
 * @param code the one that a server gives, or would give; null where it was not asked
 * @param count of the records
 * @param samples the first of them
 */
public record RejectGroup(
        String reason, @Nullable String column, @Nullable Integer code, long count, List<RejectSample> samples) {}
