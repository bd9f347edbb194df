/**
 * Told what imports of this process do, so that it can be measured. Entry is {@link dev.mongohaul.job.meter.ImportMeters}; where
 * nobody measures, nothing is done. Part of {@code job}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.job.meter;

import org.jspecify.annotations.NullMarked;
