package dev.mongohaul.report.overview;

import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.SlotReport;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.pause.Pause;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job does now, and did in the last nights.
 *
 * @param last import; null if it had none
 * @param total sum of the slot that the last import is of; null if that is not one with several imports
 * @param open slot that waits or runs; null if there is none
 * @param paused pause of its schedule; null if it is not paused
 * @param nights the oldest first
 */
public record JobNow(
        Verdict verdict,
        @Nullable ImportSummary last,
        @Nullable SlotTotal total,
        @Nullable SlotReport open,
        @Nullable Pause paused,
        List<Night> nights) {

    public JobState state() {
        return verdict.state();
    }

    /** Returns the start of the run, the time of the slot, or the begin of the pause that the state is of; null if none. */
    public @Nullable Instant since() {
        return verdict.since();
    }

    /** Returns why it needs attention; null if it does not. */
    public @Nullable String reason() {
        return verdict.reason();
    }

    /** Returns the number of the run that the state is of; null if there was none. */
    public @Nullable Long run() {
        return verdict.run();
    }

    JobNow as(Verdict other) {
        return new JobNow(other, last, total, open, paused, nights);
    }

    /** Returns whether an import runs. */
    public boolean isRunning() {
        return last != null && last.status() == RunStatus.RUNNING;
    }
}
