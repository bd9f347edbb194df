package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;

/** A record that is not imported, and not rejected either: an empty row, or the job's processor returned nothing for it. */
public record FilteredRecord<D>(CsvRecord source) implements MappedItem<D> {}
