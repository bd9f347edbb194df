package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;

/**
 * Outcome of mapping one record: a document, a reject with its reason, or nothing.
 */
public sealed interface MappedItem<D> permits MappedDocument, UnmappedRecord, FilteredRecord {

    /** Returns the record as it was read: its place and its bytes. */
    CsvItem source();
}
