/**
 * Suites of cases: their files, their measurement and their results. Entries are
 * {@link dev.mongohaul.compare.suite.Suite}, {@link dev.mongohaul.compare.suite.SuiteComparison} and
 * {@link dev.mongohaul.compare.suite.SuiteResult}.
 */
@NullMarked
package dev.mongohaul.compare.suite;

import org.jspecify.annotations.NullMarked;
