/** The Spring Batch job with its steps. Entry is {@link dev.mongohaul.job.step.BatchJobFactory}. */
@NullMarked
package dev.mongohaul.job.step;

import org.jspecify.annotations.NullMarked;
