package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record rejected before it reached the server.
 *
 * @param column the number of the refused column, from 1; 0 for a record refused as a whole
 * @param columnName null for a record refused as a whole
 * @param value the beginning of the refused cell, at most 100 characters; null without one
 * @param reason the error and what is allowed, in one line for the user
 */
public record UnmappedRecord<D>(
        CsvItem source,
        MappingStage stage,
        int column,
        @Nullable String columnName,
        @Nullable String value,
        String reason)
        implements MappedItem<D> {

    /** Returns the reject of a cell; {@code why} is the end of a sentence whose subject is the cell. */
    public static <D> UnmappedRecord<D> cell(
            CsvRecord source, int index, String columnName, @Nullable String value, String why) {
        String subject = value == null ? "the cell" : '"' + value + '"';
        return new UnmappedRecord<>(source, MappingStage.UNMAPPABLE, index + 1, columnName, value, subject + " " + why);
    }
}
