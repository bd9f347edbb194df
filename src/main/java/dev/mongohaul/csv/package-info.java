/**
 * Bytes to {@link dev.mongohaul.csv.CsvRecord}s: dialect, scanner, restartable {@link
 * dev.mongohaul.csv.CsvItemReader}. Knows no MongoDB type and imports nothing but its own sub-packages {@code input} and {@code text}.
 */
@NullMarked
package dev.mongohaul.csv;

import org.jspecify.annotations.NullMarked;
