package dev.mongohaul.report.drift;

import dev.mongohaul.repository.plan.ColumnShares;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one column.
 *
 * @param figures of the import
 * @param usual medians; null without medians, and for a column that fewer than three of the imports have
 */
public record ColumnDrift(
        String column, ColumnShares figures, @Nullable ColumnShares usual) {}
