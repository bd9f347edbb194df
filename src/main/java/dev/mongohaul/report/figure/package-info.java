/** Figures of reports, and their words. */
@NullMarked
package dev.mongohaul.report.figure;

import org.jspecify.annotations.NullMarked;
