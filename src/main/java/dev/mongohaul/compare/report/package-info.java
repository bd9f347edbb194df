/**
 * What suites found as one page that loads nothing: sentences, charts, tables, circumstances; from stored results alone.
 * Entry is {@link dev.mongohaul.compare.report.SuitePage}.
 */
@NullMarked
package dev.mongohaul.compare.report;

import org.jspecify.annotations.NullMarked;
