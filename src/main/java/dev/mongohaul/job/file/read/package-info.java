/**
 * Job files from the disk, with the parameters of a run laid over them. {@link dev.mongohaul.job.file.read.JobFiles} is
 * the entry. Imports the records of a job file and its sub-packages, and {@code mapping.layout} for the name that
 * somebody may have meant.
 */
@NullMarked
package dev.mongohaul.job.file.read;

import org.jspecify.annotations.NullMarked;
