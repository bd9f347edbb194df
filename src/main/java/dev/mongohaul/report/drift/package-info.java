/** Deviations of an import from earlier ones, column by column. */
@NullMarked
package dev.mongohaul.report.drift;

import org.jspecify.annotations.NullMarked;
