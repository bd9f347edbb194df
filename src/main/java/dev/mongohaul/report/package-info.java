/**
 * Imports and their runs made into figures, and the figures into tables and JSON. Entry is
 * {@link dev.mongohaul.report.RunReport}. Imports {@code repository} and {@code reject}.
 */
@NullMarked
package dev.mongohaul.report;

import org.jspecify.annotations.NullMarked;
