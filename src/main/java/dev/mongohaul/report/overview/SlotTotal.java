package dev.mongohaul.report.overview;

import dev.mongohaul.repository.figure.Counts;

/** Sum of the imports of a slot that imported several files. */
public record SlotTotal(int imports, Counts counts) {}
