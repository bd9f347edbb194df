package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportState;
import dev.mongohaul.repository.PlannedInput;
import dev.mongohaul.repository.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decision about a launch, made from the plans of the job's earlier imports.
 *
 * <p>Inserted content is loaded once, even if the job has other settings now. Content that replaces, updates or deletes
 * documents, one by one or all of them, is loaded again if other content was loaded after it: if Monday's file comes back on
 * Wednesday, it has to undo Tuesday's changes. An import that never began, sent no document before the job was changed, or
 * only holds deletions, does not block others. Nor does an import block that of its own corrected rejects, unless it is a
 * swap or a snapshot.
 */
final class ImportHistory {

    private static final String DELETE = "delete";
    private static final Set<String> KEEPS_ONLY_ITS_OWN = Set.of(ImportIdentity.SWAP, ImportIdentity.SNAPSHOT);

    private final List<ImportPlan> plans;

    /** @param plans of the job, newest first */
    ImportHistory(List<ImportPlan> plans) {
        this.plans = List.copyOf(plans);
    }

    /**
     * Decides what a launch has to do.
     *
     * @param wanted identity of the content, without a repetition number
     * @param files of the content whose records would be added a second time, under other ids, if they were loaded before
     * @param corrects number of the import whose rejects the content is, if it is
     * @param again whether the user asked to load content that was loaded before
     * @param abandonOthers whether an unfinished import of other content is abandoned
     */
    ImportDecision decide(
            ImportIdentity wanted,
            List<PlannedInput> files,
            OptionalLong corrects,
            boolean again,
            boolean abandonOthers) {
        Optional<ImportPlan> own = first(ImportState.UNFINISHED, plan -> sameImport(plan, wanted))
                .filter(plan -> !again || plan.identity().again() > 0);
        if (own.isPresent()) {
            return new ImportDecision.Continue(own.get());
        }
        Optional<ImportPlan> otherMeaning = first(
                ImportState.UNFINISHED,
                plan -> plan.mayHaveSent() && plan.identity().sameContent(wanted));
        if (otherMeaning.isPresent() && !again) {
            return new ImportDecision.Refuse(otherMeaning.get(), ImportDecision.Obstacle.OTHER_MEANING);
        }
        Optional<ImportPlan> other = first(
                ImportState.UNFINISHED,
                plan -> plan.begun()
                        && !plan.holdsDeletions()
                        && !isCorrected(plan, corrects)
                        && !plan.identity().sameContent(wanted));
        if (other.filter(plan -> plan.identity().isUndo()).isPresent()) {
            return new ImportDecision.Refuse(other.get(), ImportDecision.Obstacle.UNDO);
        }
        if (other.isPresent() && !abandonOthers) {
            boolean sameBytes = other.get().identity().content().equals(wanted.content());
            return new ImportDecision.Refuse(
                    other.get(),
                    sameBytes ? ImportDecision.Obstacle.OTHER_TARGET : ImportDecision.Obstacle.OTHER_CONTENT);
        }
        Optional<ImportPlan> loaded = loaded(wanted);
        if (loaded.isPresent() && !again) {
            return new ImportDecision.NothingToDo(loaded.get());
        }
        Optional<ImportPlan> inserted = loadedOtherwise(wanted);
        if (inserted.isPresent() && !again) {
            return new ImportDecision.Refuse(inserted.get(), ImportDecision.Obstacle.LOADED);
        }
        Map<PlannedInput, ImportPlan> loadedFiles = loadedFiles(wanted.target(), files);
        if (!loadedFiles.isEmpty() && !again) {
            return new ImportDecision.RefuseFiles(loadedFiles);
        }
        List<ImportPlan> superseded = plans.stream()
                .filter(plan -> plan.state() == ImportState.UNFINISHED && !isCorrected(plan, corrects))
                .toList();
        return new ImportDecision.Begin(
                wanted.withAgain(nextNumber(wanted, again)),
                superseded,
                first(ImportState.UNFINISHED, plan -> isCorrected(plan, corrects)));
    }

    /** A swap or a snapshot that continues afterwards would remove the corrected documents, which its input lacks. */
    private static boolean isCorrected(ImportPlan plan, OptionalLong number) {
        return number.isPresent()
                && plan.jobInstanceId() == number.getAsLong()
                && !KEEPS_ONLY_ITS_OWN.contains(plan.identity().operation());
    }

    private Optional<ImportPlan> loaded(ImportIdentity wanted) {
        if (wanted.operation().equals(ImportIdentity.INSERT)) {
            return first(ImportState.COMPLETED, plan -> sameImport(plan, wanted));
        }
        return plans.stream()
                .filter(plan -> plan.begun() && plan.identity().target().equals(wanted.target()))
                .findFirst()
                .filter(plan -> plan.state() == ImportState.COMPLETED && sameImport(plan, wanted));
    }

    /**
     * Returns an import that inserted this content with other settings, so that its documents would be inserted twice.
     */
    private Optional<ImportPlan> loadedOtherwise(ImportIdentity wanted) {
        return first(
                ImportState.COMPLETED,
                plan -> wanted.operation().equals(ImportIdentity.INSERT)
                        && plan.identity().sameBytes(wanted)
                        && !plan.identity().operation().equals(DELETE)
                        && !sameImport(plan, wanted));
    }

    /**
     * Returns the files that completed imports loaded into the target, with the newest such import: files of the same
     * content, or, if the content is unknown, of the same path, size and time.
     */
    private Map<PlannedInput, ImportPlan> loadedFiles(String target, List<PlannedInput> files) {
        Map<String, List<PlannedInput>> wanted = files.stream()
                .flatMap(file -> Stream.of(Objects.requireNonNull(file.digest()), file.path())
                        .map(key -> Map.entry(key, file)))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        Map<PlannedInput, ImportPlan> loaded = new LinkedHashMap<>();
        plans.stream()
                .filter(plan -> plan.state() == ImportState.COMPLETED
                        && plan.identity().target().equals(target)
                        && !plan.identity().operation().equals(DELETE)
                        && !plan.identity().isUndo())
                .forEach(plan -> plan.inputs()
                        .forEach(input -> plan.digestOf(input)
                                .map(digest -> wanted.getOrDefault(digest, List.of()))
                                .orElseGet(() -> wanted.getOrDefault(input.path(), List.of()).stream()
                                        .filter(input::isUnchanged)
                                        .toList())
                                .forEach(file -> loaded.putIfAbsent(file, plan))));
        return loaded;
    }

    /** Returns whether documents of this content were, or may have been, written into the target. */
    boolean hasStored(ImportIdentity wanted) {
        return plans.stream()
                .filter(plan -> plan.identity().sameBytes(wanted) && plan.state() != ImportState.UNDONE)
                .anyMatch(plan -> plan.state() == ImportState.UNFINISHED
                        ? plan.mayHaveSent()
                        : plan.counts().written() + plan.counts().unchanged() > 0);
    }

    /** Returns a number above 0 if the user asked for a repetition, so that the same command resumes it after a crash. */
    private int nextNumber(ImportIdentity wanted, boolean again) {
        return plans.stream()
                .filter(plan -> sameImport(plan, wanted))
                .mapToInt(plan -> plan.identity().again() + 1)
                .max()
                .orElse(again ? 1 : 0);
    }

    private Optional<ImportPlan> first(ImportState state, Predicate<ImportPlan> which) {
        return plans.stream()
                .filter(plan -> plan.state() == state && which.test(plan))
                .findFirst();
    }

    private static boolean sameImport(ImportPlan plan, ImportIdentity wanted) {
        return plan.identity().withAgain(0).equals(wanted.withAgain(0));
    }

    /**
     * Texts about an earlier import that is in the way of a new one, with the choices of the user.
     *
     * @param lastRun its last run; empty if it has none
     */
    record EarlierImport(ImportPlan plan, Optional<Run> lastRun) {

        /** Most changes of a job that a message lists. */
        private static final int MOST_CHANGES = 5;

        String undo() {
            return "The undo of import %d of %s is unfinished: %s. %s"
                    .formatted(
                            plan.undoes(),
                            plan.identity().job(),
                            name(),
                            lastRun.map(run -> "Resume it with 'mongohaul restart %d', or %s."
                                            .formatted(run.id(), abandon()))
                                    .orElse("Run its command again."));
        }

        /** @param found files of the new import */
        String withOtherContent(List<PlannedInput> found) {
            String choices = standardInput()
                    ? "Standard input cannot be resumed: " + abandon()
                    : difference(plan.inputs(), found).map(this::restore).orElseGet(this::resume);
            return unfinished() + ". " + choices + " or add unfinished=abandon to the command.";
        }

        String withOtherTarget(ImportIdentity wanted) {
            ImportIdentity then = plan.identity();
            return "%s: %s into %s, and the job has %s into %s now. Restore that setting and run the same command to resume it, %s, or add unfinished=abandon to the command."
                    .formatted(
                            unfinished(),
                            then.operation(),
                            then.target(),
                            wanted.operation(),
                            wanted.target(),
                            abandon());
        }

        String withOtherMeaning(ImportJob job) {
            return "An import of this content is unfinished: %s of %s, begun when the job had other settings%s. Restore them and run the same command to resume it; %s, or run the command with --again to load all of it once more."
                    .formatted(name(), plan.identity().job(), changes(job), abandon());
        }

        /** Returns the message for content that would be inserted twice. */
        String loaded(ImportJob job, ImportIdentity wanted) {
            String then = plan.identity().operation();
            String changes = then.equals(wanted.operation())
                    ? changes(job)
                    : then.equals(ImportIdentity.SWAP)
                            ? ": write.load was swap and is direct now"
                            : ": write.operation was %s and is %s now".formatted(then, wanted.operation());
            return "This content was loaded into %s by %s of %s, when the job had other settings%s. Nothing was loaded: %s. To load it again, run the command with --again."
                    .formatted(
                            plan.identity().target(),
                            name(),
                            plan.identity().job(),
                            changes,
                            job.addsUnderOtherIds()
                                    ? "its documents would be stored twice, each under another _id"
                                    : "its records would be stored a second time, or rejected because their keys exist");
        }

        /** @param files that were loaded, the first one by this import */
        String loaded(List<PlannedInput> files) {
            return "%s was loaded into %s by import %d of %s (%s)%s. Nothing was loaded: %s records would be stored a second time, under other _ids. Import the new files alone (files=...), or load all files again with --again."
                    .formatted(
                            files.get(0).path(),
                            plan.identity().target(),
                            plan.jobInstanceId(),
                            plan.identity().job(),
                            name(),
                            files.size() == 1
                                    ? ""
                                    : ", and %d of the other files before or since".formatted(files.size() - 1),
                            files.size() == 1 ? "its" : "their");
        }

        private String changes(ImportJob job) {
            List<String> changes =
                    lastRun.map(run -> job.changesSince(run.settings())).orElse(List.of());
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

        private String resume() {
            return plan.inputs().stream()
                    .flatMap(EarlierImport::changeSince)
                    .findFirst()
                    .map(this::restore)
                    .orElseGet(() -> lastRun.map(
                                    run -> "Resume it with 'mongohaul restart %d', %s,".formatted(run.id(), abandon()))
                            .orElse("Run its command again,"));
        }

        /** Returns the choices if the content has changed: only the former content can complete the import. */
        private String restore(String difference) {
            return difference + ". Restore the former content and run the same command to resume it, "
                    + lastRun.map(run -> abandon() + ",").orElse("");
        }

        private String abandon() {
            return lastRun.map(run -> "abandon it with 'mongohaul abandon %d'".formatted(run.id()))
                    .orElse("run its command again");
        }

        private boolean standardInput() {
            return plan.inputs().stream().anyMatch(input -> input.path().equals("-"));
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
                    .orElseGet(() -> "The content has changed, although sizes and times have not"));
        }

        /** Returns the change of a planned file on disk, if any. */
        private static Stream<String> changeSince(PlannedInput file) {
            try {
                Path path = Path.of(file.path());
                PlannedInput now = new PlannedInput(
                        file.path(),
                        Files.size(path),
                        Files.getLastModifiedTime(path).toInstant(),
                        file.base());
                return file.isUnchanged(now) ? Stream.empty() : Stream.of(describe(file, now));
            } catch (IOException e) {
                return Stream.of(file.path() + " is missing or cannot be read");
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
}
