/**
 * One import from the decision whether it is due to its end: three steps of a Spring Batch job, run by
 * {@link dev.mongohaul.job.run.ImportLauncher}.
 */
@NullMarked
package dev.mongohaul.job.run;

import org.jspecify.annotations.NullMarked;
