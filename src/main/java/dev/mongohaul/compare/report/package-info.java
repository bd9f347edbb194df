/**
 * Results of suites as JSON, table and page, with charts and findings. Entries are
 * {@link dev.mongohaul.compare.report.SuiteResult} and {@link dev.mongohaul.compare.report.SuitePage}.
 */
@NullMarked
package dev.mongohaul.compare.report;

import org.jspecify.annotations.NullMarked;
