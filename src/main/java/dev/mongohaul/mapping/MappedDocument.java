package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;

/**
 * A record that became a document.
 *
 * @param content its {@code _id} is the first field; it has none where the server is to generate it
 */
public record MappedDocument<D>(CsvRecord source, D content) implements MappedItem<D> {}
