/**
 * A job file and its input made into an {@link dev.mongohaul.job.ImportJob}, everything checked that can be without a
 * server. The files are read in {@code file}, imports are run in {@code run}.
 */
@NullMarked
package dev.mongohaul.job;

import org.jspecify.annotations.NullMarked;
