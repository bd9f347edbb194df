package dev.mongohaul.report.overview;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.SlotRecord;
import dev.mongohaul.schedule.pause.Pause;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job does now, and did in the last nights.
 *
 * @param since start of the run, or time of the slot, that the state is of; null if there was none
 * @param reason why it failed, was held or missed; null if it was not
 * @param last import; null if it had none
 * @param open slot that waits or runs; null if there is none
 * @param paused pause of its schedule; null if it is not paused
 * @param nights the oldest first
 */
public record JobNow(
        JobState state,
        @Nullable Instant since,
        @Nullable String reason,
        @Nullable ImportSummary last,
        @Nullable SlotReport open,
        @Nullable Pause paused,
        List<Night> nights) {

    JobNow as(JobState other) {
        return new JobNow(other, since, reason, last, open, paused, nights);
    }

    JobNow as(JobState other, SlotRecord slot) {
        return as(other, slot.slot().time(), slot.reason());
    }

    JobNow as(JobState other, Instant from, @Nullable String why) {
        return new JobNow(other, from, why, last, open, paused, nights);
    }

    /** Returns whether an import runs. */
    public boolean isRunning() {
        return last != null && last.status() == RunStatus.RUNNING;
    }
}
