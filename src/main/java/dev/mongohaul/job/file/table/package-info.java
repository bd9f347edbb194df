/**
 * The job file's table of settings: its own types and how each is written.
 * {@link dev.mongohaul.job.file.table.JobFileTable} is the entry. Imports the records of a job file, the
 * types they are made of, {@code job.file.form} and {@code job.file.yaml}.
 */
@NullMarked
package dev.mongohaul.job.file.table;

import org.jspecify.annotations.NullMarked;
