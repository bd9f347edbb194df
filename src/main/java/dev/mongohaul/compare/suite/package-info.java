/**
 * A file of a suite to the cells of its matrix: settings of a job file, and conditions that only a comparison knows. Entry
 * is {@link dev.mongohaul.compare.suite.SuiteFiles}; asks no server.
 */
@NullMarked
package dev.mongohaul.compare.suite;

import org.jspecify.annotations.NullMarked;
