/**
 * Makes a job file of the input alone: dialect, types, id. {@link dev.mongohaul.job.infer.JobInference} is the entry, for
 * {@code cli}; imports {@code csv}, {@code mapping} and its sub-packages.
 */
@NullMarked
package dev.mongohaul.job.infer;

import org.jspecify.annotations.NullMarked;
