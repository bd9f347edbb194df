package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.processor.ProcessorType;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.text.Counted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Texts about an earlier import that is in the way of a new one, with the choices of the user.
 *
 * @param lastRun its last run; empty if it has none
 */
record EarlierImport(ImportPlan plan, Optional<Run> lastRun) {

    /** Most changes of a job that a message lists. */
    private static final int MOST_CHANGES = 5;

    String undo() {
        return "An undo of %s is unfinished: %s. %s"
                .formatted(
                        plan.identity().job(),
                        name(),
                        lastRun.map(run ->
                                        "Restart it with 'mongohaul restart %d', or %s.".formatted(run.id(), abandon()))
                                .orElse("Run its command again."));
    }

    /**
     * @param found files of the new import
     * @param now where the files of this import lie
     */
    String withOtherContent(List<PlannedInput> found, FilesNow now) {
        if (standardInput()) {
            return "%s. Standard input cannot be continued: %s or add unfinished=abandon to the command."
                    .formatted(unfinished(), abandon());
        }
        Optional<PlannedInput> moved = plan.inputs().stream()
                .filter(file -> !now.of(file.path()).equals(file.path())
                        && changeSince(file, now.of(file.path())).findAny().isEmpty())
                .findFirst();
        if (moved.isPresent() && paths(plan.inputs()).equals(paths(found))) {
            return "%s. That file is %s now, and another one is in its place. %s"
                    .formatted(unfinished(), now.of(moved.get().path()), choices());
        }
        return difference(plan.inputs(), found)
                .map(this::corrected)
                .or(() -> plan.inputs().stream()
                        .flatMap(file -> changeSince(file, now.of(file.path())))
                        .findFirst()
                        .map(change ->
                                "%s. %s. To continue it, restore the former content and run its command again; otherwise %s, or add unfinished=abandon to the command."
                                        .formatted(unfinished(), change, abandon())))
                .orElseGet(() -> unfinished() + ". " + choices());
    }

    String withOtherTarget(ImportIdentity wanted) {
        ImportIdentity then = plan.identity();
        return "%s: %s into %s, and the job has %s into %s now. Restore that setting and run the same command to continue it, %s, or add unfinished=abandon to the command."
                .formatted(
                        unfinished(), then.operation(), then.target(), wanted.operation(), wanted.target(), abandon());
    }

    String withOtherMeaning(ImportJob job) {
        return "An import of this content is unfinished: %s of %s, begun when the job had other settings%s. Restore them and run the same command to continue it; %s, or run the command with --again to load all of it once more."
                .formatted(name(), plan.identity().job(), changes(job), abandon());
    }

    /** Returns the message for content that would be inserted twice. */
    String loaded(ImportJob job, ImportIdentity wanted) {
        String then = plan.identity().operation();
        String changes = then.equals(wanted.operation())
                ? changes(job)
                : ": write.operation was %s and is %s now".formatted(then, wanted.operation());
        return "This content was loaded into %s by %s of %s, when the job had other settings%s. Nothing was loaded: %s. %s"
                .formatted(
                        plan.identity().target(),
                        name(),
                        plan.identity().job(),
                        changes,
                        job.addsUnderOtherIds()
                                ? "its documents would be stored twice, each under another _id"
                                : "its records would be stored a second time, or rejected because their keys exist",
                        lastRun.filter(run -> job.addsUnderOtherIds())
                                .map(run ->
                                        "To replace them, give 'mongohaul undo %d', then this command; to store them twice, add --again."
                                                .formatted(run.id()))
                                .orElse("To load it again, run the command with --again."));
    }

    /** @param files that were loaded, the first one by this import */
    String loaded(List<PlannedInput> files) {
        String by = "%s of %s".formatted(name(), plan.identity().job());
        return loaded(files.get(0).path(), plan.identity().target(), by, files.size());
    }

    /**
     * Returns the message for files whose records would be added a second time.
     *
     * @param file the first one
     * @param by import that loaded it
     */
    static String loaded(String file, String target, String by, int files) {
        return "%s was loaded into %s by %s%s. Nothing was loaded: %s records would be stored a second time, under other _ids. To import each new file once, write source.each: file into the job, or import the new files alone (files=...). To load all files again, use --again."
                .formatted(
                        file,
                        target,
                        by,
                        files == 1 ? "" : ", and %d of the other files before or since".formatted(files - 1),
                        files == 1 ? "its" : "their");
    }

    private String changes(ImportJob job) {
        List<String> changes =
                lastRun.map(run -> job.changesSince(run.settings())).orElse(List.of());
        if (changes.isEmpty() && job.processor().isPresent()) {
            ProcessorType<?> processor = job.processor().get();
            return ": the processor %s had another version, and is version %s now%s"
                    .formatted(
                            processor.name(),
                            processor.version(),
                            job.file().variables().isEmpty()
                                    ? ""
                                    : ", or a variable of the job file had another value");
        }
        if (changes.isEmpty() && !job.file().variables().isEmpty()) {
            return ": a variable of the job file had another value ("
                    + job.file().variables().values().stream()
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        if (changes.isEmpty()) {
            return " (source, target, fields, blanks or nulls)";
        }
        List<String> listed = new ArrayList<>(changes.subList(0, Math.min(MOST_CHANGES, changes.size())));
        if (changes.size() > MOST_CHANGES) {
            listed.add("%d more".formatted(changes.size() - MOST_CHANGES));
        }
        return ": " + String.join("; ", listed);
    }

    private String unfinished() {
        return "An earlier import of %s is unfinished: %s of %s"
                .formatted(plan.identity().job(), name(), files());
    }

    private String name() {
        return lastRun.map(run -> "run " + run.id()).orElse("one that has just begun");
    }

    private String choices() {
        if (lastRun.isEmpty()) {
            return "Run its command again, or add unfinished=abandon to the command.";
        }
        Optional<String> restart = restart(lastRun.get());
        Counts counts = counts(lastRun.get());
        return restart.map(command -> "Restart it with %s, %s,".formatted(command, abandon()))
                        .orElseGet(() -> String.format(
                                Locale.ROOT,
                                "%,d of %s %s rejected: correct the file or the job file, and %s,",
                                counts.rejected(),
                                Counted.of(counts.read(), "record"),
                                counts.rejected() == 1 ? "was" : "were",
                                abandon()))
                + " or add unfinished=abandon to the command.";
    }

    /**
     * Returns the command that restarts the import, with a limit that lets it pass; empty if so many records are rejected that a
     * higher limit would only leave them out.
     */
    private static Optional<String> restart(Run run) {
        Counts counts = counts(run);
        boolean rejects = run.ending() == RunStatus.REJECT_LIMIT_EXCEEDED;
        return rejects
                        && RejectReasons.remedy(counts.rejected(), counts.read(), false)
                                .isPresent()
                ? Optional.empty()
                : Optional.of("'mongohaul restart %d%s'%s"
                        .formatted(
                                run.id(),
                                rejects ? " rejects.limit=" + run.higherLimit() : "",
                                run.ending() == RunStatus.LIMIT_EXCEEDED ? " with another limit" : ""));
    }

    private static Counts counts(Run run) {
        return run.plan() == null ? run.counts() : run.plan().counts();
    }

    /** Returns how an unfinished import of a run is ended, in one of the ways that there are. */
    static String ends(ImportPlan plan, Run run) {
        String ends = "'mongohaul abandon %d' ends it".formatted(run.id());
        return new EarlierImport(plan, Optional.of(run)).standardInput()
                ? ends
                : restart(run)
                        .map(restart -> "%s completes it, %s".formatted(restart, ends))
                        .orElse(ends);
    }

    /** Returns the choices if the content has changed: only the former content can complete the import. */
    private String corrected(String difference) {
        String giveUp = lastRun.map(run -> ", or 'mongohaul abandon %d' before".formatted(run.id()))
                .orElse("");
        return "The input was changed after %s of %s, which is unfinished. To import it as it is now, add unfinished=abandon to the command%s; what is written stays. To continue the former import, restore the former content and run the same command. %s."
                .formatted(name(), plan.identity().job(), giveUp, difference);
    }

    private String abandon() {
        return lastRun.map(run -> "abandon it with 'mongohaul abandon %d'".formatted(run.id()))
                .orElse("run its command again");
    }

    private boolean standardInput() {
        return isOfStandardInput(plan);
    }

    static boolean isOfStandardInput(ImportPlan plan) {
        return plan.inputs().stream().anyMatch(input -> input.path().equals(InputSources.STANDARD_INPUT));
    }

    private String files() {
        return standardInput()
                ? "standard input"
                : plan.inputs().stream().map(PlannedInput::path).collect(Collectors.joining(", "));
    }

    /** Returns the first difference between planned and present files; empty if the import had other files. */
    private static Optional<String> difference(List<PlannedInput> planned, List<PlannedInput> found) {
        if (!paths(planned).equals(paths(found))) {
            return Optional.empty();
        }
        return Optional.of(IntStream.range(0, planned.size())
                .filter(file -> !planned.get(file).isUnchanged(found.get(file)))
                .mapToObj(file -> describe(planned.get(file), found.get(file)))
                .findFirst()
                .orElseGet(() -> "The content of %s has changed, although sizes and times have not"
                        .formatted(String.join(", ", paths(found)))));
    }

    /** Returns the change of a planned file, which lies at a place now, if any. */
    private static Stream<String> changeSince(PlannedInput file, String place) {
        try {
            ObjectStamp stamp = InputSources.stamp(place);
            PlannedInput now = new PlannedInput(file.path(), stamp.size(), stamp.modified(), file.base());
            return file.isUnchanged(now) ? Stream.empty() : Stream.of(describe(file, now));
        } catch (IOException e) {
            return Stream.of(place + " is missing or cannot be read");
        }
    }

    private static List<String> paths(List<PlannedInput> inputs) {
        return inputs.stream().map(PlannedInput::path).toList();
    }

    private static String describe(PlannedInput planned, PlannedInput found) {
        return String.format(
                Locale.ROOT,
                "%s has changed since: it had %,d bytes, written at %s, and has %,d, written at %s",
                found.path(),
                planned.size(),
                planned.time(),
                found.size(),
                found.time());
    }
}
