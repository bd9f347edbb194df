package dev.mongohaul.job.launch;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.launch.ImportHistory.ImportDecision;
import dev.mongohaul.repository.ImportIdentity;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.Run;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Exception for a launch that an earlier import is in the way of. The message names the choices. Nothing was read or
 * written.
 */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRefusedException(String message) {
        super(Printable.of(message));
    }

    /**
     * Returns the exception for an obstacle.
     *
     * @param wanted identity of the new import
     * @param job of the new import
     * @param lastRun of the earlier import
     */
    static ImportRefusedException of(
            ImportDecision.Refuse refuse, ImportIdentity wanted, ImportJob job, Optional<Run> lastRun) {
        EarlierImport earlier = new EarlierImport(refuse.earlier(), lastRun);
        return new ImportRefusedException(
                switch (refuse.obstacle()) {
                    case OTHER_CONTENT -> earlier.withOtherContent(job.plannedInputs());
                    case OTHER_TARGET -> earlier.withOtherTarget(wanted);
                    case OTHER_MEANING -> earlier.withOtherMeaning(job);
                    case LOADED -> earlier.loaded(job, wanted);
                });
    }

    /**
     * Texts about an earlier import that is in the way of a new one, with the choices of the user.
     *
     * @param lastRun its last run; empty if it has none
     */
    private record EarlierImport(ImportPlan plan, Optional<Run> lastRun) {

        /** Most changes of a job that a message lists. */
        private static final int MOST_CHANGES = 5;

        /** @param found files of the new import */
        String withOtherContent(List<PlannedInput> found) {
            String choices = standardInput()
                    ? "Standard input cannot be resumed: " + abandon()
                    : InputDifference.between(plan.inputs(), found)
                            .map(this::restore)
                            .orElseGet(this::resume);
            return unfinished() + ". " + choices + " or write unfinished: abandon into the job.";
        }

        String withOtherTarget(ImportIdentity wanted) {
            ImportIdentity then = plan.identity();
            return "%s: %s into %s, and the job has %s into %s now. Restore that setting and run the same command to resume it, %s, or write unfinished: abandon into the job."
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
            String changes = plan.identity().operation().equals(wanted.operation())
                    ? changes(job)
                    : ": write.operation was %s and is %s now"
                            .formatted(plan.identity().operation(), wanted.operation());
            return "This content was loaded into %s by %s of %s, when the job had other settings%s. Nothing was loaded: %s. To load it nevertheless, run the command with --again."
                    .formatted(
                            plan.identity().target(),
                            name(),
                            plan.identity().job(),
                            changes,
                            job.addsUnderOtherIds()
                                    ? "its documents would be there twice, each under another _id"
                                    : "its records would be added beside, or rejected because of, the documents that are there");
        }

        private String changes(ImportJob job) {
            List<String> changes =
                    lastRun.map(run -> job.changesSince(run.settings())).orElse(List.of());
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
            return InputDifference.since(plan.inputs())
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
    }

    /** Texts about changes of an import's files since it was planned. */
    private static final class InputDifference {

        private InputDifference() {}

        /** Returns the first difference between planned and present files; empty if the import had other files. */
        static Optional<String> between(List<PlannedInput> planned, List<PlannedInput> found) {
            if (!paths(planned).equals(paths(found))) {
                return Optional.empty();
            }
            return Optional.of(IntStream.range(0, planned.size())
                    .filter(file -> differ(planned.get(file), found.get(file)))
                    .mapToObj(file -> describe(planned.get(file), found.get(file)))
                    .findFirst()
                    .orElseGet(() -> "The content has changed, although sizes and times have not"));
        }

        /** Returns the first change of the planned files on disk; empty if there is none. */
        static Optional<String> since(List<PlannedInput> planned) {
            return planned.stream()
                    .flatMap(file -> {
                        try {
                            Path path = Path.of(file.path());
                            PlannedInput now = new PlannedInput(
                                    file.path(),
                                    Files.size(path),
                                    Files.getLastModifiedTime(path).toInstant(),
                                    file.base());
                            return differ(file, now) ? Stream.of(describe(file, now)) : Stream.empty();
                        } catch (IOException e) {
                            return Stream.of(file.path() + " is missing or cannot be read");
                        }
                    })
                    .findFirst();
        }

        private static List<String> paths(List<PlannedInput> inputs) {
            return inputs.stream().map(PlannedInput::path).toList();
        }

        private static boolean differ(PlannedInput planned, PlannedInput found) {
            return planned.size() != found.size() || !time(planned).equals(time(found));
        }

        private static String describe(PlannedInput planned, PlannedInput found) {
            return String.format(
                    Locale.ROOT,
                    "%s has changed since: it had %,d bytes, written at %s, and has %,d, written at %s",
                    found.path(),
                    planned.size(),
                    time(planned),
                    found.size(),
                    time(found));
        }

        /** Returns the time in the precision that MongoDB stores. */
        private static String time(PlannedInput input) {
            return input.modified().truncatedTo(ChronoUnit.MILLIS).toString();
        }
    }
}
