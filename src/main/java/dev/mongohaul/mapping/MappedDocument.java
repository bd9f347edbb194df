package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;

/**
 * A record that became a document.
 *
 * @param content with {@code _id} as its first field, or without one if the server generates it
 */
public record MappedDocument<D>(CsvRecord source, D content) implements MappedItem<D> {}
