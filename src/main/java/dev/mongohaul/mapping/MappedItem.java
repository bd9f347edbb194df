package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;

/**
 * Outcome of mapping one record: a document, or a reject with its reason.
 */
public sealed interface MappedItem<D> permits MappedDocument, UnmappedRecord {

    /** Returns the record as it was read: its place and its bytes. */
    CsvItem source();
}
