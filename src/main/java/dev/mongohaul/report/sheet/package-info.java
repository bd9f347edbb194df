/**
 * Reports laid out for people: {@link dev.mongohaul.report.sheet.Sheet}s of facts and tables, the same for a terminal and
 * for a page.
 */
@NullMarked
package dev.mongohaul.report.sheet;

import org.jspecify.annotations.NullMarked;
