package dev.mongohaul.report.overview;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a job, with what it is of.
 *
 * @param since start of the run, time of the slot, or begin of the pause; null if there was none
 * @param reason why the job needs attention; null if it does not
 * @param run number of the run; null if the state is of none
 */
record Verdict(
        JobState state,
        @Nullable Instant since,
        @Nullable String reason,
        @Nullable Long run) {}
