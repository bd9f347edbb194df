/**
 * Proposes a job file for a CSV file: charset, dialect, types and id. Entry is {@link dev.mongohaul.infer.JobInference}.
 */
@NullMarked
package dev.mongohaul.infer;

import org.jspecify.annotations.NullMarked;
