package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.oracle.Violation;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Trial;
import java.util.List;

/** The result of a run. */
public record Outcome(
        String subject, String writer, int grid, List<String> faults, int launches, List<Violation> violations) {

    /** @param first settings of the first launch */
    static Outcome of(Trial trial, Settings first) {
        return new Outcome(
                trial.subject().toString(),
                first.writer(),
                first.grid(),
                trial.faults(),
                trial.launches(),
                trial.violations());
    }
}
