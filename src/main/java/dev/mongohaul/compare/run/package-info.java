/**
 * Measurement of a suite's cases: imports into temporary databases, over connections that can count commands or add latency.
 * Entries are {@link dev.mongohaul.compare.run.SuiteComparison} and {@link dev.mongohaul.compare.run.CaseRunner}.
 */
@NullMarked
package dev.mongohaul.compare.run;

import org.jspecify.annotations.NullMarked;
