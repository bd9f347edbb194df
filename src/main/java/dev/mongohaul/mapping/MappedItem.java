package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvItem;

/**
 * What became of one record: a document, or a reject with its reason. The writer's side sees nothing else.
 *
 * @param <D> what documents are rendered as
 */
public sealed interface MappedItem<D> permits MappedDocument, UnmappedRecord {

    /** The record as it was read: its place and its bytes. */
    CsvItem source();
}
