/**
 * Imports that are ready to run: a job file and its input, with every check that needs no server. Entry is {@link
 * dev.mongohaul.job.ImportJobs}. Job files are read in {@code file}, imports run in {@code launch}.
 */
@NullMarked
package dev.mongohaul.job;

import org.jspecify.annotations.NullMarked;
