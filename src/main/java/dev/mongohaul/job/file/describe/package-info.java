/**
 * Job files described: {@link dev.mongohaul.job.file.describe.JobFileSchema} for editors,
 * {@link dev.mongohaul.job.file.EffectiveSettings} for logs and the memory of a run. Imports the records of a
 * job file and {@code job.file.table}.
 */
@NullMarked
package dev.mongohaul.job.file.describe;

import dev.mongohaul.job.file.EffectiveSettings;
import org.jspecify.annotations.NullMarked;
