/**
 * Launches imports, and resumes, stops and abandons them; the Spring Batch job with its steps. Entries are {@link
 * dev.mongohaul.job.launch.ImportLauncher} and {@link dev.mongohaul.job.launch.RunControl}.
 */
@NullMarked
package dev.mongohaul.job.launch;

import org.jspecify.annotations.NullMarked;
