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

/** An earlier import is in the way of a new one; the message names the choices. Nothing was read or written. */
public final class ImportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private ImportRefusedException(String message) {
        super(Printable.of(message));
    }

    /**
     * @param wanted the new import
     * @param job that asks for it
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
     * An import that stands in the way of another of its job, in words that leave a person the choice.
     *
     * @param lastRun the last run; empty where none came so far as to be counted
     */
    record EarlierImport(ImportPlan plan, Optional<Run> lastRun) {

        /** Changes of a job that a message lists at most. */
        private static final int MOST_CHANGES = 5;

        /** @param found the files of the new import */
        String withOtherContent(List<PlannedInput> found) {
            String choices = standardInput()
                    ? "Standard input cannot be continued: " + abandon()
                    : InputDifference.between(plan.inputs(), found)
                            .map(this::restore)
                            .orElseGet(this::resume);
            return unfinished() + ". " + choices + " or write unfinished: abandon into the job.";
        }

        String withOtherTarget(ImportIdentity wanted) {
            ImportIdentity then = plan.identity();
            return "%s: %s into %s, and the job says %s into %s now. Put that back and give the same command to continue it, %s, or write unfinished: abandon into the job."
                    .formatted(
                            unfinished(), then.operation(), then.target(), wanted.operation(), wanted.target(), abandon());
        }

        String withOtherMeaning(ImportJob job) {
            return "An import of this content is unfinished: %s of %s, begun when the job had other settings%s. Put them back and give the same command to continue it; %s, or give the command with --again to load all of it once more."
                    .formatted(name(), plan.identity().job(), changes(job), abandon());
        }

        /** The content is loaded, and would be there twice. */
        String loaded(ImportJob job, ImportIdentity wanted) {
            String changes = plan.identity().operation().equals(wanted.operation())
                    ? changes(job)
                    : ": write.operation was %s and is %s now"
                            .formatted(plan.identity().operation(), wanted.operation());
            return "This content was loaded into %s by %s of %s, when the job had other settings%s. Nothing was loaded: %s. To load it all the same, give the command with --again."
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
            return lastRun.map(run -> "run " + run.id()).orElse("one that was just begun");
        }

        private String resume() {
            return InputDifference.since(plan.inputs())
                    .map(this::restore)
                    .orElseGet(() -> lastRun.map(
                                    run -> "Continue it with 'mongohaul restart %d', %s,".formatted(run.id(), abandon()))
                            .orElse("Give its command again,"));
        }

        /** What is loaded of the former content can be completed by that content alone. */
        private String restore(String difference) {
            return difference + ". Put the former content back and give the same command to continue it, "
                    + lastRun.map(run -> abandon() + ",").orElse("");
        }

        private String abandon() {
            return lastRun.map(run -> "give it up with 'mongohaul abandon %d'".formatted(run.id()))
                    .orElse("give its command again");
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

    /** What became of the files of an import since it was planned, in a sentence for people. */
    static final class InputDifference {

        private InputDifference() {}

        /** Empty where the import was of other files. At most one file is told of: the first that differs. */
        static Optional<String> between(List<PlannedInput> planned, List<PlannedInput> found) {
            if (!paths(planned).equals(paths(found))) {
                return Optional.empty();
            }
            return Optional.of(IntStream.range(0, planned.size())
                    .filter(file -> differ(planned.get(file), found.get(file)))
                    .mapToObj(file -> describe(planned.get(file), found.get(file)))
                    .findFirst()
                    .orElseGet(() -> "The content is another now, though sizes and times are as they were"));
        }

        /** As {@link #between}, of the same files as they lie now; empty where they are as they were. */
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
                            return Stream.of(file.path() + " is not there any more, or cannot be read");
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

        /** As exact as MongoDB keeps it. */
        private static String time(PlannedInput input) {
            return input.modified().truncatedTo(ChronoUnit.MILLIS).toString();
        }
    }
}
