package dev.mongohaul.repository.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Status of a run, as its process and its JobExecution have it. The most severe status is the last one. */
public enum RunStatus {
    /** It is running, as far as this process can see. */
    RUNNING(Severity.GOOD, "runs"),
    /** All records are loaded. */
    COMPLETED(Severity.GOOD, "completed"),
    /** All records are loaded but the rejected ones. */
    COMPLETED_WITH_REJECTS(Severity.REJECTS, "completed with rejects"),
    /** It was asked to stop; the next run resumes. */
    STOPPED(Severity.STOPPED, "was stopped"),
    /** More records were rejected than the job allows; the next run resumes. */
    REJECT_LIMIT_EXCEEDED(Severity.LIMIT, "exceeded its reject limit"),
    /** Another limit of the job was exceeded; the next run resumes. */
    LIMIT_EXCEEDED(Severity.LIMIT, "exceeded a limit"),
    /** It failed; the next run resumes. */
    FAILED(Severity.FAILED, "failed"),
    /** Its process was killed, or lost MongoDB, before it saved the end; it is stored as running until the next run begins. */
    KILLED(Severity.FAILED, "was killed");

    /** What a status means for exit codes, log levels and the states of jobs, the mildest first. */
    public enum Severity {
        GOOD,
        /** Some records are missing, as the job allows. */
        REJECTS,
        STOPPED,
        /** A person decides whether a limit of the job is right. */
        LIMIT,
        FAILED
    }

    private final Severity severity;
    private final String predicate;

    RunStatus(Severity severity, String predicate) {
        this.severity = severity;
        this.predicate = predicate;
    }

    public Severity severity() {
        return severity;
    }

    /** Returns the word of reports, commands, logs and metrics. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the word as a part of a sentence. */
    public String text() {
        return word().replace('-', ' ');
    }

    /** Returns what the run did, as the predicate of a sentence. */
    public String predicate() {
        return predicate;
    }

    /** Returns the exit code of the JobExecution's exit status. */
    public String exitCode() {
        return name().replace('_', ' ');
    }

    /** Returns whether the run reached its end and saved it. */
    public boolean ended() {
        return this != RUNNING && this != KILLED;
    }

    /** Returns whether the import exceeded a limit of its job. */
    public boolean exceededLimit() {
        return severity == Severity.LIMIT;
    }

    /** Returns whether the import failed or exceeded a limit. */
    public boolean failed() {
        return broke() || exceededLimit();
    }

    /** Returns whether the run failed for a reason that its next run may not meet, or its process was killed. */
    public boolean broke() {
        return severity == Severity.FAILED;
    }

    /** Returns whether a person looks at the run: it was stopped, exceeded a limit, failed or was killed. */
    public boolean needsAttention() {
        return severity.compareTo(Severity.STOPPED) >= 0;
    }

    /** Returns whether the next run resumes the import. */
    public boolean continues() {
        return this != COMPLETED && this != COMPLETED_WITH_REJECTS;
    }

    /** Returns the statuses of runs that ended. */
    public static List<RunStatus> endings() {
        return Arrays.stream(values()).filter(RunStatus::ended).toList();
    }

    /** Returns the status with this exit code; {@link #FAILED} for unknown ones. */
    public static RunStatus of(String exitCode) {
        return Arrays.stream(values())
                .filter(status -> status.exitCode().equals(exitCode))
                .findFirst()
                .orElse(FAILED);
    }
}
