/** Partitions that several processes import. Entry is {@link dev.mongohaul.job.worker.Distribution}. */
@NullMarked
package dev.mongohaul.job.worker;

import org.jspecify.annotations.NullMarked;
