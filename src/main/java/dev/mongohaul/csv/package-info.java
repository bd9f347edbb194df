/** Bytes to {@link dev.mongohaul.csv.CsvRecord}s: dialect, scanner, restartable item reader. Knows no MongoDB type and imports no other package. */
@NullMarked
package dev.mongohaul.csv;

import org.jspecify.annotations.NullMarked;
