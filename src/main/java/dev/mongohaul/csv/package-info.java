/**
 * Bytes to {@link dev.mongohaul.csv.CsvRecord}s; entry is {@link dev.mongohaul.csv.CsvItemReader}. Knows no MongoDB type
 * and imports {@code csv.input} and {@code text} only.
 */
@NullMarked
package dev.mongohaul.csv;

import org.jspecify.annotations.NullMarked;
