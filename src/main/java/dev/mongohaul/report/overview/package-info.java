/** What all jobs do now, and did in the last nights. The entry is {@link dev.mongohaul.report.overview.Overview}. */
@NullMarked
package dev.mongohaul.report.overview;

import org.jspecify.annotations.NullMarked;
