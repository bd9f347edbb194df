/**
 * Job files: their settings, defaults and rules. {@link dev.mongohaul.job.file.JobFiles} finds and reads them. The JSON schema
 * {@code mongohaul-job.schema.json} is the table of keys; comparison suites are read by the same {@link
 * dev.mongohaul.job.file.SettingsReader}.
 */
@NullMarked
package dev.mongohaul.job.file;

import org.jspecify.annotations.NullMarked;
