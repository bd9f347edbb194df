package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.report.figure.Figures;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Deviation;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStanding;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one run, in the shape of the JSON report.
 *
 * @param run its number
 * @param importNumber number of its import
 * @param status running, killed, completed, completed-with-rejects, stopped, reject-limit-exceeded, limit-exceeded or failed
 * @param reason why it failed; null if it did not
 * @param target namespace
 * @param files of the input, in order
 * @param started in UTC
 * @param ended in UTC; null while running
 * @param seconds from start to end
 * @param recordsPerSecond while records were read and written
 * @param counts of this run
 * @param total of all runs of the import
 * @param times of the threads of all partitions
 * @param drift how the content differs from that of earlier imports
 */
public record RunReport(
        long run,
        @JsonProperty("import") long importNumber,
        String job,
        String status,
        @Nullable String reason,
        @Nullable String target,
        @Nullable String operation,
        List<String> files,
        Instant started,
        @Nullable Instant ended,
        double seconds,
        long recordsPerSecond,
        Counts counts,
        Counts total,
        PhaseSeconds times,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Deviation> drift) {

    public static RunReport of(Run run) {
        ImportPlan plan = run.plan();
        return new RunReport(
                run.id(),
                run.jobInstanceId(),
                run.execution().getJobInstance().getJobName(),
                status(run.standing(), run.ending()),
                run.reason().isEmpty() ? null : run.reason(),
                plan == null ? null : plan.identity().target(),
                plan == null ? null : plan.identity().operation(),
                plan == null
                        ? List.of()
                        : plan.inputs().stream().map(PlannedInput::path).toList(),
                run.started(),
                run.ended().orElse(null),
                Figures.seconds(run.duration()),
                Figures.perSecond(run.counts().read(), run.importing()),
                run.counts(),
                plan == null ? Counts.NONE : plan.counts(),
                PhaseSeconds.of(run.times()),
                run.drift());
    }

    /**
     * Returns the status of a run.
     *
     * @param ending of a run that has ended
     */
    static String status(RunStanding standing, ImportEnding ending) {
        return switch (standing) {
            case RUNNING -> "running";
            case KILLED -> "killed";
            case ENDED -> Words.word(ending);
        };
    }
}
