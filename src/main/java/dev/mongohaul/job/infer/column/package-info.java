/**
 * What the cells of a column are: each possible type is tried on each cell. Entry is {@link
 * dev.mongohaul.job.infer.column.ColumnProfile}, the types are those of {@link
 * dev.mongohaul.job.infer.column.CandidateTypes}; for {@code job.infer}.
 */
@NullMarked
package dev.mongohaul.job.infer.column;

import org.jspecify.annotations.NullMarked;
