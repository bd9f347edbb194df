/** Files of jobs before and after their import: which are new, and where they go. */
@NullMarked
package dev.mongohaul.job.inbox;

import org.jspecify.annotations.NullMarked;
