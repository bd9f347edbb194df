package dev.mongohaul.job.run;

import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.PlannedInput;
import dev.mongohaul.repository.Run;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An import that stands in the way of another of its job, in words that leave a person the choice.
 *
 * @param lastRun the last try; empty where none came so far as to be counted
 */
record UnfinishedImport(ImportPlan plan, Optional<Run> lastRun) {

    /** @param found the files of the new import */
    String withOtherContent(List<PlannedInput> found) {
        String choices = standardInput()
                ? "Standard input cannot be continued: " + abandon()
                : InputDifference.between(plan.inputs(), found)
                        .map(this::restore)
                        .orElseGet(this::resume);
        return "An earlier import of %s is unfinished: %s of %s. %s or write unfinished: abandon into the job."
                .formatted(plan.identity().job(), name(), files(), choices);
    }

    String withOtherMeaning() {
        return ("An import of this content is unfinished: %s of %s, begun when the job had other settings"
                        + " (source, target, fields, blanks or nulls). Put them back and give the same command"
                        + " to continue it; %s give the command with --again to load all of it anew.")
                .formatted(name(), plan.identity().job(), abandon() + ", or");
    }

    private String name() {
        return lastRun.map(run -> "run " + run.id()).orElse("one that was just begun");
    }

    private String resume() {
        return lastRun.map(run -> "Continue it with 'mongohaul restart %d', %s,".formatted(run.id(), abandon()))
                .orElse("Give its command again,");
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
