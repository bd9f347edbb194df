/**
 * An import without its writes: the same reader, mapping and chunks in a Spring Batch job that needs no server, by
 * {@link dev.mongohaul.job.check.CheckLauncher}. Imported by {@code cli}.
 */
@NullMarked
package dev.mongohaul.job.check;

import org.jspecify.annotations.NullMarked;
