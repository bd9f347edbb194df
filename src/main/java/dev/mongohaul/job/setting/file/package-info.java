/** Settings of the files of a job: which of them are imported, when they are complete, and what becomes of them. */
@NullMarked
package dev.mongohaul.job.setting.file;

import org.jspecify.annotations.NullMarked;
