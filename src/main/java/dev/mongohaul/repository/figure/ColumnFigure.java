package dev.mongohaul.repository.figure;

/**
 * Figures of one column.
 *
 * @param blanks number of blank or missing cells
 * @param misfits number of misfits
 * @param longest bytes of the longest cell, in UTF-8
 */
public record ColumnFigure(long blanks, long misfits, long longest) {}
