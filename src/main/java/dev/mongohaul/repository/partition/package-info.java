/**
 * Stored partitions of an import: offset, counts and claim. {@link dev.mongohaul.repository.partition.PartitionStore}
 * contains the rules of claims.
 */
@NullMarked
package dev.mongohaul.repository.partition;

import org.jspecify.annotations.NullMarked;
