/**
 * Ranges of the input that are read at once: {@link dev.mongohaul.partition.CutSearch} finds where records begin, {@link
 * dev.mongohaul.partition.RangePlan} cuts there. Imports {@code csv} only.
 */
@NullMarked
package dev.mongohaul.partition;

import org.jspecify.annotations.NullMarked;
