/** Settings of a job file: one record for each section. Entry is {@link dev.mongohaul.job.setting.JobFile}. */
@NullMarked
package dev.mongohaul.job.setting;

import org.jspecify.annotations.NullMarked;
