package dev.mongohaul.repository.plan;

/**
 * Figures of one column in relation to the number of records.
 *
 * @param blanks percentage of the records whose cell is blank
 * @param misfits percentage of the records that were rejected because of the cell
 * @param longest bytes of the longest cell
 */
public record ColumnShares(double blanks, double misfits, double longest) {}
