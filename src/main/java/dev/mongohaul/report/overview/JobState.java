package dev.mongohaul.report.overview;

import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.SlotState;
import java.util.Locale;

/**
 * State of a job, in the order in which people look at jobs. A state after a run has the name of the {@link RunStatus} unless
 * its import is abandoned, one after a slot that did not run has that of the {@link SlotState}. A job keeps such a state until it has succeeded.
 */
public enum JobState {
    /** Its file cannot be read. */
    BROKEN(true),
    FAILED(true),
    KILLED(true),
    /** Its last slot could not be run. */
    REFUSED(true),
    REJECT_LIMIT_EXCEEDED(true),
    LIMIT_EXCEEDED(true),
    /** The verification of its last import found differences, or could not know whether there are any. */
    UNVERIFIED(true),
    MISSED(true),
    OVERLAPPED(true),
    /** A slot has waited for its files for more than half of its time. */
    LATE(true),
    STOPPED(true),
    RUNNING(false),
    /** A slot waits for its files, or for an earlier slot. */
    WAITING(false),
    /** Its schedule is paused. */
    PAUSED(false),
    /** A user has abandoned its last import. */
    ABANDONED(false),
    COMPLETED_WITH_REJECTS(false),
    COMPLETED(false),
    /** It has had no import yet. */
    NEW(false);

    private final boolean needsAttention;

    JobState(boolean needsAttention) {
        this.needsAttention = needsAttention;
    }

    /** Returns the word of pages, JSON and style sheets. */
    public String word() {
        return Words.word(this);
    }

    /** Returns the word as a part of a sentence. */
    public String text() {
        return Words.text(word());
    }

    /** Returns whether nothing happens until a person does something. */
    public boolean needsAttention() {
        return needsAttention;
    }

    static JobState of(RunStatus status) {
        return valueOf(status.name());
    }

    /** @param result that needs attention */
    static JobState of(PhaseResult result) {
        return valueOf(result.alarm().toUpperCase(Locale.ROOT));
    }

    /** @param state refused, missed or overlapped */
    static JobState of(SlotState state) {
        return valueOf(state.name());
    }
}
