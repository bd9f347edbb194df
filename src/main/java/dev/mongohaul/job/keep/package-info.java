/**
 * Forgets imports, their rejects and their slots when a job says so, by {@code retention}. Entry is
 * {@link dev.mongohaul.job.keep.Housekeeping}. Part of {@code job}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.job.keep;

import org.jspecify.annotations.NullMarked;
