/**
 * Bytes to {@link dev.mongohaul.csv.CsvRecord}s: dialect, scanner, restartable {@link
 * dev.mongohaul.csv.CsvItemReader}. Knows no MongoDB type and imports nothing but its own sub-package {@code input}.
 */
@NullMarked
package dev.mongohaul.csv;

import org.jspecify.annotations.NullMarked;
