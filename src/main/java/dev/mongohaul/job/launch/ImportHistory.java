package dev.mongohaul.job.launch;

import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.plan.StoredRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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
 * documents, one by one or all of them, is loaded again if other content than its corrected rejects was loaded after it: if
 * Monday's file comes back on Wednesday, it has to undo Tuesday's changes. An import that never began, sent no document before the job was changed, or
 * only holds deletions, does not block others. Nor does an import block that of its own corrected rejects, unless it is a
 * swap or a snapshot.
 */
final class ImportHistory {

    private static final Set<String> KEEPS_ONLY_ITS_OWN = Set.of(ImportIdentity.SWAP, ImportIdentity.SNAPSHOT);

    private final List<ImportPlan> plans;
    private final boolean eachFile;

    /**
     * @param plans of the job, newest first
     * @param eachFile whether each file is loaded once, also if other content was loaded after it
     */
    ImportHistory(List<ImportPlan> plans, boolean eachFile) {
        this.plans = List.copyOf(plans);
        this.eachFile = eachFile;
    }

    /**
     * Decides what a launch has to do.
     *
     * @param wanted identity of the content, without a repetition number
     * @param files of the content whose records would be added a second time, under other ids, if they were loaded before
     * @param inputs of the content as they are now
     * @param corrects number of the import whose rejects the content is, if it is
     * @param again whether the user asked to load content that was loaded before
     * @param forgotten whether content that was loaded counts as new; an unfinished import of it is no less in the way
     * @param abandonOthers whether an unfinished import of other content is abandoned
     */
    ImportDecision decide(
            ImportIdentity wanted,
            List<PlannedInput> files,
            List<PlannedInput> inputs,
            OptionalLong corrects,
            boolean again,
            boolean forgotten,
            boolean abandonOthers) {
        boolean repeats = again || forgotten;
        Set<Long> corrected = corrected(corrects);
        Optional<ImportPlan> own = first(ImportState.UNFINISHED, plan -> sameImport(plan, wanted))
                .filter(plan -> !again || plan.identity().again() > 0);
        boolean otherPacking =
                own.filter(plan -> !arePackedAlike(plan.inputs(), inputs)).isPresent();
        if (own.isPresent() && otherPacking && !abandonOthers) {
            return new ImportDecision.Refuse(own.get(), Obstacle.OTHER_CONTENT);
        }
        if (own.isPresent() && !otherPacking) {
            return new ImportDecision.Continue(own.get());
        }
        Optional<ImportPlan> otherMeaning = first(
                ImportState.UNFINISHED,
                plan -> plan.mayHaveSent() && plan.identity().sameContent(wanted) && !sameImport(plan, wanted));
        if (otherMeaning.isPresent() && !again) {
            return new ImportDecision.Refuse(otherMeaning.get(), Obstacle.OTHER_MEANING);
        }
        Optional<ImportPlan> undo = first(
                ImportState.UNFINISHED, plan -> plan.begun() && plan.identity().isUndo());
        if (undo.isPresent()) {
            return new ImportDecision.Refuse(undo.get(), Obstacle.UNDO);
        }
        Optional<ImportPlan> other = first(
                ImportState.UNFINISHED,
                plan -> plan.begun()
                        && !plan.holdsDeletions()
                        && !isCorrected(plan, corrected)
                        && !plan.identity().sameContent(wanted));
        if (other.isPresent() && !abandonOthers) {
            boolean sameBytes = other.get().identity().content().equals(wanted.content());
            return new ImportDecision.Refuse(other.get(), sameBytes ? Obstacle.OTHER_TARGET : Obstacle.OTHER_CONTENT);
        }
        Optional<ImportPlan> loaded = loaded(wanted);
        if (loaded.isPresent() && !repeats) {
            return new ImportDecision.NothingToDo(loaded.get());
        }
        Optional<ImportPlan> inserted = loadedOtherwise(wanted);
        if (inserted.isPresent() && !repeats) {
            return new ImportDecision.Refuse(inserted.get(), Obstacle.LOADED);
        }
        Map<PlannedInput, ImportPlan> loadedFiles = loadedFiles(wanted.target(), files);
        if (!loadedFiles.isEmpty() && !repeats) {
            return new ImportDecision.RefuseFiles(loadedFiles);
        }
        List<ImportPlan> superseded = plans.stream()
                .filter(plan -> plan.state() == ImportState.UNFINISHED && !isCorrected(plan, corrected))
                .toList();
        return new ImportDecision.Begin(
                wanted.withAgain(nextNumber(wanted, repeats)),
                superseded,
                first(ImportState.UNFINISHED, plan -> isCorrected(plan, corrected)));
    }

    /** Offsets in a plain file are places in what is stored, and those in a packed one are not. */
    private static boolean arePackedAlike(List<PlannedInput> planned, List<PlannedInput> found) {
        return planned.size() != found.size()
                || IntStream.range(0, found.size())
                        .allMatch(index -> planned.get(index).isPacked()
                                == found.get(index).isPacked());
    }

    /** Returns the number of an import, and, if it loads rejects of an unfinished one, of that one, and so on. */
    private Set<Long> corrected(OptionalLong number) {
        Set<Long> numbers = new HashSet<>();
        Optional<Long> next = number.stream().boxed().findFirst();
        while (next.isPresent() && numbers.add(next.get())) {
            long corrects = next.get();
            next = plans.stream()
                    .filter(plan -> plan.importNumber() == corrects)
                    .findFirst()
                    .map(ImportPlan::corrects);
        }
        return numbers;
    }

    /** A swap or a snapshot that continues afterwards would remove the corrected documents, which its input lacks. */
    private static boolean isCorrected(ImportPlan plan, Set<Long> numbers) {
        return numbers.contains(plan.importNumber())
                && !KEEPS_ONLY_ITS_OWN.contains(plan.identity().operation());
    }

    /** Returns the import that the same start of a program has completed before; empty for requests without a start. */
    Optional<ImportPlan> completedBy(StoredRequest request) {
        return first(
                ImportState.COMPLETED,
                plan -> request.start() != null
                        && request.start().equals(plan.request().start())
                        && Objects.equals(request.alone(), plan.request().alone()));
    }

    private Optional<ImportPlan> loaded(ImportIdentity wanted) {
        if (eachFile || wanted.operation().equals(ImportIdentity.INSERT)) {
            return completed(wanted.target())
                    .filter(plan -> sameImport(plan, wanted))
                    .findFirst();
        }
        return plans.stream()
                .filter(plan -> plan.begun() && plan.identity().target().equals(wanted.target()))
                .filter(plan -> sameImport(plan, wanted) || !hasRejectsOf(wanted, plan))
                .findFirst()
                .filter(plan -> plan.state() == ImportState.COMPLETED && sameImport(plan, wanted));
    }

    /** Returns whether an import loads corrected rejects of a content, or those of an import of its rejects, and so on. */
    boolean hasRejectsOf(ImportIdentity content, ImportPlan plan) {
        Set<String> seen = new HashSet<>();
        Optional<ImportPlan> next = Optional.of(plan);
        while (next.filter(ImportPlan::isOfRejects).isPresent()
                && seen.add(next.get().key())) {
            OptionalLong number = next.get().inputs().stream()
                    .findFirst()
                    .map(input -> RejectExport.numberIn(
                            input.firstPath(), plan.identity().job()))
                    .orElse(OptionalLong.empty());
            next = plans.stream()
                    .filter(each -> number.isPresent() && each.importNumber() == number.getAsLong())
                    .findFirst();
            if (next.filter(corrected -> corrected.identity().sameContent(content))
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns an import that inserted this content with other settings, so that its documents would be inserted twice.
     */
    private Optional<ImportPlan> loadedOtherwise(ImportIdentity wanted) {
        return completed(wanted.target())
                .filter(plan -> wanted.operation().equals(ImportIdentity.INSERT)
                        && plan.identity().sameBytes(wanted)
                        && !plan.identity().operation().equals(ImportIdentity.DELETE)
                        && !sameImport(plan, wanted))
                .findFirst();
    }

    /** Returns the completed imports into a target, newest first. */
    private Stream<ImportPlan> completed(String target) {
        return lasting(target).filter(plan -> plan.state() == ImportState.COMPLETED);
    }

    /**
     * Returns the imports into a target, newest first, without corrected rejects that a later swap has dropped: the rejects of the
     * swap may be the same once more.
     */
    private Stream<ImportPlan> lasting(String target) {
        List<ImportPlan> all = plans.stream()
                .filter(plan -> plan.identity().target().equals(target))
                .toList();
        long later = all.stream().takeWhile(plan -> !plan.hasSwapped()).count();
        return Stream.concat(all.stream().limit(later), all.stream().skip(later).filter(plan -> !plan.isOfRejects()));
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
        completed(target)
                .filter(plan -> !plan.identity().operation().equals(ImportIdentity.DELETE)
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
        return lasting(wanted.target())
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
}
