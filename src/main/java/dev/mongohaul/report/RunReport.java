package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.Run;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run, in the shape of the JSON report.
 *
 * @param run its number
 * @param importNumber number of the import that it is a try of
 * @param status running, killed, completed, completed-with-rejects, stopped, reject-limit-exceeded or failed
 * @param reason why it failed; null where it did not
 * @param target namespace
 * @param files read, in their order
 * @param started in UTC
 * @param ended in UTC; null while running
 * @param seconds from start to end
 * @param recordsPerSecond while records were read and written
 * @param counts what this run did
 * @param total what became of the import's records over all its tries
 * @param times what its pieces' threads spent their time on
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
        PhaseSeconds times) {

    public static RunReport of(Run run) {
        ImportPlan plan = run.plan();
        return new RunReport(
                run.id(),
                run.jobInstanceId(),
                run.execution().getJobInstance().getJobName(),
                Status.of(run.standing(), run.ending()),
                run.reason().isEmpty() ? null : run.reason(),
                plan == null ? null : plan.identity().target(),
                plan == null ? null : plan.identity().operation(),
                plan == null
                        ? List.of()
                        : plan.inputs().stream().map(input -> input.path()).toList(),
                run.started(),
                run.ended().orElse(null),
                Figures.seconds(run.duration()),
                Figures.perSecond(run.counts().read(), run.importing()),
                run.counts(),
                plan == null ? Counts.NONE : plan.counts(),
                PhaseSeconds.of(run.times()));
    }
}
