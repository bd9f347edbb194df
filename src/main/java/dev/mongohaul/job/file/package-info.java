/**
 * A job file as immutable records: what to read, where to put it, how. {@link dev.mongohaul.job.file.JobFile} is the
 * whole of it; {@code job.file.read} makes one. Imports its own sub-packages, and the types of {@code csv},
 * {@code mapping.spec} and {@code reject} that a job file has words for.
 */
@NullMarked
package dev.mongohaul.job.file;

import org.jspecify.annotations.NullMarked;
