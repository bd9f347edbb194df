/**
 * The parts of the inputs that an inference looks at. Entry is {@link dev.mongohaul.job.infer.sample.Sample}; imports
 * {@code csv} alone, for {@code job.infer}.
 */
@NullMarked
package dev.mongohaul.job.infer.sample;

import org.jspecify.annotations.NullMarked;
