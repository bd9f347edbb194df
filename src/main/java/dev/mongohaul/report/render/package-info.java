/**
 * Reports as text and as HTML pages that load no other resource, with charts. Entry is
 * {@link dev.mongohaul.report.render.ReportPage}.
 */
@NullMarked
package dev.mongohaul.report.render;

import org.jspecify.annotations.NullMarked;
