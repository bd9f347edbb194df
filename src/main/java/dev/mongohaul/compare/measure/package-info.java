/**
 * All cells of a suite measured in turn, each measurement stored as it comes. Entry is
 * {@link dev.mongohaul.compare.measure.SuiteComparison}.
 */
@NullMarked
package dev.mongohaul.compare.measure;

import org.jspecify.annotations.NullMarked;
