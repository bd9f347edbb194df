package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.repository.run.Runs;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Figures of one run, in the shape of the JSON report.
 *
 * @param run its number
 * @param importNumber number of its import
 * @param reason why it failed; null if it did not
 * @param target namespace
 * @param files of the input, in order
 * @param started in UTC
 * @param ended in UTC; null while running
 */
public record RunReport(
        long run,
        @JsonProperty("import") long importNumber,
        String job,
        RunStatus status,
        @Nullable String reason,
        @Nullable String target,
        @Nullable String operation,
        List<String> files,
        Instant started,
        @Nullable Instant ended,
        @JsonUnwrapped RunSummary summary) {

    static final int FILES_IN_LIST = Runs.INPUTS;

    /** Returns all statuses that a run can have. */
    public static List<String> statuses() {
        return Arrays.stream(RunStatus.values()).map(RunStatus::word).toList();
    }

    /**
     * Returns the filter of runs with these statuses.
     *
     * @param job name, in which {@code *} stands for any characters; null for all jobs
     * @param statuses some of {@link #statuses}; empty for all
     */
    public static RunFilter filter(
            @Nullable String job, List<String> statuses, @Nullable Instant since, @Nullable Instant until) {
        Set<RunStatus> wanted = Arrays.stream(RunStatus.values())
                .filter(one -> statuses.contains(one.word()))
                .collect(Collectors.toUnmodifiableSet());
        return new RunFilter(job, wanted, since, until);
    }

    public static RunReport of(Run run) {
        ImportPlan plan = run.plan();
        return new RunReport(
                run.id(),
                run.importNumber(),
                run.execution().getJobInstance().getJobName(),
                run.status(),
                run.reason().isEmpty() ? null : run.reason(),
                plan == null ? null : plan.identity().target(),
                plan == null ? null : plan.identity().operation(),
                plan == null
                        ? List.of()
                        : plan.inputs().stream().map(PlannedInput::path).toList(),
                run.started(),
                run.ended().orElse(null),
                RunSummary.of(run));
    }

    /** As {@link #of}, with the first {@value #FILES_IN_LIST} files of the input, since a list has many runs. */
    static RunReport inList(Run run) {
        RunReport whole = of(run);
        return whole.files().size() <= FILES_IN_LIST
                ? whole
                : new RunReport(
                        whole.run(),
                        whole.importNumber(),
                        whole.job(),
                        whole.status(),
                        whole.reason(),
                        whole.target(),
                        whole.operation(),
                        List.copyOf(whole.files().subList(0, FILES_IN_LIST)),
                        whole.started(),
                        whole.ended(),
                        whole.summary());
    }
}
