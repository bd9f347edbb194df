package dev.mongohaul.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.report.figure.RunSummary;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.ImportEnding;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunFilter;
import dev.mongohaul.repository.run.RunStanding;
import dev.mongohaul.repository.run.Runs;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        @JsonUnwrapped RunSummary summary) {

    static final int FILES_IN_LIST = Runs.INPUTS;

    private static final List<RunStanding> UNENDED = List.of(RunStanding.RUNNING, RunStanding.KILLED);

    /** Returns all statuses that a run can have. */
    public static List<String> statuses() {
        return Stream.concat(UNENDED.stream(), Arrays.stream(ImportEnding.values()))
                .map(Words::word)
                .toList();
    }

    /**
     * Returns the filter of runs with these statuses.
     *
     * @param job name, in which {@code *} stands for any characters; null for all jobs
     * @param statuses some of {@link #statuses}; empty for all
     */
    public static RunFilter filter(
            @Nullable String job, List<String> statuses, @Nullable Instant since, @Nullable Instant until) {
        return new RunFilter(
                job, among(UNENDED, statuses), among(List.of(ImportEnding.values()), statuses), since, until);
    }

    private static <E extends Enum<E>> Set<E> among(List<E> all, List<String> words) {
        return all.stream().filter(one -> words.contains(Words.word(one))).collect(Collectors.toUnmodifiableSet());
    }

    public static RunReport of(Run run) {
        ImportPlan plan = run.plan();
        return new RunReport(
                run.id(),
                run.importNumber(),
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
