/**
 * One import or one run with all that is known of it: tries, pieces, rejects by reason, settings, server. Entry is
 * {@link dev.mongohaul.report.detail.Reports}.
 */
@NullMarked
package dev.mongohaul.report.detail;

import org.jspecify.annotations.NullMarked;
