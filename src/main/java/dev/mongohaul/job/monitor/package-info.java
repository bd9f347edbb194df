/** Progress of an import for those who watch it, and their request to stop. */
@NullMarked
package dev.mongohaul.job.monitor;

import org.jspecify.annotations.NullMarked;
