/**
 * Reports as pages that load nothing, by {@link dev.mongohaul.report.page.ReportPage}; and what pages are made of, for
 * {@code compare} too: templates, a style, charts.
 */
@NullMarked
package dev.mongohaul.report.page;

import org.jspecify.annotations.NullMarked;
