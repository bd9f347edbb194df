/** State of one run: its counts, limits, meters and end. The connections of a run are here, too. */
@NullMarked
package dev.mongohaul.job.run;

import org.jspecify.annotations.NullMarked;
