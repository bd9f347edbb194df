/**
 * What an import and its check share: the chunk-oriented {@link dev.mongohaul.job.step.WorkerStep}, the monitor that others
 * watch it by, and the words for records and steps that fail. Imported by {@code job.run}, {@code job.check} and
 * {@code cli}.
 */
@NullMarked
package dev.mongohaul.job.step;

import org.jspecify.annotations.NullMarked;
