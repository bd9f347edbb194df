/**
 * Suite files and their cases: settings of a job file and conditions of the comparison. Entry is
 * {@link dev.mongohaul.compare.suite.SuiteFiles}; no server is contacted.
 */
@NullMarked
package dev.mongohaul.compare.suite;

import org.jspecify.annotations.NullMarked;
