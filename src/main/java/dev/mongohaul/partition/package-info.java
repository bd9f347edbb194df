/**
 * Ranges of the input that are read at the same time: {@link dev.mongohaul.partition.CutSearch} finds where records
 * begin, {@link dev.mongohaul.partition.RangePlan} divides there. Imports {@code csv} only.
 */
@NullMarked
package dev.mongohaul.partition;

import org.jspecify.annotations.NullMarked;
