package dev.mongohaul.job.launch.each;

import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Result of a {@link Start}.
 *
 * @param runs of its imports, in their order
 * @param each whether each new file was imported on its own
 * @param nothing why there was nothing to do; null if there was something
 * @param before run that loaded the content before, if that is why, and it is known
 * @param left why files were not imported by a run, in one line; null if all were
 * @param refusal of these files, as one exception; null if none was refused
 * @param cutShort whether a stop has left some of the work
 */
public record StartResult(
        List<Run> runs,
        boolean each,
        @Nullable NothingToDo nothing,
        Optional<Run> before,
        @Nullable String left,
        @Nullable RuntimeException refusal,
        boolean cutShort) {

    public static StartResult of(LaunchResult result) {
        return result.nothing()
                .map(message -> nothing(new NothingToDo(message, "the content was loaded before"), result.run()))
                .orElseGet(() -> {
                    Run run = result.run().orElseThrow();
                    return new StartResult(List.of(run), false, null, Optional.empty(), null, null, isStopped(run));
                });
    }

    static StartResult noRecord(String job) {
        return nothing(
                new NothingToDo(Launch.noRecord(job), "there was no record, which the job allows"), Optional.empty());
    }

    private static StartResult nothing(NothingToDo nothing, Optional<Run> before) {
        boolean pending = before.filter(Run::awaitsPhase).isPresent();
        return new StartResult(List.of(), false, nothing, before, null, null, pending);
    }

    /** Tells files that came again from an empty folder. */
    private static String known(FileResults results) {
        boolean known = !results.files().isEmpty()
                && results.files().stream().allMatch(file -> file.outcome() == FileOutcome.KNOWN);
        return known ? ": what is there was imported before" : "";
    }

    public static StartResult of(String job, FileResults results) {
        List<Run> runs = results.runs();
        String left = results.obstacles().orElse(null);
        boolean nothing = runs.isEmpty() && left == null;
        return new StartResult(
                runs,
                true,
                nothing
                        ? new NothingToDo(job + ": there is no new file", "there was no new file" + known(results))
                        : null,
                Optional.empty(),
                left,
                results.refusal().orElse(null),
                runs.stream().anyMatch(StartResult::isStopped)
                        || results.files().stream().anyMatch(file -> file.outcome() == FileOutcome.LEFT));
    }

    private static boolean isStopped(Run run) {
        return run.status() == RunStatus.STOPPED || run.awaitsPhase();
    }

    /**
     * Returns the result of a job that imports each file, with those of the files that a process before this one has handled.
     *
     * @param earlier its runs; those whose imports this process has continued do not count
     * @param leftBefore why files were not imported
     */
    public StartResult after(List<Run> earlier, List<String> leftBefore) {
        Set<Long> continued = runs.stream().map(Run::importNumber).collect(Collectors.toSet());
        List<Run> all = Stream.concat(
                        earlier.stream().filter(run -> !continued.contains(run.importNumber())), runs.stream())
                .toList();
        String leftByAll = Stream.concat(FileResults.oneLine(leftBefore).stream(), Stream.ofNullable(left))
                .reduce((first, second) -> first + "; " + second)
                .orElse(null);
        boolean same = all.size() == runs.size() && leftBefore.isEmpty();
        return same ? this : new StartResult(all, each, null, Optional.empty(), leftByAll, refusal, cutShort);
    }

    /** Returns the run with the most severe status, the last one of several; empty if there was none. */
    public Optional<Run> worst() {
        return runs.stream().reduce((one, other) -> one.status().compareTo(other.status()) > 0 ? one : other);
    }

    /** Returns the status of all: failed if a file was refused, completed if there was nothing to do. */
    public RunStatus status() {
        return refusal != null ? RunStatus.FAILED : worst().map(Run::status).orElse(RunStatus.COMPLETED);
    }
}
