/**
 * Reports of runs, imports and jobs, with their figures. Entry is {@link dev.mongohaul.report.Reports}.
 */
@NullMarked
package dev.mongohaul.report;

import org.jspecify.annotations.NullMarked;
