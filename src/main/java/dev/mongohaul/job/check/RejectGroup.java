package dev.mongohaul.job.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records given up for one reason.
 *
 * @param reason without the cell's value, and with an ellipsis for each number that the records differ in
 * @param column the name of the column at fault; null where it is the record as a whole, or a cell behind the last name
 * @param code the one that a server would give; null where it would not be asked
 * @param count of the records
 * @param samples the first of them
 */
public record RejectGroup(
        String reason, @Nullable String column, @Nullable Integer code, long count, List<RejectSample> samples) {}
