/**
 * What every record of a job file is made with: the {@link dev.mongohaul.job.file.setting.Setting} that describes a
 * component, and the rules it is held to. Imports no other package.
 */
@NullMarked
package dev.mongohaul.job.file.setting;

import org.jspecify.annotations.NullMarked;
