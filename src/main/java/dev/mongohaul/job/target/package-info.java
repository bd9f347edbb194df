/**
 * The collection an import goes to, before and after the documents: {@link dev.mongohaul.job.target.TargetCollection}.
 * Imported by {@code job.run}.
 */
@NullMarked
package dev.mongohaul.job.target;

import org.jspecify.annotations.NullMarked;
