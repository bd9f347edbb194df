/**
 * Imports that leave nothing in the user's JobRepository, for measuring. Entry is
 * {@link dev.mongohaul.job.trial.TrialImports}; {@code compare} imports it.
 */
@NullMarked
package dev.mongohaul.job.trial;

import org.jspecify.annotations.NullMarked;
