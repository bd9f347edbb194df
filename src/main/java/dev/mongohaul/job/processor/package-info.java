/**
 * A class of the user that changes or filters records: Spring Batch's {@code ItemProcessor}. Entry is {@link
 * dev.mongohaul.job.processor.ProcessorType}. No class of the package is loaded for a job without a processor.
 */
@NullMarked
package dev.mongohaul.job.processor;

import org.jspecify.annotations.NullMarked;
