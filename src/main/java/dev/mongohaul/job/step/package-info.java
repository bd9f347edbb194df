/**
 * Steps of imports and checks: the {@link dev.mongohaul.job.step.WorkerStep} of a partition, the state of a run,
 * meters, and texts of failures.
 */
@NullMarked
package dev.mongohaul.job.step;

import org.jspecify.annotations.NullMarked;
